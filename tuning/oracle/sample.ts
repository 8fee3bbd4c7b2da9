// Positions with the values of all their moves as a small CSV file.
import { existsSync, readFileSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import { canonicalBoard, type Game } from '../../engine/game.ts';
import { gameNamed, moduleOf } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { legalMoves, type Position, winnerOf } from '../../engine/position.ts';
import { parsePlayer, parseSize } from '../../engine/text/arguments.ts';
import { positionsOf } from '../dataset/games.ts';
import { readManifest } from '../dataset/manifest.ts';
import { randomFrom, shuffled } from '../statistics/random.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { coneOracle, MOST_CONE_POSITIONS } from '../tables/cone-oracle.ts';
import type { Value } from '../tables/exact-values.ts';
import { type Oracle, type ValuedMove, worthOf } from '../tables/oracle.ts';
import type { Question } from './grade.ts';
import { readOracle } from './oracle-folder.ts';

/** Which positions are chosen. */
export interface Choice {
  /** The folder of an oracle; without it positions are solved by themselves. */
  oracle: string | null;
  /** A dataset; without it any position of the oracle may be chosen. */
  of: string | null;
  positions: number;
  least: number | null;
  seed: number;
}

/** Positions of one board with all that is true of them. */
export interface Sample {
  game: Game;
  size: number;
  questions: Question[];
  /** Of the file. */
  sha256: string;
}

const COLUMNS = ['game', 'size', 'player', 'board', 'value', 'moves'];

/** Writes a new file of positions with their values; `heard` hears how many there are so far. Returns how many. */
export function writeSample(file: string, choice: Choice, heard: (count: number) => void): number {
  if (existsSync(file)) throw new InputError(`--out ${file} exists already; expected a new file`);
  const rows: string[][] = [];
  for (const { oracle, position } of chosen(choice)) {
    const { game, size } = oracle;
    const moves = oracle
      .movesOf(position)
      .map(({ move, value }) => `${game.formatMove(position, move)}:${value}`);
    const asked = [game.name, String(size), game.players[position.turn], game.formatBoard(position)];
    rows.push([...asked, String(oracle.valueOf(position)), moves.join(' ')]);
    heard(rows.length);
    if (rows.length === choice.positions) break;
  }
  if (rows.length === 0)
    throw new InputError('none of the positions can be chosen; expected a lower --least or others');
  writeFileAtomically(file, stringify([COLUMNS, ...rows]));
  return rows.length;
}

/** Undecided positions whose values the oracle has, in random order. */
function* chosen({
  oracle: folder,
  of,
  least,
  seed,
}: Choice): Generator<{ oracle: Oracle; position: Position }> {
  const random = randomFrom(seed, 'oracle');
  const table = folder === null ? undefined : readOracle(folder).oracle;
  const isLate = (board: string) => least === null || board.replaceAll('.', '').length >= least;
  if (of === null) {
    if (table === undefined) throw new InputError('expected --oracle, --of or both');
    for (const position of table.drawn(table.distinct, random))
      if (isLate(table.game.formatBoard(position))) yield { oracle: table, position };
    return;
  }
  const manifest = readManifest(of);
  const { game: name, size } = manifest;
  const game = gameNamed(name)!;
  if (table !== undefined && (table.game !== game || table.size !== size))
    throw new InputError(`--of ${of} is of ${name} ${size}; the oracle is not`);
  const boards = new Map<string, Position>();
  for (const { player, board } of positionsOf(of, manifest, false)) {
    const position = game.parseBoard(size, player === game.players[0] ? 0 : 1, board);
    const own = position.turn === 0 ? board : game.swapColours(size, board);
    if (isLate(board) && winnerOf(position) === -1) boards.set(canonicalBoard(game, size, own), position);
  }
  const cones = coneOracle(game, size, moduleOf(game).solvable);
  const bounds = { positions: MOST_CONE_POSITIONS, isOver: () => false };
  for (const position of shuffled([...boards.values()], random)) {
    if (table !== undefined) {
      if (table.knows(position)) yield { oracle: table, position };
    } else if (cones.solve(position, bounds) === undefined) yield { oracle: cones, position };
  }
}

/** Reads such a file; throws an InputError that names the line where it is not one. */
export function readSample(file: string): Sample {
  if (!existsSync(file)) throw new InputError(`--sample ${file} does not exist`);
  const text = readFileSync(file, 'utf8');
  const [header, ...lines] = text.trimEnd().split('\n');
  if (header !== COLUMNS.join(',')) throw wrongLine(file, 1, `expected ${COLUMNS.join(',')}`);
  if (lines.length === 0) throw new InputError(`--sample ${file} has no positions`);
  const [name, size] = lines[0].split(',');
  const game = gameNamed(name);
  if (game === undefined) throw wrongLine(file, 2, `there is no game ${JSON.stringify(name)}`);
  const boardSize = parseSize(game, size);
  const questions = lines.map((line, i) => {
    try {
      if (!line.startsWith(`${name},${size},`))
        throw new InputError(`expected a position of ${name} ${size}`);
      return questionOf(game, boardSize, line.split(',').slice(2));
    } catch (error) {
      throw error instanceof InputError ? wrongLine(file, i + 2, error.message) : error;
    }
  });
  return { game, size: boardSize, questions, sha256: sha256(text) };
}

const wrongLine = (file: string, line: number, reason: string) =>
  new InputError(`--sample ${file} is wrong at line ${line}: ${reason}`);

function questionOf(game: Game, size: number, fields: readonly string[]): Question {
  if (fields.length !== COLUMNS.length - 2)
    throw new InputError(`it has ${fields.length + 2} fields; expected ${COLUMNS.length}`);
  const [player, board, value, moves] = fields;
  const position = game.parseBoard(size, parsePlayer(game, player), board);
  if (winnerOf(position) !== -1) throw new InputError('the game is already decided');
  const values = new Map(
    moves.split(' ').map((move): [string, string] => {
      const at = move.lastIndexOf(':');
      return [move.slice(0, at), move.slice(at + 1)];
    }),
  );
  const legal = legalMoves(position);
  const valued = Array.from(legal, (move): ValuedMove => {
    const text = values.get(game.formatMove(position, move));
    if (text === undefined) throw new InputError(`it has no value of ${game.formatMove(position, move)}`);
    return { move, value: parseValue(text) };
  });
  if (values.size !== legal.length)
    throw new InputError(`it has values of ${values.size} moves; there are ${legal.length}`);
  const best = Math.max(...valued.map((move) => worthOf(move.value)));
  const its = parseValue(value);
  if (worthOf(its) !== best) throw new InputError('its value is not that of its best move');
  return { position, value: its, moves: valued };
}

function parseValue(text: string): Value {
  if (!/^(0|-?[1-9]\d{0,3})$/.test(text)) throw new InputError(`${JSON.stringify(text)} is no value`);
  return Number(text);
}
