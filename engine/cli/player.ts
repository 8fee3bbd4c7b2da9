import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { legalMoves, type Position, winnerOf } from '../position.ts';
import type { Line } from '../search.ts';
import { answerOf } from './answer.ts';
import { parsePlayer, parseSize, parseWhole, quoted } from './arguments.ts';
import { decidedNote } from './decided.ts';
import { findingText } from './explain.ts';
import { help, startHelpers } from './helpers.ts';
import { parseSeconds } from './limits.ts';
import { evaluatorOf, type Weights } from '../weights.ts';
import { Player } from '../player.ts';
import { Table } from '../table.ts';

// Kept free at the end of the time, to write the answer and leave. A busy machine that was slow to start Node will be as slow
// to end it, so the time that the start took is kept free as well.
const STARTED_MILLISECONDS = performance.now();
const RESERVE_MILLISECONDS = 40 + 1.2 * STARTED_MILLISECONDS;
const RESERVE_SHARE = 0.05;

const TABLE_MEGABYTES = 64;
const THREADS_MOST = 64;

/** Where a player program has its weights from; both functions check them and may refuse them. */
export interface PlayerWeights {
  /** The board sizes that it can play on. */
  readonly sizes: readonly number[];
  /** Those that it plays with when nobody says otherwise. */
  own(size: number): Weights;
  /** Those that a person names with --weights; without this function there is no such option. */
  named?(size: number, name: string): Weights;
}

/** The player program of one game: GAME N PLAYER BOARD SECONDS. `file` is the program itself, for its helper threads. */
export function playerMain(game: Game, file: string, source: PlayerWeights): void {
  if (help(game)) return;
  try {
    play(game, file, source);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    writeSync(2, `${game.name}: ${error.message}\n`);
    process.exit(2);
  }
}

function play(game: Game, file: string, source: PlayerWeights): void {
  const { positionals, values } = parseCommandLine(game, source);
  if (values.help) {
    writeSync(1, helpText(game, source));
    return;
  }
  if (positionals.length !== 4) {
    throw new InputError(`expected 4 arguments, N PLAYER BOARD SECONDS, but got ${positionals.length}`);
  }
  const size = parseSize(game, positionals[0]);
  if (!source.sizes.includes(size)) {
    throw new InputError(`N is ${size}; this player has weights for N of ${source.sizes.join(', ')} alone`);
  }
  const turn = parsePlayer(game, positionals[1]);
  const board = game.settle?.(size, positionals[2]) ?? positionals[2];
  const position = game.parseBoard(size, turn, board);
  const seconds = parseSeconds('SECONDS', positionals[3]);
  const threads = parseWhole('--threads', values.threads ?? '1', 1, THREADS_MOST);
  const winner = winnerOf(position);
  if (winner !== -1) throw new InputError(decidedNote(game, winner));

  // Weights that a person named may be refused, and then nothing is printed; our own are read after the first line.
  const named = values.weights === undefined ? undefined : source.named?.(size, values.weights);
  if (board !== positionals[2]) {
    writeSync(2, `${game.name}: BOARD has floating pebbles; they have fallen to ${board}\n`);
  }

  // The first recommendation needs no heuristic; a person or a referee sees at once that we are alive.
  const moves = legalMoves(position);
  const firstMove = position.winningMove() || moves[0];
  writeSync(1, `${answerOf(game, position, firstMove)}\n`);
  // performance.now counts from the start of the process, as the referee does.
  const deadline = seconds * 1000 * (1 - RESERVE_SHARE) - RESERVE_MILLISECONDS;
  if (moves.length === 1 || performance.now() >= deadline) process.exit(0);

  const weights = named ?? source.own(size);
  const memory = new SharedArrayBuffer(TABLE_MEGABYTES << 20);
  if (threads > 1) {
    startHelpers(file, threads - 1, { size, turn, board, weights, memory });
  }
  const player = new Player(game, evaluatorOf(weights, game), new Table(memory));
  let answered = firstMove;
  const line = player.choose(position, { stop: () => performance.now() >= deadline }, (better) => {
    if (better.move === answered) return;
    answered = better.move;
    writeAnswer(game, position, better, weights.scale);
  });
  writeAnswer(game, position, line, weights.scale);
  process.exit(0);
}

/** What was found, for people, and the answer as the last line, in one write: a kill at any moment leaves an answer last. */
function writeAnswer(game: Game, position: Position, line: Line, scale: number): void {
  writeSync(1, `${findingText(game, position, line, scale)}\n${answerOf(game, position, line.move)}\n`);
}

function parseCommandLine(game: Game, source: PlayerWeights) {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        threads: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        ...(source.named && { weights: { type: 'string' } }),
      },
    });
    return { positionals, values: values as { threads?: string; help?: boolean; weights?: string } };
  } catch (error) {
    throw new InputError(`${quoted((error as Error).message)}; ${game.name} --help tells what is expected`, {
      cause: error,
    });
  }
}

function helpText(game: Game, source: PlayerWeights): string {
  const size = source.sizes.includes(game.usualSize) ? game.usualSize : source.sizes[0];
  const example = `${game.name} ${size} ${game.players[0]} '${game.formatBoard(game.start(size))}' 2`;
  return `Usage: ${game.name} N PLAYER BOARD SECONDS ${source.named ? '[--weights FILE] ' : ''}[--threads K]

Recommends a move for PLAYER (${game.players.join(' or ')}) within SECONDS. Every recommendation ends in an answer line; the last one counts.
  N               the size of the board: ${source.sizes.join(', ')}
  BOARD           row by row from the top, as in the rules
${source.named ? '  --weights FILE  the heuristic to play with, or baseline:NAME\n' : ''}  --threads K     search with K threads (usually 1)

Example:
  ${example}
`;
}
