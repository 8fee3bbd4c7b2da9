import { existsSync, readFileSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { findMove } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Scope } from '../../engine/numbering.ts';
import { legalMoves } from '../../engine/position.ts';
import { parsePlayer, parseSize, quoted } from '../../engine/text/arguments.ts';
import { fieldsOfRows, headerText } from '../dataset/rows.ts';
import { wrongAt } from '../settings/setting.ts';
import { gameOn } from '../tables/game-on-board.ts';
import type { Puzzle } from './puzzle.ts';

export const PUZZLE_COLUMNS = [
  'game',
  'size',
  'scope',
  'player',
  'board',
  'best',
  'moves',
  'plies',
  'losing',
  'gap',
  'swing',
  'disagreement',
  'nodes',
  'difficulty',
] as const;

const number = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'expected a number')
  .transform(Number);
const maybe = z.union([z.literal('').transform(() => null), number]);
const text = z.string().min(1);

const rowSchema = z.object({
  game: text,
  size: number,
  scope: z
    .string()
    .regex(/^([a-z]+=\d+(;[a-z]+=\d+)*)?$/, 'expected such as pieces=4')
    .transform(parseScope),
  player: text,
  board: text,
  best: text,
  moves: number,
  plies: maybe,
  losing: maybe,
  gap: maybe,
  swing: maybe,
  disagreement: maybe,
  nodes: maybe,
  difficulty: number,
});

/** Puzzles as CSV. */
export function puzzlesText(puzzles: readonly Puzzle[]): string {
  const rows = puzzles.map((puzzle) => ({ ...puzzle, scope: scopeText(puzzle.scope) }));
  return stringify(rows, { header: true, columns: [...PUZZLE_COLUMNS] });
}

/** Reads puzzles that were written; throws an InputError that says what is wrong with the file. */
export function readPuzzles(file: string): Puzzle[] {
  if (!existsSync(file)) throw new InputError(`--puzzles ${file} is not there; evalsmith puzzles makes one`);
  const contents = readFileSync(file, 'utf8');
  if (!contents.startsWith(headerText(PUZZLE_COLUMNS)))
    throw new InputError(`--puzzles ${file} is no file of evalsmith puzzles: its first line is another`);
  return Array.from(fieldsOfRows(contents, PUZZLE_COLUMNS), ({ row, fields }) => {
    const named = Object.fromEntries(PUZZLE_COLUMNS.map((name, i) => [name, fields[i]]));
    const read = rowSchema.safeParse(named);
    const problem = read.success ? problemOf(read.data) : `is wrong at ${wrongAt(read.error)}`;
    if (problem !== undefined) throw new InputError(`--puzzles ${file}: row ${row} ${problem}`);
    return read.data!;
  });
}

/** Why the rules know no such puzzle; undefined where they do. */
function problemOf(puzzle: Puzzle): string | undefined {
  const { size, player, board, best } = puzzle;
  try {
    const game = gameOn(puzzle);
    const position = game.parseBoard(parseSize(game, String(size)), parsePlayer(game, player), board);
    if (findMove(game, position, legalMoves(position), best) !== undefined) return undefined;
    return `has the best move ${quoted(best)}, which is not legal`;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return `is wrong: ${error.message}`;
  }
}

function scopeText(scope: Scope): string {
  return Object.entries(scope)
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}

function parseScope(words: string): Scope {
  if (words === '') return {};
  const parts = words.split(';').map((part) => part.split('='));
  return Object.fromEntries(parts.map(([name, value]) => [name, Number(value)]));
}
