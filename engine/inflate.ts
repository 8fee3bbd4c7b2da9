// DEFLATE (RFC 1951), as far as it is needed to read what the project has packed itself: nothing is checked.

// Lengths from 257 on and distances: what each code begins with, and how many more bits it has.
const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LONGEST_CODE = 15;
const END_OF_BLOCK = 256;

/** A prefix code: how many codes there are of each length, and the symbols in the order of their codes. */
interface Code {
  counts: Uint16Array;
  symbols: Uint16Array;
}

/** Unpacks a stream of DEFLATE into so many bytes. */
export function inflate(packed: Uint8Array, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let written = 0;
  let read = 0;
  let buffer = 0;
  let buffered = 0;

  const bits = (count: number): number => {
    while (buffered < count) {
      buffer |= packed[read++] << buffered;
      buffered += 8;
    }
    const value = buffer & ((1 << count) - 1);
    buffer >>>= count;
    buffered -= count;
    return value;
  };
  const symbolOf = ({ counts, symbols }: Code): number => {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let size = 1; ; size++) {
      code |= bits(1);
      const count = counts[size];
      if (code - count < first) return symbols[index + code - first];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
  };
  const block = (lengths: Code, distances: Code) => {
    for (;;) {
      const symbol = symbolOf(lengths);
      if (symbol === END_OF_BLOCK) return;
      if (symbol < END_OF_BLOCK) {
        bytes[written++] = symbol;
        continue;
      }
      const size = LENGTHS[symbol - 257] + bits(LENGTH_BITS[symbol - 257]);
      const code = symbolOf(distances);
      const distance = DISTANCES[code] + bits(DISTANCE_BITS[code]);
      for (let i = 0; i < size; i++, written++) bytes[written] = bytes[written - distance];
    }
  };
  const codesOfBlock = (): [Code, Code] => {
    const lengthCodes = bits(5) + 257;
    const distanceCodes = bits(5) + 1;
    const codeCodes = bits(4) + 4;
    const sizes = new Uint8Array(lengthCodes + distanceCodes);
    const ofSizes = new Uint8Array(19);
    for (let i = 0; i < codeCodes; i++) ofSizes[CODE_ORDER[i]] = bits(3);
    const sizeCode = codeOf(ofSizes);
    for (let i = 0; i < sizes.length;) {
      const symbol = symbolOf(sizeCode);
      if (symbol < 16) sizes[i++] = symbol;
      else {
        const size = symbol === 16 ? sizes[i - 1] : 0;
        const times = symbol === 16 ? 3 + bits(2) : symbol === 17 ? 3 + bits(3) : 11 + bits(7);
        sizes.fill(size, i, i + times);
        i += times;
      }
    }
    return [codeOf(sizes.subarray(0, lengthCodes)), codeOf(sizes.subarray(lengthCodes))];
  };

  for (let isLast = 0; isLast === 0;) {
    isLast = bits(1);
    const kind = bits(2);
    if (kind === 0) {
      buffer = buffered = 0;
      const size = packed[read] | (packed[read + 1] << 8);
      read += 4;
      bytes.set(packed.subarray(read, read + size), written);
      read += size;
      written += size;
    } else if (kind === 1) block(FIXED_LENGTHS, FIXED_DISTANCES);
    else block(...codesOfBlock());
  }
  return bytes;
}

/** The code of symbols whose codes have these lengths; 0 for those that have none. */
function codeOf(sizes: Uint8Array): Code {
  const counts = new Uint16Array(LONGEST_CODE + 1);
  for (const size of sizes) counts[size]++;
  counts[0] = 0;
  const next = new Uint16Array(LONGEST_CODE + 2);
  for (let size = 1; size <= LONGEST_CODE; size++) next[size + 1] = next[size] + counts[size];
  const symbols = new Uint16Array(sizes.length);
  sizes.forEach((size, symbol) => {
    if (size !== 0) symbols[next[size]++] = symbol;
  });
  return { counts, symbols };
}

const FIXED_LENGTHS = codeOf(
  Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
);
const FIXED_DISTANCES = codeOf(new Uint8Array(30).fill(5));
