import { type Game, widthOf } from '../../engine/game.ts';
import { moduleOf } from '../../engine/games/index.ts';
import type { Side } from '../../engine/position.ts';
import type { Words } from '../../engine/words.ts';

/** The words of a game, with what goes without saying. */
export type GameWords = Required<Omit<Words, 'columns' | 'squares'>> & Pick<Words, 'columns' | 'squares'>;

/** How a game is spoken of: as it says itself, else as any game may be. */
export function wordsOf(game: Game): GameWords {
  const { words = {} } = moduleOf(game);
  return { ...usualWords(game), ...words, ends: { ...usualEnds(game), ...words.ends } };
}

function usualWords(game: Game): Omit<GameWords, 'ends'> {
  const [first, second] = game.players;
  return {
    sides: [`Player ${first}`, `Player ${second}`],
    aim: () =>
      `Choose a square; where there is more to choose, squares are marked and moves are listed below the board. ${goalOf(game)}`,
    piece: (letter) => pieceOf(game, letter),
    move: (text) => text,
    target: () => ({ action: 'move here' }),
  };
}

function goalOf({ wonBy }: Game): string {
  return wonBy === 'blocked' ? 'Who cannot move has lost.' : `What wins: ${wonBy}.`;
}

function pieceOf({ pieces, players }: Game, letter: string): string {
  if (letter === '.') return 'empty';
  const side = pieces?.findIndex((some) => some.includes(letter)) ?? -1;
  if (side === -1) return letter;
  return `${pieces![0].length === 1 ? 'piece' : letter} of player ${players[side]}`;
}

/** How an end is told that any game may have, of a won one and of a drawn one. */
const ENDS: Readonly<Record<string, string>> = {
  drawn: 'by the rules',
  blocked: 'as the other has no move',
  repetition: 'by repetition',
  quiet: 'for want of progress',
  cap: 'at the limit of plies',
  adjudicated: 'by adjudication',
  late: 'as the other was late',
  silent: 'as the other said nothing',
  illegal: 'as the other made no legal move',
  crashed: 'as the other crashed',
};

function usualEnds({ wonBy }: Game): Readonly<Record<string, string>> {
  return { [wonBy]: `by ${wonBy}`, ...ENDS };
}

/** The name of a player at the beginning of a sentence. */
export function sideName(game: Game, side: Side): string {
  return wordsOf(game).sides[side];
}

/** A square by its row and its column, both from 1, row 1 at the top. */
export function squareText(game: Game, size: number, square: number): string {
  const width = widthOf(game, size);
  return `row ${Math.floor(square / width) + 1} column ${(square % width) + 1}`;
}
