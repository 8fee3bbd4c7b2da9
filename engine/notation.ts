import { InputError } from './input-error.ts';

/** The rows of a board text, each `width` long. */
export function rowsOfText(text: string, width: number): string[] {
  return Array.from({ length: text.length / width }, (_, row) => text.slice(row * width, (row + 1) * width));
}

/** Refuses a board text of the wrong length or with characters that the game does not know. */
export function checkBoardText(text: string, length: number, letters: string, board: string): void {
  if (text.length !== length) {
    throw new InputError(`BOARD has ${text.length} characters; ${board} needs ${length}`);
  }
  for (let i = 0; i < length; i++) {
    if (!letters.includes(text[i])) {
      throw new InputError(
        `BOARD has ${JSON.stringify(text[i])} at character ${i + 1}; expected one of ${[...letters].join(' ')}`,
      );
    }
  }
}

/** What no letter of a board stands for. */
export const NO_LETTER = -128;

/** What each byte of a board text stands for: the index of its letter among these, or NO_LETTER. */
export function letterTable(letters: string): Int8Array {
  const table = new Int8Array(256).fill(NO_LETTER);
  for (let i = 0; i < letters.length; i++) table[letters.charCodeAt(i)] = i;
  return table;
}

/** The letters of a text in the opposite order. */
export function reverseText(text: string): string {
  return [...text].reverse().join('');
}

/** A board and the one that has left and right exchanged. */
export function mirrorImages(size: number, board: string): string[] {
  return [board, rowsOfText(board, size).map(reverseText).join('')];
}

/** Exchanges pairs of letters, given as two strings of equal length, throughout a text. */
export function exchangeLetters(text: string, some: string, others: string): string {
  return text.replace(/./gs, (letter) => {
    if (some.includes(letter)) return others[some.indexOf(letter)];
    return others.includes(letter) ? some[others.indexOf(letter)] : letter;
  });
}
