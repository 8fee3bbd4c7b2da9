import type { Game } from '../../engine/game.ts';
import { games } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { legalMoves, type Side } from '../../engine/position.ts';
import { boardAfter } from '../../engine/text/answer.ts';
import { type Place, parsePlace } from './position-text.ts';
import { ViewedGame } from './viewed-game.ts';

// The first columns of a dataset of games; see datasets/README.md.
const CSV_HEADER = 'game,ply,player,board,move,';

/** A game that can be stepped through; whether it follows the rules is seen when it is opened. */
export interface RecordedGame {
  plies: number;
  open(): ViewedGame;
}

/**
 * Reads recorded games: rows of a dataset, a list of boards, or a list of moves, the last two after a command line that
 * names the first position where it is not the start. A game that does not follow the rules is refused.
 */
export function parseRecordedGames(text: string, current: Pick<Place, 'game' | 'size'>): RecordedGame[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0)
    throw new InputError('there is no text; expected moves, boards or rows of a dataset');
  if (lines[0].startsWith(CSV_HEADER)) return datasetGames(lines.slice(1));
  const named = games.some(({ name }) => new RegExp(`^(npx |evalsmith |move )*${name}\\s`).test(lines[0]));
  const start = named ? parsePlace(lines.shift()!, { ...current, turn: 0 }).place : undefined;
  const session = gameOfLines(lines, start, start ?? current);
  return [{ plies: session.moves.length, open: () => session }];
}

/** The text of a game, as `parseRecordedGames` reads it. */
export function recordText({ start, moves }: ViewedGame): string {
  const { game, size, turn, board } = start;
  return `${game.name} ${size} ${game.players[turn]} ${board}\n${moves.join(' ')}\n`;
}

function gameOfLines(
  lines: readonly string[],
  start: Place | undefined,
  { game, size }: Pick<Place, 'game' | 'size'>,
): ViewedGame {
  const boards = lines.map((line) => boardOf(game, line));
  if (boards.length > 0 && boards.every((board) => board !== undefined))
    return gameOfBoards(lines, boards, start, game);
  const session = new ViewedGame(start ?? startOf(game, size));
  const words = lines.join(' ').split(/[\s,;]+/);
  for (const word of words) if (word !== '' && !/^\d+\.+$/.test(word)) session.play(word);
  return session;
}

/** The last word of a line where it has the length of a board. */
function boardOf(game: Game, line: string): { size: number; text: string } | undefined {
  const text = line.split(/\s+/).at(-1)!.replaceAll(/['"]/g, '');
  const size = game.sizes.find((known) => game.formatBoard(game.start(known)).length === text.length);
  return size === undefined ? undefined : { size, text };
}

function gameOfBoards(
  lines: readonly string[],
  boards: readonly { size: number; text: string }[],
  start: Place | undefined,
  game: Game,
): ViewedGame {
  const { size, text: first } = boards[0];
  const session = new ViewedGame(
    start ?? { game, size, turn: turnOf(game, lines[0], size, boards), board: first },
  );
  for (const [i, { text }] of boards.entries()) {
    if (i === 0 && text === session.start.board) continue;
    const move = moveTo(session, text);
    if (move === undefined)
      throw new InputError(
        `board ${i + 1} is ${text}; no move of ${game.players[session.position.turn]} leads there from ${session.place.board}`,
      );
    session.play(move);
  }
  return session;
}

/** Who moves first: the player that the line names, else the one who can reach the second board. */
function turnOf(game: Game, line: string, size: number, [first, second]: readonly { text: string }[]): Side {
  const named = game.players.findIndex((player) => line.split(/\s+/).slice(0, -1).includes(player));
  if (named !== -1) return named as Side;
  if (second === undefined) return 0;
  const canReach = (turn: Side) =>
    moveTo(new ViewedGame({ game, size, turn, board: first.text }), second.text) !== undefined;
  return !canReach(0) && canReach(1) ? 1 : 0;
}

/** The move that leads to a board, if one does. */
function moveTo({ start: { game }, position, choices }: ViewedGame, board: string): string | undefined {
  const moves = legalMoves(position);
  return choices.find((_, i) => boardAfter(game, position, moves[i]) === board);
}

/** The games of a dataset's rows, which name neither the game nor the size: the first player and the board tell. */
function datasetGames(rows: readonly string[]): RecordedGame[] {
  const rowsOfGames = new Map<string, string[][]>();
  for (const [i, row] of rows.entries()) {
    const fields = row.split(',');
    if (fields.length < 5)
      throw new InputError(`row ${i + 1} has too few fields; expected those of ${CSV_HEADER}…`);
    rowsOfGames.set(fields[0], [...(rowsOfGames.get(fields[0]) ?? []), fields]);
  }
  if (rowsOfGames.size === 0) throw new InputError('there are no rows after the header');
  return Array.from(rowsOfGames.values(), (some) => ({ plies: some.length, open: () => datasetGame(some) }));
}

function datasetGame(rows: readonly string[][]): ViewedGame {
  const [[number, , first, start]] = rows;
  const session = new ViewedGame(placeOfRow(first, start, number));
  for (const [, ply, , board, move] of rows) {
    const expected = session.place.board;
    if (board !== expected)
      throw new InputError(`game ${number}, ply ${ply} has the board ${board}; expected ${expected}`);
    session.play(move);
  }
  return session;
}

function placeOfRow(player: string, board: string, number: string): Place {
  for (const game of games) {
    const size = game.sizes.find((known) => game.formatBoard(game.start(known)) === board);
    if (size !== undefined && game.players[0] === player) return startOf(game, size);
  }
  throw new InputError(`game ${number} begins with a board that no game starts with`);
}

/** The position from which a game is played. */
export function startOf(game: Game, size: number): Place {
  return { game, size, turn: 0, board: game.formatBoard(game.start(size)) };
}
