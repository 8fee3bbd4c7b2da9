/** Fixed random words for hashing positions: the same on every machine, different for each seed. */
export function randomWords(count: number, seed: number): Int32Array {
  const words = new Int32Array(count);
  for (let i = 0; i < count; i++) words[i] = mix(Math.imul(i + 1, 0x9e3779b9) ^ mix(seed));
  return words;
}

/** Spreads every bit of a word over all others (the finisher of MurmurHash3). */
export function mix(word: number): number {
  let mixed = word ^ (word >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
