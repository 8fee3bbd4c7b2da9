// AssemblyScript, built into WebAssembly with SIMD by build-sparse-layer.ts. A list names the inputs that are on, as u16; list i
// stands between the i-th and the next of the offsets, i32. All else is f32. The sums of a list stay in registers while its rows
// are added, 32 columns at a time, and 8 at a time for what is left.

/** outputs[i] = activation(biases + the sum of the rows of weights that list i names), for every list. */
export function forward(
  lists: usize,
  offsets: usize,
  count: i32,
  weights: usize,
  biases: usize,
  hidden: i32,
  squared: bool,
  outputs: usize,
): void {
  let column = 0;
  for (; column + 32 <= hidden; column += 32) {
    forward32(lists, offsets, count, weights, biases, hidden, squared, outputs, column << 2);
  }
  for (; column < hidden; column += 8) {
    forward8(lists, offsets, count, weights, biases, hidden, squared, outputs, column << 2);
  }
}

/** Adds to the gradients of weights and biases what the slopes of the outputs, by what forward() wrote, make of them. */
export function backward(
  lists: usize,
  offsets: usize,
  count: i32,
  slopes: usize,
  outputs: usize,
  hidden: i32,
  squared: bool,
  weightGradient: usize,
  biasGradient: usize,
): void {
  let column = 0;
  for (; column + 32 <= hidden; column += 32) {
    backward32(
      lists,
      offsets,
      count,
      slopes,
      outputs,
      hidden,
      squared,
      weightGradient,
      biasGradient,
      column << 2,
    );
  }
  for (; column < hidden; column += 8) {
    backward8(
      lists,
      offsets,
      count,
      slopes,
      outputs,
      hidden,
      squared,
      weightGradient,
      biasGradient,
      column << 2,
    );
  }
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

function forward32(
  lists: usize,
  offsets: usize,
  count: i32,
  weights: usize,
  biases: usize,
  hidden: i32,
  squared: bool,
  outputs: usize,
  first: usize,
): void {
  const stride = (<usize>hidden) << 2;
  const rows = weights + first;
  let at = lists + ((<usize>load<i32>(offsets)) << 1);
  for (let i = 0; i < count; i++) {
    const end = lists + ((<usize>load<i32>(offsets + ((<usize>(i + 1)) << 2))) << 1);
    let a = v128.load(biases + first);
    let b = v128.load(biases + first, 16);
    let c = v128.load(biases + first, 32);
    let d = v128.load(biases + first, 48);
    let e = v128.load(biases + first, 64);
    let f = v128.load(biases + first, 80);
    let g = v128.load(biases + first, 96);
    let h = v128.load(biases + first, 112);
    for (; at < end; at += 2) {
      const row = rows + <usize>load<u16>(at) * stride;
      a = f32x4.add(a, v128.load(row));
      b = f32x4.add(b, v128.load(row, 16));
      c = f32x4.add(c, v128.load(row, 32));
      d = f32x4.add(d, v128.load(row, 48));
      e = f32x4.add(e, v128.load(row, 64));
      f = f32x4.add(f, v128.load(row, 80));
      g = f32x4.add(g, v128.load(row, 96));
      h = f32x4.add(h, v128.load(row, 112));
    }
    const output = outputs + <usize>i * stride + first;
    v128.store(output, activation(a, squared));
    v128.store(output, activation(b, squared), 16);
    v128.store(output, activation(c, squared), 32);
    v128.store(output, activation(d, squared), 48);
    v128.store(output, activation(e, squared), 64);
    v128.store(output, activation(f, squared), 80);
    v128.store(output, activation(g, squared), 96);
    v128.store(output, activation(h, squared), 112);
  }
}

function forward8(
  lists: usize,
  offsets: usize,
  count: i32,
  weights: usize,
  biases: usize,
  hidden: i32,
  squared: bool,
  outputs: usize,
  first: usize,
): void {
  const stride = (<usize>hidden) << 2;
  const rows = weights + first;
  let at = lists + ((<usize>load<i32>(offsets)) << 1);
  for (let i = 0; i < count; i++) {
    const end = lists + ((<usize>load<i32>(offsets + ((<usize>(i + 1)) << 2))) << 1);
    let a = v128.load(biases + first);
    let b = v128.load(biases + first, 16);
    for (; at < end; at += 2) {
      const row = rows + <usize>load<u16>(at) * stride;
      a = f32x4.add(a, v128.load(row));
      b = f32x4.add(b, v128.load(row, 16));
    }
    const output = outputs + <usize>i * stride + first;
    v128.store(output, activation(a, squared));
    v128.store(output, activation(b, squared), 16);
  }
}

function backward32(
  lists: usize,
  offsets: usize,
  count: i32,
  slopes: usize,
  outputs: usize,
  hidden: i32,
  squared: bool,
  weightGradient: usize,
  biasGradient: usize,
  first: usize,
): void {
  const stride = (<usize>hidden) << 2;
  const rows = weightGradient + first;
  const biases = biasGradient + first;
  let at = lists + ((<usize>load<i32>(offsets)) << 1);
  for (let i = 0; i < count; i++) {
    const end = lists + ((<usize>load<i32>(offsets + ((<usize>(i + 1)) << 2))) << 1);
    const output = <usize>i * stride + first;
    const a = slopeAt(slopes, outputs, squared, output);
    const b = slopeAt(slopes, outputs, squared, output + 16);
    const c = slopeAt(slopes, outputs, squared, output + 32);
    const d = slopeAt(slopes, outputs, squared, output + 48);
    const e = slopeAt(slopes, outputs, squared, output + 64);
    const f = slopeAt(slopes, outputs, squared, output + 80);
    const g = slopeAt(slopes, outputs, squared, output + 96);
    const h = slopeAt(slopes, outputs, squared, output + 112);
    addAt(biases, a);
    addAt(biases + 16, b);
    addAt(biases + 32, c);
    addAt(biases + 48, d);
    addAt(biases + 64, e);
    addAt(biases + 80, f);
    addAt(biases + 96, g);
    addAt(biases + 112, h);
    for (; at < end; at += 2) {
      const row = rows + <usize>load<u16>(at) * stride;
      addAt(row, a);
      addAt(row + 16, b);
      addAt(row + 32, c);
      addAt(row + 48, d);
      addAt(row + 64, e);
      addAt(row + 80, f);
      addAt(row + 96, g);
      addAt(row + 112, h);
    }
  }
}

function backward8(
  lists: usize,
  offsets: usize,
  count: i32,
  slopes: usize,
  outputs: usize,
  hidden: i32,
  squared: bool,
  weightGradient: usize,
  biasGradient: usize,
  first: usize,
): void {
  const stride = (<usize>hidden) << 2;
  const rows = weightGradient + first;
  const biases = biasGradient + first;
  let at = lists + ((<usize>load<i32>(offsets)) << 1);
  for (let i = 0; i < count; i++) {
    const end = lists + ((<usize>load<i32>(offsets + ((<usize>(i + 1)) << 2))) << 1);
    const output = <usize>i * stride + first;
    const a = slopeAt(slopes, outputs, squared, output);
    const b = slopeAt(slopes, outputs, squared, output + 16);
    addAt(biases, a);
    addAt(biases + 16, b);
    for (; at < end; at += 2) {
      const row = rows + <usize>load<u16>(at) * stride;
      addAt(row, a);
      addAt(row + 16, b);
    }
  }
}
