import type { Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { otherSide, type Position, type Side } from '../position.ts';
import { distinctMoves, positionAfter } from './lines-of-play.ts';
import { differenceOf, keyText, toldOf } from './told-position.ts';
import { everywhere, moveText } from './rule.ts';
import { listsOnce, plays } from './rules-of-play.ts';

// What texts of boards and moves keep, and the keys, which tell positions apart as texts do.

export const readsBoards = everywhere(
  'a board read from its own text is the same position',
  [plays],
  () =>
    (position, _line, { game, size }) => {
      const board = game.formatBoard(position);
      if (!/^[!-~]+$/.test(board))
        return `its text is ${JSON.stringify(board)}; expected letters, digits and signs, no space`;
      const difference = differenceOf(
        toldOf(game, game.parseBoard(size, position.turn, board)),
        toldOf(game, position),
      );
      if (difference !== undefined) return `read from its text, ${difference}`;
      const settled = game.settle?.(size, board) ?? board;
      return settled === board ? undefined : `settle makes ${settled} of it`;
    },
);

export const placesBoards = everywhere('placeBoard sets up what parseBoard reads', [readsBoards], () => {
  const places: (Position | undefined)[] = [];
  return (position, line, { game, size }) => {
    const { turn } = position;
    const board = game.formatBoard(position);
    // One position for all boards: nothing of the one before may stay.
    const place = (places[turn] ??= game.parseBoard(size, turn, board));
    const bytes = bytesOf(`#${board}#`);
    if (!game.placeBoard(place, bytes, 1, bytes.length - 1)) return 'placeBoard refuses it';
    const read = game.parseBoard(size, turn, board);
    const told = (of: Position) => ({ ...toldOf(game, of), 'the key': keyText(of), ply: `${of.state.ply}` });
    const difference = differenceOf(told(place), told(read));
    if (difference !== undefined) return `placed from its text, ${difference}`;
    for (const text of spoiltBoards(board, line.length)) {
      const isRead = isParsed(game, size, turn, text);
      const other = game.parseBoard(size, turn, board);
      const isPlaced = game.placeBoard(other, bytesOf(text), 0, text.length);
      if (isPlaced !== isRead)
        return `parseBoard ${isRead ? 'reads' : 'refuses'} ${text}, and placeBoard ${isPlaced ? 'takes' : 'refuses'} it`;
    }
    return undefined;
  };
});

export const refusesBoards = everywhere(
  'a text that is no board is refused with an InputError',
  [readsBoards],
  () =>
    (position, line, { game, size }) => {
      const board = game.formatBoard(position);
      const wrong = [
        '',
        board.slice(1),
        `${board}${board[0]}`,
        spoilt(board, line.length, ' '),
        spoilt(board, line.length, 'é'),
      ];
      const taken = wrong.find((text) => isParsed(game, size, position.turn, text));
      return taken === undefined ? undefined : `parseBoard reads ${JSON.stringify(taken)}`;
    },
);

/** Boards with one letter changed for another of the same board: some are boards too, and some are none. */
function spoiltBoards(board: string, index: number): string[] {
  const letters = [...new Set(board)];
  return [
    board.slice(1),
    `${board}${board[0]}`,
    ...letters.flatMap((letter) => [spoilt(board, index, letter), spoilt(board, 5 * index + 3, letter)]),
    spoilt(board, index, ' '),
  ];
}

function spoilt(board: string, index: number, letter: string): string {
  return [...board].with(index % board.length, letter).join('');
}

function isParsed(game: Game, size: number, turn: Side, text: string): boolean {
  try {
    game.parseBoard(size, turn, text);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw new Error(`${String(error)} for ${JSON.stringify(text)}, and no InputError`, { cause: error });
  }
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

export const printsMoves = everywhere(
  'no two moves of a position print alike',
  [listsOnce],
  () =>
    (position, _line, { game }) => {
      const seen = new Set<string>();
      for (const move of distinctMoves(position)) {
        const text = game.formatMove(position, move);
        if (!/^[!-~]+$/.test(text))
          return `the text of move ${move} is ${JSON.stringify(text)}; expected letters, digits and signs, no space`;
        if (seen.has(text)) return `two moves print as ${text}`;
        seen.add(text);
      }
      return undefined;
    },
);

export const answers = everywhere(
  'an answer names the move, the board after it, or both',
  [printsMoves],
  () =>
    (position, line, { game, size }) => {
      for (const move of distinctMoves(position)) {
        const after = game.formatBoard(positionAfter(game, size, [...line, move]));
        const answer = game.formatAnswer(position, move, after);
        const words = answer.split(' ');
        if (!words.includes(after) && !words.includes(game.formatMove(position, move)))
          return `the answer of ${moveText(game, position, move)} is ${JSON.stringify(answer)}`;
      }
      return undefined;
    },
);

export const draws = everywhere(
  'a board can be drawn, each piece in the colour of its side',
  [plays],
  () =>
    (position, _line, { game }) => {
      const sides: number[] = [];
      const drawing = game.draw(position, (text, side) => {
        sides.push(side);
        return text;
      });
      if (typeof drawing !== 'string' || drawing.trim() === '') return 'its drawing is empty';
      const odd = sides.find((side) => ![-1, 0, 1].includes(side));
      return odd === undefined ? undefined : `a piece is painted for the side ${odd}`;
    },
);

export const keysAnew = everywhere(
  'the key is two 32-bit numbers that the board and the turn alone decide',
  [readsBoards],
  () =>
    (position, _line, { game, size }) => {
      const { keyLow, keyHigh } = position;
      if ((keyLow | 0) !== keyLow || (keyHigh | 0) !== keyHigh) return `its key is ${keyText(position)}`;
      const anew = keyText(game.parseBoard(size, position.turn, game.formatBoard(position)));
      return anew === keyText(position)
        ? undefined
        : `its key is ${keyText(position)}, and that of the same board set up anew is ${anew}`;
    },
);

export const keysOfTurns = everywhere(
  'the key tells who is to move',
  [keysAnew],
  () =>
    (position, _line, { game, size }) => {
      const [turn, board] = [otherSide(position.turn), game.formatBoard(position)];
      // A board may say itself who is to move: nobody can be told apart then.
      if (!isParsed(game, size, turn, board)) return undefined;
      const other = game.parseBoard(size, turn, board);
      return keyText(other) === keyText(position)
        ? `its key is that of the same board with ${game.players[other.turn]} to move`
        : undefined;
    },
);

export const keysOfBoards = everywhere('different boards have different keys', [plays], () => {
  const boards = new Map<string, string>();
  return (position, line, { game, size }) => {
    const near = distinctMoves(position).map((move) => positionAfter(game, size, [...line, move]));
    for (const each of [position, ...near]) {
      const key = `${each.turn} ${keyText(each)}`;
      const board = game.formatBoard(each);
      const other = boards.get(key) ?? board;
      if (other !== board) return `the boards ${other} and ${board} have the same key`;
      boards.set(key, board);
    }
    return undefined;
  };
});
