// AssemblyScript, built into WebAssembly with SIMD by build-network-kernel.ts. Every thread of a fit has an instance of it on the
// same memory, and does one part of an operation at a time: rows of a batch, or numbers of the parameters. No part reads what
// another part of the same operation writes, so that who does which is of no account.

/** Where all that a network has begins, and what it is; network-kernel.ts fills it in. Lists and maps are u16, offsets and order i32, chosen and buckets u8, all else f32. */
@unmanaged
class Network {
  // Of all rows: two lists each of the inputs that are on, one after the other, and where each begins.
  active: usize;
  offsets: usize;
  // And which of the outputs counts.
  buckets: usize;
  // What becomes of each input, by symmetry.
  maps: usize;
  // Of the batch: which rows, and the symmetry of each.
  order: usize;
  chosen: usize;
  // Results of the batch: its lists, each with room for the longest, and their lengths; hidden units; logits and their slopes.
  lists: usize;
  sizes: usize;
  units: usize;
  logits: usize;
  slopes: usize;
  // Input weights, hidden biases, output weights and output biases by bucket, in this order; their gradient, by part and in all.
  values: usize;
  partGradients: usize;
  gradient: usize;
  // Of the optimizer.
  means: usize;
  squares: usize;
  limits: usize;
  inputs: i32;
  hidden: i32;
  squared: i32;
  mostActive: i32;
  // Numbers of the parameters, a multiple of 16.
  length: i32;
  rows: i32;
  partRows: i32;
  partNumbers: i32;
  bucketCount: i32;
  stepLength: f32;
  correction: f32;
  kept: f32;
}

export function run(network: Network, operation: i32, part: i32): void {
  if (operation == 0) forward(network, part);
  else if (operation == 1) backward(network, part);
  else if (operation == 2) addParts(network, part);
  else step(network, part);
}

/** The logits of the rows of a part, and their hidden units. */
function forward(network: Network, part: i32): void {
  const from = part * network.partRows;
  const to = min(from + network.partRows, network.rows);
  loadLists(network, from, to);
  const biases = biasesOf(network);
  for (let i = from; i < to; i++) {
    const bias = load<f32>(biases + ((<usize>bucketAt(network, i)) << 2));
    store<f32>(network.logits + ((<usize>i) << 2), bias);
  }
  let column = 0;
  for (; column + 32 <= network.hidden; column += 32) forwardColumns<u32>(network, from, to, column << 2);
  for (; column < network.hidden; column += 8) forwardColumns<u8>(network, from, to, column << 2);
}

/** The gradient of the rows of a part, by the slopes of their logits and what forward() wrote. */
function backward(network: Network, part: i32): void {
  const from = part * network.partRows;
  const to = min(from + network.partRows, network.rows);
  const gradient = network.partGradients + <usize>part * ((<usize>network.length) << 2);
  memory.fill(gradient, 0, (<usize>network.length) << 2);
  let column = 0;
  for (; column + 32 <= network.hidden; column += 32)
    backwardColumns<u32>(network, gradient, from, to, column << 2);
  for (; column < network.hidden; column += 8) backwardColumns<u8>(network, gradient, from, to, column << 2);
  const biasesAt = gradient + biasesOf(network) - network.values;
  for (let bucket = 0; bucket < network.bucketCount; bucket++) {
    let sum: f64 = 0;
    for (let i = from; i < to; i++) {
      if (bucketAt(network, i) == bucket) sum += load<f32>(network.slopes + ((<usize>i) << 2));
    }
    store<f32>(biasesAt + ((<usize>bucket) << 2), <f32>sum);
  }
}

/** The gradient of the batch: that of its parts, one after the other, for the numbers of a part. */
function addParts(network: Network, part: i32): void {
  const bytes = (<usize>network.length) << 2;
  const parts = (network.rows + network.partRows - 1) / network.partRows;
  const from = (<usize>(part * network.partNumbers)) << 2;
  const to = min(from + ((<usize>network.partNumbers) << 2), bytes);
  for (let at = from; at < to; at += 16) {
    let sum = f32x4.splat(0);
    let numbers = network.partGradients + at;
    for (let i = 0; i < parts; i++, numbers += bytes) sum = f32x4.add(sum, v128.load(numbers));
    v128.store(network.gradient + at, sum);
  }
}

/** A step of Adam for the numbers of a part. */
function step(network: Network, part: i32): void {
  const from = (<usize>(part * network.partNumbers)) << 2;
  const to = min(from + ((<usize>network.partNumbers) << 2), (<usize>network.length) << 2);
  const stepLength = f32x4.splat(network.stepLength);
  const correction = f32x4.splat(network.correction);
  const kept = f32x4.splat(network.kept);
  for (let at = from; at < to; at += 16) {
    const slope = v128.load(network.gradient + at);
    const mean = f32x4.add(
      f32x4.mul(f32x4.splat(0.9), v128.load(network.means + at)),
      f32x4.mul(f32x4.splat(0.1), slope),
    );
    const square = f32x4.add(
      f32x4.mul(f32x4.splat(0.999), v128.load(network.squares + at)),
      f32x4.mul(f32x4.splat(0.001), f32x4.mul(slope, slope)),
    );
    v128.store(network.means + at, mean);
    v128.store(network.squares + at, square);
    const divisor = f32x4.add(f32x4.sqrt(f32x4.mul(square, correction)), f32x4.splat(1e-8));
    const moved = f32x4.sub(
      f32x4.mul(kept, v128.load(network.values + at)),
      f32x4.div(f32x4.mul(stepLength, mean), divisor),
    );
    const limit = v128.load(network.limits + at);
    v128.store(network.values + at, f32x4.max(f32x4.min(moved, limit), f32x4.neg(limit)));
  }
}

/** Where the output weights begin: by bucket, those of the player to move, then those of the other. */
function outputsOf(network: Network): usize {
  return network.values + ((<usize>((network.inputs + 1) * network.hidden)) << 2);
}

/** Where the output biases begin, which follow them. */
function biasesOf(network: Network): usize {
  return outputsOf(network) + <usize>network.bucketCount * ((<usize>network.hidden) << 3);
}

/** The bucket of a row of the batch. */
function bucketAt(network: Network, i: i32): i32 {
  return load<u8>(network.buckets + <usize>load<i32>(network.order + ((<usize>i) << 2)));
}

/** Each row of the batch as its symmetry shows it. */
function loadLists(network: Network, from: i32, to: i32): void {
  const room = (<usize>network.mostActive) << 1;
  for (let i = from; i < to; i++) {
    const list = load<i32>(network.order + ((<usize>i) << 2)) << 1;
    const offsets = network.offsets + ((<usize>list) << 2);
    const map = network.maps + <usize>load<u8>(network.chosen + i) * ((<usize>network.inputs) << 1);
    let at = network.active + ((<usize>load<i32>(offsets)) << 1);
    for (let side = 0; side < 2; side++) {
      const index = <usize>((i << 1) + side);
      const size = load<i32>(offsets + ((<usize>side) << 2), 4) - load<i32>(offsets + ((<usize>side) << 2));
      store<i32>(network.sizes + (index << 2), size);
      let target = network.lists + index * room;
      for (const end = at + ((<usize>size) << 1); at < end; at += 2, target += 2)
        store<u16>(target, load<u16>(map + ((<usize>load<u16>(at)) << 1)));
    }
  }
}

function activation(sum: v128, squared: bool): v128 {
  const clipped = f32x4.max(f32x4.min(sum, f32x4.splat(1)), f32x4.splat(0));
  return squared ? f32x4.mul(clipped, clipped) : clipped;
}

/** Stores a unit and returns what it adds to the logit. */
function unitAt(units: usize, outputs: usize, sum: v128, squared: bool): v128 {
  const unit = activation(sum, squared);
  v128.store(units, unit);
  return f32x4.mul(unit, v128.load(outputs));
}

function sumOf(numbers: v128): f32 {
  return (
    f32x4.extract_lane(numbers, 0) +
    f32x4.extract_lane(numbers, 1) +
    (f32x4.extract_lane(numbers, 2) + f32x4.extract_lane(numbers, 3))
  );
}

/** For 32 columns where Bits has as many, else for 8; the type is known when this is compiled, so that neither asks which it is. */
function forwardColumns<Bits>(network: Network, from: i32, to: i32, first: usize): void {
  const isWide = sizeof<Bits>() == 4;
  const stride = (<usize>network.hidden) << 2;
  const rows = network.values + first;
  const biases = rows + <usize>network.inputs * stride;
  const squared = network.squared != 0;
  const room = (<usize>network.mostActive) << 1;
  let list = (<usize>from) << 1;
  let units = network.units + list * stride + first;
  for (let i = from; i < to; i++) {
    let dot = f32x4.splat(0);
    let outputs = outputsOf(network) + <usize>bucketAt(network, i) * 2 * stride + first;
    for (let side = 0; side < 2; side++, list++, units += stride, outputs += stride) {
      let at = network.lists + list * room;
      const end = at + ((<usize>load<i32>(network.sizes + (list << 2))) << 1);
      let a = v128.load(biases);
      let b = v128.load(biases, 16);
      let c = isWide ? v128.load(biases, 32) : a;
      let d = isWide ? v128.load(biases, 48) : a;
      let e = isWide ? v128.load(biases, 64) : a;
      let f = isWide ? v128.load(biases, 80) : a;
      let g = isWide ? v128.load(biases, 96) : a;
      let h = isWide ? v128.load(biases, 112) : a;
      for (; at < end; at += 2) {
        const row = rows + <usize>load<u16>(at) * stride;
        a = f32x4.add(a, v128.load(row));
        b = f32x4.add(b, v128.load(row, 16));
        if (!isWide) continue;
        c = f32x4.add(c, v128.load(row, 32));
        d = f32x4.add(d, v128.load(row, 48));
        e = f32x4.add(e, v128.load(row, 64));
        f = f32x4.add(f, v128.load(row, 80));
        g = f32x4.add(g, v128.load(row, 96));
        h = f32x4.add(h, v128.load(row, 112));
      }
      dot = f32x4.add(dot, unitAt(units, outputs, a, squared));
      dot = f32x4.add(dot, unitAt(units + 16, outputs + 16, b, squared));
      if (!isWide) continue;
      dot = f32x4.add(dot, unitAt(units + 32, outputs + 32, c, squared));
      dot = f32x4.add(dot, unitAt(units + 48, outputs + 48, d, squared));
      dot = f32x4.add(dot, unitAt(units + 64, outputs + 64, e, squared));
      dot = f32x4.add(dot, unitAt(units + 80, outputs + 80, f, squared));
      dot = f32x4.add(dot, unitAt(units + 96, outputs + 96, g, squared));
      dot = f32x4.add(dot, unitAt(units + 112, outputs + 112, h, squared));
    }
    const logit = network.logits + ((<usize>i) << 2);
    store<f32>(logit, load<f32>(logit) + sumOf(dot));
  }
}

/**
 * The slope of four sums before the activation, from that of the logit: where the unit is strictly between 0 and 1 that of
 * the output weights, else 0. Adds to the gradient of the output weights.
 */
function slopeAt(
  units: usize,
  outputs: usize,
  outputGradient: usize,
  slope: v128,
  squared: bool,
  at: usize,
): v128 {
  const unit = v128.load(units + at);
  addAt(outputGradient + at, f32x4.mul(slope, unit));
  const inside = v128.and(f32x4.gt(unit, f32x4.splat(0)), f32x4.lt(unit, f32x4.splat(1)));
  const own = v128.and(f32x4.mul(slope, v128.load(outputs + at)), inside);
  // The derivative of the square is twice its root.
  return squared ? f32x4.mul(own, f32x4.mul(f32x4.splat(2), f32x4.sqrt(unit))) : own;
}

function addAt(sums: usize, value: v128): void {
  v128.store(sums, f32x4.add(v128.load(sums), value));
}

function backwardColumns<Bits>(network: Network, gradient: usize, from: i32, to: i32, first: usize): void {
  const isWide = sizeof<Bits>() == 4;
  const stride = (<usize>network.hidden) << 2;
  const rows = gradient + first;
  const biases = rows + <usize>network.inputs * stride;
  const squared = network.squared != 0;
  const room = (<usize>network.mostActive) << 1;
  let list = (<usize>from) << 1;
  let units = network.units + list * stride + first;
  for (let i = from; i < to; i++) {
    const slope = f32x4.splat(load<f32>(network.slopes + ((<usize>i) << 2)));
    let outputs = outputsOf(network) + <usize>bucketAt(network, i) * 2 * stride + first;
    for (let side = 0; side < 2; side++, list++, units += stride, outputs += stride) {
      const outputGradient = outputs - network.values + gradient;
      const a = slopeAt(units, outputs, outputGradient, slope, squared, 0);
      const b = slopeAt(units, outputs, outputGradient, slope, squared, 16);
      const c = isWide ? slopeAt(units, outputs, outputGradient, slope, squared, 32) : a;
      const d = isWide ? slopeAt(units, outputs, outputGradient, slope, squared, 48) : a;
      const e = isWide ? slopeAt(units, outputs, outputGradient, slope, squared, 64) : a;
      const f = isWide ? slopeAt(units, outputs, outputGradient, slope, squared, 80) : a;
      const g = isWide ? slopeAt(units, outputs, outputGradient, slope, squared, 96) : a;
      const h = isWide ? slopeAt(units, outputs, outputGradient, slope, squared, 112) : a;
      let at = network.lists + list * room;
      const end = at + ((<usize>load<i32>(network.sizes + (list << 2))) << 1);
      // The biases are a row that every list names.
      for (let row = biases; ; at += 2) {
        addAt(row, a);
        addAt(row + 16, b);
        if (isWide) {
          addAt(row + 32, c);
          addAt(row + 48, d);
          addAt(row + 64, e);
          addAt(row + 80, f);
          addAt(row + 96, g);
          addAt(row + 112, h);
        }
        if (at >= end) break;
        row = rows + <usize>load<u16>(at) * stride;
      }
    }
  }
}
