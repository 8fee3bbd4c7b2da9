// AssemblyScript, built into WebAssembly with SIMD by tuning/fit/backend/build-kernels.ts: the sums of a network and its output, as
// plain-sums.ts has them in JavaScript, bit by bit. wasm-sums.ts lays out the memory.
//
// A side's sums, the vector of a part and the output weights of a side all have as many numbers, filled up with zeros to whole
// chunks. Sums and vectors are of 16 bits where no position can have a sum beyond them, and of 32 bits otherwise.

/** Bytes that a loop takes at once, four registers. */
const CHUNK: usize = 64;

/** Bytes of a side's sums. */
let bytes: usize;
let isWide: bool;
let steps: usize;
let slots: usize;
let vectors: usize;
let outputs: usize;
let biases: usize;
/** What is 1 in a sum. */
let one: i32;
/** Units are squared and then shifted right by so much; -1 where they are not squared. */
let shift: i32;

export function lay(
  bytesOfSide: usize,
  is32: bool,
  stepsAt: usize,
  slotsAt: usize,
  vectorsAt: usize,
  outputsAt: usize,
  biasesAt: usize,
  unit: i32,
  squaredShift: i32,
): void {
  bytes = bytesOfSide;
  isWide = is32;
  steps = stepsAt;
  slots = slotsAt;
  vectors = vectorsAt;
  outputs = outputsAt;
  biases = biasesAt;
  one = unit;
  shift = squaredShift;
}

/** Makes the steps before index `end`, and returns the sum of the output of a bucket, of a slot for the side to move. */
export function run(end: i32, slot: i32, turn: i32, bucket: i32): i32 {
  const last = steps + ((<usize>end) << 2);
  if (isWide) {
    for (let at = steps; at < last;) at = step<i32>(at);
    return output<i32>(slot, turn, bucket);
  }
  for (let at = steps; at < last;) at = step<i16>(at);
  return output<i16>(slot, turn, bucket);
}

/** Makes the step that begins at an address and returns where it ends. */
function step<T>(at: usize): usize {
  const target = slots + <usize>load<i32>(at) * bytes * 2;
  const source = slots + <usize>load<i32>(at, 4) * bytes * 2;
  const first = at + 12;
  const end = first + ((<usize>load<i32>(at, 8)) << 4);
  for (let word = first; word < end; word += 4) store<u32>(word, vectors + <usize>load<i32>(word) * bytes);
  if (end == first + 16) {
    replace<T>(target, source, first);
    replace<T>(target + bytes, source + bytes, first + 8);
  } else {
    replaceAll<T>(target, source, first, end);
    replaceAll<T>(target + bytes, source + bytes, first + 8, end + 8);
  }
  return end;
}

/** One side's sums from others, less a vector and plus another; their addresses stand in the list. */
function replace<T>(target: usize, source: usize, change: usize): void {
  const gone = <usize>load<u32>(change);
  const come = <usize>load<u32>(change, 4);
  for (let i: usize = 0; i < bytes; i += CHUNK) {
    const a = v128.load(source + i);
    const b = v128.load(source + i, 16);
    const c = v128.load(source + i, 32);
    const d = v128.load(source + i, 48);
    v128.store(target + i, v128.add<T>(v128.sub<T>(a, v128.load(gone + i)), v128.load(come + i)));
    v128.store(target + i, v128.add<T>(v128.sub<T>(b, v128.load(gone + i, 16)), v128.load(come + i, 16)), 16);
    v128.store(target + i, v128.add<T>(v128.sub<T>(c, v128.load(gone + i, 32)), v128.load(come + i, 32)), 32);
    v128.store(target + i, v128.add<T>(v128.sub<T>(d, v128.load(gone + i, 48)), v128.load(come + i, 48)), 48);
  }
}

/** The same with any number of changes; the list of those of the other side lies between. */
function replaceAll<T>(target: usize, source: usize, first: usize, end: usize): void {
  for (let i: usize = 0; i < bytes; i += CHUNK) {
    let a = v128.load(source + i);
    let b = v128.load(source + i, 16);
    let c = v128.load(source + i, 32);
    let d = v128.load(source + i, 48);
    for (let change = first; change < end; change += 16) {
      const gone = <usize>load<u32>(change) + i;
      const come = <usize>load<u32>(change, 4) + i;
      a = v128.add<T>(v128.sub<T>(a, v128.load(gone)), v128.load(come));
      b = v128.add<T>(v128.sub<T>(b, v128.load(gone, 16)), v128.load(come, 16));
      c = v128.add<T>(v128.sub<T>(c, v128.load(gone, 32)), v128.load(come, 32));
      d = v128.add<T>(v128.sub<T>(d, v128.load(gone, 48)), v128.load(come, 48));
    }
    v128.store(target + i, a);
    v128.store(target + i, b, 16);
    v128.store(target + i, c, 32);
    v128.store(target + i, d, 48);
  }
}

/** The sum of the output of a bucket, of a slot for the side to move. */
function output<T>(slot: i32, turn: i32, bucket: i32): i32 {
  const at = slots + <usize>slot * bytes * 2;
  const toMove = turn == 0 ? at : at + bytes;
  const other = turn == 0 ? at + bytes : at;
  // Output weights have 16 bits.
  const half = sizeof<T>() == 4 ? bytes >> 1 : bytes;
  const weights = outputs + <usize>bucket * half * 2;
  const sum = i32x4.add(outputOf<T>(toMove, weights), outputOf<T>(other, weights + half));
  return (
    load<i32>(biases + ((<usize>bucket) << 2)) +
    i32x4.extract_lane(sum, 0) +
    i32x4.extract_lane(sum, 1) +
    i32x4.extract_lane(sum, 2) +
    i32x4.extract_lane(sum, 3)
  );
}

/** What one side's units add to the output, in four sums. */
function outputOf<T>(sums: usize, weights: usize): v128 {
  const squared = shift >= 0;
  const most = i16x8.splat(<i16>one);
  let first = i32x4.splat(0);
  let second = i32x4.splat(0);
  const end = sums + bytes;
  for (let at = sums, weight = weights; at < end; at += 16 * sizeof<T>(), weight += 32) {
    let a = clipped<T>(at, most);
    let b = clipped<T>(at + 8 * sizeof<T>(), most);
    if (squared) {
      a = square(a);
      b = square(b);
    }
    first = i32x4.add(first, i32x4.dot_i16x8_s(a, v128.load(weight)));
    second = i32x4.add(second, i32x4.dot_i16x8_s(b, v128.load(weight, 16)));
  }
  return i32x4.add(first, second);
}

/** Eight sums cut off at 0 and 1, in 16 bits. */
function clipped<T>(at: usize, most: v128): v128 {
  const sums = sizeof<T>() == 4 ? i16x8.narrow_i32x4_s(v128.load(at), v128.load(at, 16)) : v128.load(at);
  return i16x8.min_s(i16x8.max_s(sums, i16x8.splat(0)), most);
}

function square(units: v128): v128 {
  return i16x8.narrow_i32x4_s(
    i32x4.shr_u(i32x4.extmul_low_i16x8_s(units, units), shift),
    i32x4.shr_u(i32x4.extmul_high_i16x8_s(units, units), shift),
  );
}
