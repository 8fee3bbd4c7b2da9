import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { legalMoves, type Move, type Position } from '../position.ts';
import { HISTORY_BYTES } from '../move-ordering.ts';
import type { Line } from '../search.ts';
import { answerOf } from '../text/answer.ts';
import { parsePlayer, parseSize, parseWhole, quoted } from '../text/arguments.ts';
import { needUndecided } from '../text/decided.ts';
import { findingText } from '../text/explain.ts';
import { Deadline } from '../node/deadline.ts';
import { GameMemory } from '../node/game-memory.ts';
import { help, startHelpers } from '../node/helper-threads.ts';
import { PARAMETERS_OPTION } from '../node/filed-parameters.ts';
import { reasonOf, writeNote, writeOut } from '../node/output.ts';
import { visible } from '../text/visible.ts';
import { WEIGHTS_HELP } from '../node/weights-folder.ts';
import { parseSeconds } from '../text/limits.ts';
import { type ChosenParameters, parametersOf } from '../parameters.ts';
import { CONE, type ExactEndings, type ExactLine } from './exact-play.ts';
import { evaluatorOf, type Weights } from '../weights.ts';
import { Player } from '../player.ts';
import { Table } from '../table.ts';

const TABLE_MEGABYTES = 64;
const THREADS_MOST = 64;
// To make the solver ready takes a part of a second.
const LEAST_SOLVING_SECONDS = 1;
const SOLVING_SHARE = 0.5;

/** Where the name of a memory stands for a program whose command line is not at hand. */
const MEMORY_VARIABLE = 'EVALSMITH_MEMORY';
// What is not written by then is not remembered; what comes too late is not begun.
const MEMORY_MOST_MILLISECONDS = 200;
const MEMORY_RESERVE_MILLISECONDS = 15;

/** Where a player program has its weights from; both functions check them and may refuse them. */
export interface PlayerWeights {
  /** The board sizes that it can play on. */
  readonly sizes: readonly number[];
  /** Those that it plays with when nobody says otherwise. */
  own(size: number): Weights;
  /** Those that a person names with --weights; without this function there is no such option. */
  named?(size: number, name: string): Weights;
}

/** The same for its search parameters. */
export interface PlayerParameters {
  own(): ChosenParameters;
  named?(name: string): ChosenParameters;
}

/** A player program of one game: its weights, and the way to play by an oracle that it is given, if it has one. */
export interface PlayerProgram {
  game: Game;
  /** The program itself, for its helper threads. */
  file: string;
  weights: PlayerWeights;
  /** Of the package that it was made from. */
  version: string;
  parameters: PlayerParameters;
  exactLine?: ExactLine;
  exactEndings?: ExactEndings;
}

/** GAME N PLAYER BOARD SECONDS. */
export function playerMain(program: PlayerProgram): void {
  const { game } = program;
  if (help(game)) return;
  try {
    play(program);
  } catch (error) {
    // An error that nobody catches would print the line that it came from: all of this program.
    writeNote(`${game.name}: ${visible(reasonOf(error))}\n`);
    process.exit(error instanceof InputError ? 2 : 1);
  }
}

function play(program: PlayerProgram): void {
  const { game, weights: source } = program;
  const { positionals, values } = parseCommandLine(program);
  if (values.help) {
    writeOut(helpText(program));
    return;
  }
  if (values.version) {
    writeOut(`${program.version}\n`);
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
  const given = game.parseBoard(size, turn, board);
  const seconds = parseSeconds('SECONDS', positionals[3]);
  const deadline = new Deadline(seconds);
  const asked = parseWhole('--threads', values.threads ?? '1', 1, THREADS_MOST);
  needUndecided(game, given);

  // Weights and an oracle that a person named may be refused, and then nothing is printed; our own weights are read after
  // the first line.
  const named = values.weights === undefined ? undefined : source.named?.(size, values.weights);
  const chosen = values.parameters === undefined ? undefined : program.parameters.named?.(values.parameters);
  const { oracle } = values;
  const remembered = memoryOf(program, values.memory ?? process.env[MEMORY_VARIABLE]);
  const position = remembered?.recall(game, given) ?? given;
  const isSolving = oracle === CONE && seconds >= LEAST_SOLVING_SECONDS;
  const exact =
    oracle === undefined || isSolving
      ? undefined
      : oracle === CONE
        ? `SECONDS is ${seconds}, too short a time to solve the position`
        : program.exactLine!(oracle, game, position);
  if (board !== positionals[2]) {
    writeNote(`${game.name}: BOARD has floating pebbles; they have fallen to ${board}\n`);
  }
  // More threads than cores would find nothing sooner, and end late.
  const threads = Math.min(asked, availableParallelism());
  if (threads < asked) {
    writeNote(`${game.name}: --threads is ${asked}, more than the cores; it plays with ${threads}\n`);
  }

  /** Ends, with what is to be remembered if there is time for it. */
  const end = (answer: Move): void => {
    const left = deadline.left() - MEMORY_RESERVE_MILLISECONDS;
    if (remembered === undefined || left <= 0) process.exit(0);
    const most = Math.min(left, MEMORY_MOST_MILLISECONDS);
    void remembered.keep(game, position, answer, most).then(() => process.exit(0));
  };

  if (exact !== undefined && isAnsweredBy(exact, game, position, oracle!)) return end(exact.move);
  // The search may know what the oracle knows of positions to come.
  const endings =
    oracle === undefined || oracle === CONE ? undefined : program.exactEndings?.(oracle, game, size);

  // The first recommendation needs no heuristic; a person or a referee sees at once that we are alive.
  const moves = legalMoves(position);
  const firstMove = position.winningMove() || moves[0];
  writeOut(`${answerOf(game, position, firstMove)}\n`);
  if (moves.length === 1 || deadline.isMissed()) return end(firstMove);

  if (isSolving) {
    // What is left is for a search, if it comes to one.
    const isOver = () => performance.now() >= 1000 * seconds * SOLVING_SHARE;
    const solved = program.exactLine!(CONE, game, position, isOver);
    if (isAnsweredBy(solved, game, position, CONE)) return end(solved.move);
  }

  const weights = named ?? source.own(size);
  const parameters = parametersOf(chosen ?? program.parameters.own());
  const memory = new SharedArrayBuffer(TABLE_MEGABYTES << 20);
  const histories = threads > 1 ? new SharedArrayBuffer(HISTORY_BYTES) : undefined;
  const helpers =
    histories === undefined
      ? undefined
      : startHelpers(program.file, threads - 1, {
          size,
          turn,
          board,
          weights,
          parameters,
          memory,
          histories,
        });
  const evaluator = evaluatorOf(weights, game);
  evaluator.endings = endings ?? evaluator.endings;
  const player = new Player(game, evaluator, new Table(memory), parameters, histories);
  let answered = firstMove;
  const line = player.choose(position, { stop: () => deadline.isOver() }, (better) => {
    if (better.move === answered) return;
    answered = better.move;
    writeAnswer(game, position, better, weights.scale);
  });
  helpers?.stop();
  writeAnswer(game, position, line, weights.scale);
  end(line.move);
}

/** What was kept of earlier calls, where a person named a file for it; one that is of no use is said to be so. */
function memoryOf({ game }: PlayerProgram, file: string | undefined): GameMemory | undefined {
  if (file === undefined || file === '') return undefined;
  return new GameMemory(file, (reason) =>
    writeNote(`${game.name}: the memory ${visible(file)} is not used: ${visible(reason)}\n`),
  );
}

/** Answers by exact values, or says why they do not tell. */
function isAnsweredBy(exact: Line | string, game: Game, position: Position, oracle: string): exact is Line {
  if (typeof exact === 'string') {
    writeNote(`${game.name}: ${visible(exact)}; it is searched\n`);
    return false;
  }
  const by = oracle === CONE ? 'by solving it' : `by the oracle ${visible(oracle)}`;
  writeNote(`${game.name}: exact, ${by}\n`);
  writeAnswer(game, position, exact, 1);
  return true;
}

/** What was found, for people, and the answer as the last line, in one write: a kill at any moment leaves an answer last. */
function writeAnswer(game: Game, position: Position, line: Line, scale: number): void {
  writeOut(`${findingText(game, position, line, scale)}\n${answerOf(game, position, line.move)}\n`);
}

function parseCommandLine({ game, weights, parameters, exactLine }: PlayerProgram) {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        threads: { type: 'string' },
        memory: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'V' },
        ...(weights.named && { weights: { type: 'string' } }),
        ...(parameters.named && { parameters: { type: 'string' } }),
        ...(exactLine && { oracle: { type: 'string' } }),
      },
    });
    type Values = {
      threads?: string;
      memory?: string;
      help?: boolean;
      version?: boolean;
      weights?: string;
      parameters?: string;
      oracle?: string;
    };
    return { positionals, values: values as Values };
  } catch (error) {
    throw new InputError(`${quoted((error as Error).message)}; ${game.name} --help tells what is expected`, {
      cause: error,
    });
  }
}

function helpText({ game, weights, parameters, exactLine }: PlayerProgram): string {
  const size = weights.sizes.includes(game.usualSize) ? game.usualSize : weights.sizes[0];
  const options = [
    ...(weights.named
      ? [['--weights FILE', `the heuristic to play with: ${WEIGHTS_HELP} (default: default)`]]
      : []),
    ...(parameters.named ? [['--parameters FILE', PARAMETERS_OPTION[1]]] : []),
    ...(exactLine
      ? [
          [
            '--oracle DIR',
            `play without a search by the exact values that \`evalsmith oracle build\` wrote; ${CONE} solves the position by itself`,
          ],
        ]
      : []),
    [
      '--memory FILE',
      `remember the game between calls in a file, so that repetitions are seen (default: ${MEMORY_VARIABLE}, or no memory)`,
    ],
    ['--threads K', 'search with K threads, at most one a core (default: 1)'],
    ['--version', 'print the version'],
  ];
  return `Usage: ${game.name} N PLAYER BOARD SECONDS ${options.map(([option]) => `[${option}]`).join(' ')}

Recommends a move for PLAYER (${game.players.join(' or ')}) within SECONDS. Every recommendation ends in an answer line; the last one counts.
  N                 the size of the board: ${weights.sizes.join(', ')}
  BOARD             row by row from the top, as in the rules
${options.map(([option, text]) => `  ${option.padEnd(18)}${text}\n`).join('')}
Example:
  ${game.name} ${size} ${game.players[0]} '${game.formatBoard(game.start(size))}' 2
`;
}
