/** Writes int16 numbers as base64 text of their bytes, the low byte of each first. */
export function makeInt16Text(numbers: Int16Array): string {
  let bytes = '';
  for (const number of numbers) bytes += String.fromCharCode(number & 255, (number >> 8) & 255);
  return btoa(bytes);
}

/** Reads what `makeInt16Text` writes; undefined for any other text. */
export function parseInt16Text(text: string): Int16Array | undefined {
  // The characters are looked at first: atob throws at some wrong ones and skips others.
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const bytes = atob(text);
  if (bytes.length % 2 !== 0) return undefined;
  const numbers = new Int16Array(bytes.length / 2);
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = bytes.charCodeAt(2 * i) | (bytes.charCodeAt(2 * i + 1) << 8);
  }
  return numbers;
}
