import type { Game } from '../../game.ts';
import { InputError } from '../../input-error.ts';
import { checkBoardText, letterTable, NO_LETTER } from '../../notation.ts';
import { CongaPosition } from './position.ts';
import { STONES } from './sowing.ts';

export const PLAYERS = ['a', 'b'] as const;

export const LETTERS = ['abcdefghij', 'ABCDEFGHIJ'] as const;

// Ten letters for each side after the empty square, in the order of their stones.
const SQUARES = letterTable(`.${LETTERS.join('')}`).map((index) => (index > STONES ? STONES - index : index));
const placed = new Int32Array(16);

/** The boards of the game in which each player has so many stones. */
export function boardsOf(stones: number): Pick<Game<CongaPosition>, 'start' | 'parseBoard' | 'placeBoard'> {
  return {
    start(size) {
      const squares = new Int32Array(size * size);
      squares[0] = stones;
      squares[size * size - 1] = -stones;
      return new CongaPosition(size, 0, squares);
    },

    parseBoard(size, turn, text) {
      checkBoardText(text, size * size, `.${LETTERS.join('')}`, `Conga ${size}`);
      const squares = Array.from(text, signedStones);
      for (const side of [0, 1] as const) {
        const sum = squares.reduce((before, count) => before + Math.max(side === 0 ? count : -count, 0), 0);
        if (sum !== stones)
          throw new InputError(
            `BOARD has ${sum} stones of player ${PLAYERS[side]}; expected exactly ${stones}`,
          );
      }
      return new CongaPosition(size, turn, squares);
    },

    placeBoard(position, text, start, end) {
      const { size } = position;
      const area = size * size;
      if (end - start !== area) return false;
      let first = 0;
      let second = 0;
      for (let i = 0; i < area; i++) {
        const count = SQUARES[text[start + i]];
        if (count === NO_LETTER) return false;
        if (count > 0) first += count;
        else second -= count;
        placed[i] = count;
      }
      if (first !== stones || second !== stones) return false;
      position.place(placed);
      return true;
    },
  };
}

/** The stones of a letter: positive for side 0, negative for side 1. */
export function signedStones(letter: string): number {
  return LETTERS[0].indexOf(letter) + 1 - (LETTERS[1].indexOf(letter) + 1);
}
