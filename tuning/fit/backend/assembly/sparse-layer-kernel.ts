// AssemblyScript, built into WebAssembly with SIMD by build-sparse-layer.ts. A list names the inputs that are on, as u16; list i
// stands between the i-th and the next of the offsets, i32. All else is f32. The sums of a list stay in registers while its rows
// are added, 32 columns at a time, and 8 at a time for what is left.

/** Where all that a layer has begins, and what it is; sparse-layer.ts fills it in. */
@unmanaged
class Layer {
  offsets: usize;
  lists: usize;
  weights: usize;
  biases: usize;
  weightGradient: usize;
  biasGradient: usize;
  outputs: usize;
  slopes: usize;
  hidden: i32;
  squared: i32;
}

/** outputs[i] = activation(biases + the sum of the rows of weights that list i names), for each of so many lists. */
export function forward(layer: Layer, count: i32): void {
  let column = 0;
  for (; column + 32 <= layer.hidden; column += 32) forwardColumns<u32>(layer, count, column << 2);
  for (; column < layer.hidden; column += 8) forwardColumns<u8>(layer, count, column << 2);
}

/** Adds to the gradients of weights and biases what the slopes of the outputs, by what forward() wrote, make of them. */
export function backward(layer: Layer, count: i32): void {
  let column = 0;
  for (; column + 32 <= layer.hidden; column += 32) backwardColumns<u32>(layer, count, column << 2);
  for (; column < layer.hidden; column += 8) backwardColumns<u8>(layer, count, column << 2);
}

function activation(sum: v128, squared: bool): v128 {
  const clipped = f32x4.max(f32x4.min(sum, f32x4.splat(1)), f32x4.splat(0));
  return squared ? f32x4.mul(clipped, clipped) : clipped;
}

/** The slope before the activation: that after it where the output is strictly between 0 and 1, else 0. */
function slopeAt(slopes: usize, outputs: usize, squared: bool, at: usize): v128 {
  const output = v128.load(outputs + at);
  const inside = v128.and(f32x4.gt(output, f32x4.splat(0)), f32x4.lt(output, f32x4.splat(1)));
  const slope = v128.and(v128.load(slopes + at), inside);
  // The derivative of the square is twice its root.
  return squared ? f32x4.mul(slope, f32x4.mul(f32x4.splat(2), f32x4.sqrt(output))) : slope;
}

function addAt(sums: usize, value: v128): void {
  v128.store(sums, f32x4.add(v128.load(sums), value));
}

/** Where a list ends and the next begins. */
function endOf(lists: usize, offsets: usize, list: i32): usize {
  return lists + ((<usize>load<i32>(offsets + ((<usize>(list + 1)) << 2))) << 1);
}

/** For 32 columns where Bits has as many, else for 8; the type is known when this is compiled, so that neither asks which it is. */
function forwardColumns<Bits>(layer: Layer, count: i32, first: usize): void {
  const isWide = sizeof<Bits>() == 4;
  const lists = layer.lists;
  const offsets = layer.offsets;
  const biases = layer.biases + first;
  const rows = layer.weights + first;
  const squared = layer.squared != 0;
  const stride = (<usize>layer.hidden) << 2;
  let output = layer.outputs + first;
  let at = endOf(lists, offsets, -1);
  for (let i = 0; i < count; i++, output += stride) {
    const end = endOf(lists, offsets, i);
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
    v128.store(output, activation(a, squared));
    v128.store(output, activation(b, squared), 16);
    if (!isWide) continue;
    v128.store(output, activation(c, squared), 32);
    v128.store(output, activation(d, squared), 48);
    v128.store(output, activation(e, squared), 64);
    v128.store(output, activation(f, squared), 80);
    v128.store(output, activation(g, squared), 96);
    v128.store(output, activation(h, squared), 112);
  }
}

function backwardColumns<Bits>(layer: Layer, count: i32, first: usize): void {
  const isWide = sizeof<Bits>() == 4;
  const lists = layer.lists;
  const offsets = layer.offsets;
  const biases = layer.biasGradient + first;
  const rows = layer.weightGradient + first;
  const squared = layer.squared != 0;
  const stride = (<usize>layer.hidden) << 2;
  let slopes = layer.slopes + first;
  let outputs = layer.outputs + first;
  let at = endOf(lists, offsets, -1);
  for (let i = 0; i < count; i++, slopes += stride, outputs += stride) {
    const end = endOf(lists, offsets, i);
    const a = slopeAt(slopes, outputs, squared, 0);
    const b = slopeAt(slopes, outputs, squared, 16);
    const c = isWide ? slopeAt(slopes, outputs, squared, 32) : a;
    const d = isWide ? slopeAt(slopes, outputs, squared, 48) : a;
    const e = isWide ? slopeAt(slopes, outputs, squared, 64) : a;
    const f = isWide ? slopeAt(slopes, outputs, squared, 80) : a;
    const g = isWide ? slopeAt(slopes, outputs, squared, 96) : a;
    const h = isWide ? slopeAt(slopes, outputs, squared, 112) : a;
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
