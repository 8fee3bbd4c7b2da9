// AssemblyScript, built into WebAssembly with SIMD by build-sparse-layer.ts. Sums over rows of factor * row[i] and of
// weight * row[i] * row[j], in double precision, by blocks of rows that stay in the cache: each four columns times four others are summed
// in registers over the rows of a block. Columns past the last hold what follows in memory; nobody reads them.

/** Where all that a batch of rows has begins, and what it is; weighted-sums.ts fills it in. */
@unmanaged
class Batch {
  rows: usize;
  factors: usize;
  weights: usize;
  /** The rows of a block, and the same times their weights, each row at a multiple of four columns; f64, as all below. */
  plain: usize;
  scaled: usize;
  sums: usize;
  /** In rows of as many columns. */
  squares: usize;
  output: usize;
  width: i32;
  padded: i32;
}

const BLOCK = 64;

/**
 * Writes the sums of so many rows, then those of products: all above the diagonal is computed, the rest is its mirror image. Each is two
 * numbers of single precision, the second what the first leaves out; all first ones stand before all second ones.
 */
export function sum(batch: Batch, count: i32): void {
  const width = batch.width;
  const padded = batch.padded;
  memory.fill(batch.sums, 0, (<usize>padded) << 3);
  memory.fill(batch.squares, 0, (<usize>(padded * padded)) << 3);
  for (let start = 0; start < count; start += BLOCK) {
    const length = min(BLOCK, count - start);
    pack(batch, start, length);
    for (let j = 0; j < padded; j += 4) {
      addRows(batch, start, j, length);
      for (let i = 0; i <= j; i += 4) addTile(batch, i, j, length);
    }
  }
  for (let i = 0; i < width; i++) {
    write(batch, i, load<f64>(batch.sums + ((<usize>i) << 3)));
    for (let j = i; j < width; j++) {
      const product = load<f64>(batch.squares + ((<usize>(i * padded + j)) << 3));
      write(batch, width + i * width + j, product);
      write(batch, width + j * width + i, product);
    }
  }
}

function write(batch: Batch, index: i32, value: f64): void {
  const rest = (<usize>(batch.width * (batch.width + 1))) << 2;
  const address = batch.output + ((<usize>index) << 2);
  const rounded = <f32>value;
  store<f32>(address, rounded);
  store<f32>(address + rest, <f32>(value - <f64>rounded));
}

/** Copies a block of rows to where each begins at a multiple of four columns, as it is and times its weight. */
function pack(batch: Batch, start: i32, length: i32): void {
  const stride = (<usize>batch.padded) << 3;
  const rowBytes = (<usize>batch.width) << 2;
  let from = batch.rows + <usize>start * rowBytes;
  let weight = batch.weights + ((<usize>start) << 2);
  let plain = batch.plain;
  let scaled = batch.scaled;
  for (let row = 0; row < length; row++) {
    const factor = f64x2.splat(<f64>load<f32>(weight));
    for (let at: usize = 0; at < stride; at += 16) {
      const values = f64x2.promote_low_f32x4(v128.load64_zero(from + (at >> 1)));
      v128.store(plain + at, values);
      v128.store(scaled + at, f64x2.mul(values, factor));
    }
    from += rowBytes;
    weight += 4;
    plain += stride;
    scaled += stride;
  }
}

/** Adds four columns of the rows of a block, from j on, each row times its factor. */
function addRows(batch: Batch, start: i32, j: i32, length: i32): void {
  const stride = (<usize>batch.padded) << 3;
  const sums = batch.sums + ((<usize>j) << 3);
  let values = batch.plain + ((<usize>j) << 3);
  let factor = batch.factors + ((<usize>start) << 2);
  let a = v128.load(sums);
  let b = v128.load(sums, 16);
  for (let row = 0; row < length; row++, values += stride, factor += 4) {
    const times = f64x2.splat(<f64>load<f32>(factor));
    a = f64x2.add(a, f64x2.mul(times, v128.load(values)));
    b = f64x2.add(b, f64x2.mul(times, v128.load(values, 16)));
  }
  v128.store(sums, a);
  v128.store(sums, b, 16);
}

/** Adds the products of four columns from i on with four from j on, over a block. */
function addTile(batch: Batch, i: i32, j: i32, length: i32): void {
  const stride = (<usize>batch.padded) << 3;
  const sums = batch.squares + <usize>i * stride + ((<usize>j) << 3);
  let left = batch.plain + ((<usize>i) << 3);
  let right = batch.scaled + ((<usize>j) << 3);
  let a = v128.load(sums);
  let b = v128.load(sums, 16);
  let c = v128.load(sums + stride);
  let d = v128.load(sums + stride, 16);
  let e = v128.load(sums + 2 * stride);
  let f = v128.load(sums + 2 * stride, 16);
  let g = v128.load(sums + 3 * stride);
  let h = v128.load(sums + 3 * stride, 16);
  for (let row = 0; row < length; row++, left += stride, right += stride) {
    const first = v128.load(right);
    const second = v128.load(right, 16);
    const one = v128.load64_splat(left);
    a = f64x2.add(a, f64x2.mul(one, first));
    b = f64x2.add(b, f64x2.mul(one, second));
    const two = v128.load64_splat(left, 8);
    c = f64x2.add(c, f64x2.mul(two, first));
    d = f64x2.add(d, f64x2.mul(two, second));
    const three = v128.load64_splat(left, 16);
    e = f64x2.add(e, f64x2.mul(three, first));
    f = f64x2.add(f, f64x2.mul(three, second));
    const four = v128.load64_splat(left, 24);
    g = f64x2.add(g, f64x2.mul(four, first));
    h = f64x2.add(h, f64x2.mul(four, second));
  }
  v128.store(sums, a);
  v128.store(sums, b, 16);
  v128.store(sums + stride, c);
  v128.store(sums + stride, d, 16);
  v128.store(sums + 2 * stride, e);
  v128.store(sums + 2 * stride, f, 16);
  v128.store(sums + 3 * stride, g);
  v128.store(sums + 3 * stride, h, 16);
}
