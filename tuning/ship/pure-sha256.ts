// FIPS 180-4. Browsers have SHA-256 only as a promise and only on secure pages, and node:crypto takes long to load.

const ROUNDS = 64;
const ROUND_CONSTANTS = fractions(ROUNDS, 1 / 3);
const FIRST_STATE = fractions(8, 1 / 2);

/** The SHA-256 of a text in UTF-8, in hexadecimal. */
export function pureSha256(text: string): string {
  const state = Int32Array.from(FIRST_STATE);
  const blocks = paddedWords(new TextEncoder().encode(text));
  const words = new Int32Array(ROUNDS);
  for (let start = 0; start < blocks.length; start += 16) {
    words.set(blocks.subarray(start, start + 16));
    digestBlock(state, words);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The message, a one bit, zeros, and its length in bits, as words of which the first byte is the highest. */
function paddedWords(bytes: Uint8Array): Int32Array {
  const words = new Int32Array(((bytes.length + 8) >> 6) * 16 + 16);
  bytes.forEach((byte, i) => (words[i >> 2] |= byte << (24 - 8 * (i & 3))));
  words[bytes.length >> 2] |= 0x80 << (24 - 8 * (bytes.length & 3));
  words[words.length - 2] = bytes.length / 0x20000000;
  words[words.length - 1] = bytes.length << 3;
  return words;
}

function digestBlock(state: Int32Array, words: Int32Array): void {
  for (let i = 16; i < ROUNDS; i++) {
    const near = words[i - 2];
    const far = words[i - 15];
    const nearMix = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
    const farMix = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
    words[i] = nearMix + words[i - 7] + farMix + words[i - 16];
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < ROUNDS; i++) {
    const chosen = (e & f) ^ (~e & g);
    const first =
      h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + ROUND_CONSTANTS[i] + words[i];
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The first 32 bits of the fractions of a power of the first prime numbers. */
function fractions(count: number, power: number): Int32Array {
  const words = new Int32Array(count);
  for (let prime = 2, found = 0; found < count; prime++) {
    let divisor = 2;
    while (prime % divisor !== 0) divisor++;
    if (divisor === prime) words[found++] = (prime ** power % 1) * 2 ** 32;
  }
  return words;
}
