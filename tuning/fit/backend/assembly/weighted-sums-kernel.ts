// AssemblyScript, built into WebAssembly with SIMD by build-sparse-layer.ts. Sums over rows of factor * row[i], in double precision,
// and of weight * row[i] * row[j], in single precision within a block of rows that stays in the cache and in double over blocks. Each
// four columns times eight others are summed in registers over the rows of a block. Columns past the last hold what follows in
// memory; nobody reads them.

/** Where all that a batch of rows has begins, and what it is; weighted-sums.ts fills it in. */
@unmanaged
class Batch {
  rows: usize;
  factors: usize;
  weights: usize;
  /** The rows of a block, and the same times their weights, each row at a multiple of eight columns. */
  plain: usize;
  scaled: usize;
  /** f64: of rows, then of products in rows of as many columns. */
  sums: usize;
  squares: usize;
  output: usize;
  width: i32;
  padded: i32;
}

const BLOCK = 128;

/** Writes the sums of so many rows, then those of products: all above the diagonal is computed, the rest is its mirror image. */
export function sum(batch: Batch, count: i32): void {
  const width = batch.width;
  const padded = batch.padded;
  memory.fill(batch.sums, 0, (<usize>padded) << 3);
  memory.fill(batch.squares, 0, (<usize>(padded * padded)) << 3);
  for (let start = 0; start < count; start += BLOCK) {
    const length = min(BLOCK, count - start);
    pack(batch, start, length);
    for (let j = 0; j < padded; j += 8) {
      addRows(batch, start, j, length);
      for (let i = 0; i < j + 8; i += 4) addTile(batch, i, j, length);
    }
  }
  let output = batch.output;
  for (let i = 0; i < width; i++, output += 4)
    store<f32>(output, <f32>load<f64>(batch.sums + ((<usize>i) << 3)));
  for (let i = 0; i < width; i++)
    for (let j = i; j < width; j++) {
      const sum = <f32>load<f64>(batch.squares + ((<usize>(i * padded + j)) << 3));
      store<f32>(output + ((<usize>(i * width + j)) << 2), sum);
      store<f32>(output + ((<usize>(j * width + i)) << 2), sum);
    }
}

/** Copies a block of rows to where each begins at a multiple of eight columns, as it is and times its weight. */
function pack(batch: Batch, start: i32, length: i32): void {
  const stride = (<usize>batch.padded) << 2;
  const rowBytes = (<usize>batch.width) << 2;
  let from = batch.rows + <usize>start * rowBytes;
  let weight = batch.weights + ((<usize>start) << 2);
  let plain = batch.plain;
  let scaled = batch.scaled;
  for (let row = 0; row < length; row++) {
    const factor = v128.load32_splat(weight);
    for (let at: usize = 0; at < stride; at += 16) {
      const values = v128.load(from + at);
      v128.store(plain + at, values);
      v128.store(scaled + at, f32x4.mul(values, factor));
    }
    from += rowBytes;
    weight += 4;
    plain += stride;
    scaled += stride;
  }
}

/** Adds eight columns of the rows of a block, from j on, each row times its factor. */
function addRows(batch: Batch, start: i32, j: i32, length: i32): void {
  const stride = (<usize>batch.padded) << 2;
  const sums = batch.sums + ((<usize>j) << 3);
  let values = batch.plain + ((<usize>j) << 2);
  let factor = batch.factors + ((<usize>start) << 2);
  let a = v128.load(sums);
  let b = v128.load(sums, 16);
  let c = v128.load(sums, 32);
  let d = v128.load(sums, 48);
  for (let row = 0; row < length; row++, values += stride, factor += 4) {
    const times = f64x2.splat(<f64>load<f32>(factor));
    a = f64x2.add(a, f64x2.mul(times, f64x2.promote_low_f32x4(v128.load64_zero(values))));
    b = f64x2.add(b, f64x2.mul(times, f64x2.promote_low_f32x4(v128.load64_zero(values, 8))));
    c = f64x2.add(c, f64x2.mul(times, f64x2.promote_low_f32x4(v128.load64_zero(values, 16))));
    d = f64x2.add(d, f64x2.mul(times, f64x2.promote_low_f32x4(v128.load64_zero(values, 24))));
  }
  v128.store(sums, a);
  v128.store(sums, b, 16);
  v128.store(sums, c, 32);
  v128.store(sums, d, 48);
}

/** Adds the products of four columns from i on with eight from j on, over a block. */
function addTile(batch: Batch, i: i32, j: i32, length: i32): void {
  const stride = (<usize>batch.padded) << 2;
  let left = batch.plain + ((<usize>i) << 2);
  let right = batch.scaled + ((<usize>j) << 2);
  let a = f32x4.splat(0);
  let b = f32x4.splat(0);
  let c = f32x4.splat(0);
  let d = f32x4.splat(0);
  let e = f32x4.splat(0);
  let f = f32x4.splat(0);
  let g = f32x4.splat(0);
  let h = f32x4.splat(0);
  for (let row = 0; row < length; row++, left += stride, right += stride) {
    const first = v128.load(right);
    const second = v128.load(right, 16);
    const one = v128.load32_splat(left);
    a = f32x4.add(a, f32x4.mul(one, first));
    b = f32x4.add(b, f32x4.mul(one, second));
    const two = v128.load32_splat(left, 4);
    c = f32x4.add(c, f32x4.mul(two, first));
    d = f32x4.add(d, f32x4.mul(two, second));
    const three = v128.load32_splat(left, 8);
    e = f32x4.add(e, f32x4.mul(three, first));
    f = f32x4.add(f, f32x4.mul(three, second));
    const four = v128.load32_splat(left, 12);
    g = f32x4.add(g, f32x4.mul(four, first));
    h = f32x4.add(h, f32x4.mul(four, second));
  }
  const sumStride = stride << 1;
  const sums = batch.squares + <usize>i * sumStride + ((<usize>j) << 3);
  addEight(sums, a, b);
  addEight(sums + sumStride, c, d);
  addEight(sums + 2 * sumStride, e, f);
  addEight(sums + 3 * sumStride, g, h);
}

function addEight(sums: usize, first: v128, second: v128): void {
  addTwo(sums, first);
  addTwo(sums + 16, v128.shuffle<f64>(first, first, 1, 1));
  addTwo(sums + 32, second);
  addTwo(sums + 48, v128.shuffle<f64>(second, second, 1, 1));
}

/** Adds the first two numbers of four. */
function addTwo(sums: usize, values: v128): void {
  v128.store(sums, f64x2.add(v128.load(sums), f64x2.promote_low_f32x4(values)));
}
