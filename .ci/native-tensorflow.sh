#!/usr/bin/env bash
# Puts a working @tensorflow/tfjs-node into a checkout whose `npm ci` has run, where its own download of the native library
# is not reachable: the library comes out of Python's tensorflow-cpu wheel, and the binding is built against it.
#   .ci/native-tensorflow.sh [CHECKOUT] [CACHE]     needs pip, python3, make and g++; about 1 GB in CACHE, a minute or two
set -euo pipefail
wheel=tensorflow-cpu==2.21.0
checkout=$(cd "${1:-$(dirname "$0")/..}" && pwd)
cache=${2:-${XDG_CACHE_HOME:-$HOME/.cache}/native-tensorflow}
cd "$checkout"
load() {
  TF_CPP_MIN_LOG_LEVEL=3 TF_ENABLE_ONEDNN_OPTS=0 node -e "
    const util = require('util');
    util.isNullOrUndefined ??= (value) => value == null;
    const tf = require('@tensorflow/tfjs-node');
    console.log('tfjs-node', tf.version['tfjs-node'], 'with TensorFlow', tf.backend().binding.TF_Version);"
}
if load 2>/dev/null; then exit; fi

mkdir -p "$cache"
if [ ! -e "$cache/tf/tensorflow/libtensorflow_cc.so.2" ]; then
  # Only unpacked, so that the wheel of any Python serves.
  ls "$cache"/tensorflow_cpu-*.whl >/dev/null 2>&1 ||
    pip download --quiet --disable-pip-version-check --no-deps --retries 1 --timeout 20 --only-binary :all: \
      --python-version 3.11 --platform "manylinux_2_27_$(uname -m)" "$wheel" -d "$cache" ||
    { echo "native-tensorflow: pip has no wheel $wheel for this machine, or is not installed" >&2; exit 1; }
  python3 - "$cache" <<'PY'
import glob, sys, zipfile
cache = sys.argv[1]
with zipfile.ZipFile(sorted(glob.glob(cache + '/tensorflow_cpu-*.whl'))[-1]) as wheel:
    for name in wheel.namelist():
        if name in ('tensorflow/libtensorflow_cc.so.2', 'tensorflow/libtensorflow_framework.so.2') or name.startswith('tensorflow/include/'):
            wheel.extract(name, cache + '/tf')
PY
fi
version=$(node -p "require('./package.json').optionalDependencies['@tensorflow/tfjs-node']")
# Installed apart and copied in, so that nothing else of node_modules changes.
apart=$(mktemp -d)
(cd "$apart" && npm init -y >/dev/null 2>&1 && npm install --silent --ignore-scripts --no-audit --no-fund "@tensorflow/tfjs-node@$version" >/dev/null)
for package in "$apart"/node_modules/* "$apart"/node_modules/@*/*; do
  name=${package#"$apart"/node_modules/}
  case "$name" in @*/*) ;; @*) continue ;; esac
  [ -e "node_modules/$name" ] || { mkdir -p "node_modules/$(dirname "$name")"; cp -r "$package" "node_modules/$name"; }
done
rm -rf "$apart"
cd node_modules/@tensorflow/tfjs-node
mkdir -p deps/lib
for library in cc framework; do ln -sf "$cache/tf/tensorflow/libtensorflow_$library.so.2" deps/lib/; done
ln -sf libtensorflow_cc.so.2 deps/lib/libtensorflow.so
ln -sf libtensorflow_framework.so.2 deps/lib/libtensorflow_framework.so
ln -sfn "$cache/tf/tensorflow/include" deps/include
# Node's own headers, where they lie beside the program, spare a download.
prefix=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
[ -e "$prefix/include/node/node_api.h" ] && export npm_config_nodedir=$prefix
log=$(mktemp)
node "$checkout/node_modules/@mapbox/node-pre-gyp/bin/node-pre-gyp" install --build-from-source >"$log" 2>&1 || {
  tail -20 "$log" >&2
  exit 1
}
rm "$log"
cd "$checkout"
load
