import type { Command } from 'commander';
import { parseSize, parseWhole, quoted } from '../../engine/text/arguments.ts';
import { parseSeconds } from '../../engine/text/limits.ts';
import { decidedNote } from '../../engine/text/decided.ts';
import { lineText } from '../../engine/text/explain.ts';
import { parseGame, parsePosition } from '../../engine/text/position-arguments.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { winnerOf } from '../../engine/position.ts';
import type { Budget } from '../oracle/grade.ts';
import { parseWorkers } from './arguments.ts';

/** Exact values of solved boards. What they need is loaded when a command is called. */
export function addOracleCommand(
  program: Command,
  terminal: Terminal,
  exitWith: (code: number) => void,
): void {
  const oracle = program
    .command('oracle')
    .summary('solve small boards, and grade heuristics against the truth')
    .description(
      'Exact values of every position of Betsy 2, 3 and 4 and Conga 3: won or lost in so many plies, or drawn by ' +
        'endless play.',
    );
  addBuild(oracle, terminal, exitWith);
  addVerify(oracle, terminal, exitWith);
  addQuery(oracle, terminal);
  addGrade(oracle, terminal);
  addDataset(oracle, terminal);
}

const USUAL_NODES = '0,100,1000,10000';

const example = (text: string) => `\nExample:\n  evalsmith oracle ${text}`;

interface BuildOptions {
  size: string;
  out: string;
  workers?: string;
}

function addBuild(oracle: Command, terminal: Terminal, exitWith: (code: number) => void): void {
  oracle
    .command('build')
    .summary('solve a board')
    .description(
      'Solves every position of a board, going back from the ends of games, and writes the values. Betsy 4 takes ' +
        'minutes, 4.2 GB of memory and as much of disk; it goes on where it was stopped or killed.',
    )
    .argument('GAME')
    .requiredOption('--size <N>', 'the size of the board: Betsy 2, 3 or 4, Conga 3')
    .requiredOption('--out <DIR>', 'the folder of the oracle, which must not exist')
    .option('--workers <K>', 'threads for Betsy 4; one a processor unless told otherwise')
    .addHelpText('after', example('build betsy --size 3 --out oracles/betsy-3'))
    .action(async (gameName: string, { size: sizeText, out, workers }: BuildOptions) => {
      const game = parseGame(gameName);
      const size = parseSize(game, sizeText);
      const { buildOracle } = await import('../oracle/build-oracle.ts');
      exitWith(await buildOracle({ game, size, out, workers: parseWorkers(workers) }, terminal));
    });
}

interface VerifyOptions {
  positions?: string;
  seed: string;
}

function addVerify(oracle: Command, terminal: Terminal, exitWith: (code: number) => void): void {
  oracle
    .command('verify')
    .summary('check an oracle')
    .description(
      'Checks the hash of the values, and that positions chosen at random are worth as much as their best move. ' +
        'Exit code 1 where one is not.',
    )
    .argument('DIR')
    .option('--positions <K>', 'how many positions; 100000, or all where there are fewer')
    .option('--seed <S>', 'another seed chooses others', '1')
    .addHelpText('after', example('verify oracles/betsy-3'))
    .action(async (folder: string, { positions, seed }: VerifyOptions) => {
      const chosen = positions === undefined ? undefined : parseWhole('--positions', positions, 1, 1e9);
      const random = parseWhole('--seed', seed, 0, Number.MAX_SAFE_INTEGER);
      const { verifyOracle } = await import('../oracle/verify-oracle.ts');
      exitWith(verifyOracle(folder, chosen, random, terminal));
    });
}

interface QueryOptions {
  oracle: string;
  json?: boolean;
}

function addQuery(oracle: Command, terminal: Terminal): void {
  oracle
    .command('query')
    .summary('the value of a position')
    .description('The value of a position and of every move, best first, and the line of best play.')
    .argument('GAME')
    .argument('N')
    .argument('PLAYER')
    .argument('BOARD')
    .requiredOption('--oracle <DIR>', 'the oracle of this board')
    .option('--json', 'one JSON object: value, plies, moves, line')
    .addHelpText('after', example('query betsy 3 o ...x..o.ox.oxxxoxo --oracle oracles/betsy-3'))
    .action(async (gameName: string, size: string, player: string, board: string, options: QueryOptions) => {
      const { game, position } = parsePosition(gameName, size, player, board);
      const { openOracle } = await import('../oracle/oracle-file.ts');
      const { outcomeOf, valueText } = await import('../oracle/oracle.ts');
      const solved = openOracle(options.oracle, game, position.size);
      const winner = winnerOf(position);
      if (winner !== -1) throw new InputError(decidedNote(game, winner));
      const value = solved.valueOf(position);
      const moves = solved.movesOf(position).map((valued) => ({
        text: game.formatMove(position, valued.move),
        value: valued.value,
      }));
      const line = lineText(game, position, solved.bestLine(position));
      if (!options.json) {
        terminal.out(valueText(value));
        for (const move of moves) terminal.out(`${move.text} ${valueText(move.value)}`);
        terminal.out(`best play: ${line}`);
        return;
      }
      terminal.out(
        JSON.stringify({
          value: outcomeOf(value),
          plies: Math.abs(value),
          moves: moves.map((move) => ({
            move: move.text,
            value: outcomeOf(move.value),
            plies: Math.abs(move.value),
          })),
          line: line.split(' '),
        }),
      );
    });
}

interface GradeOptions {
  oracle: string;
  nodes?: string;
  seconds?: string;
  positions?: string;
  seed: string;
  out?: string;
  json?: boolean;
}

function addGrade(oracle: Command, terminal: Terminal): void {
  oracle
    .command('grade')
    .summary('grade heuristics against the truth')
    .description(
      'Lets players choose moves in the same random undecided positions and tells how often they keep the value, ' +
        'how often they lose what was not lost, and how well their scores fit the truth. Players are weights files, ' +
        'baseline:NAME or random, for which the average over all moves is taken.',
    )
    .argument('<PLAYER...>')
    .requiredOption('--oracle <DIR>', 'the oracle of the board to play on')
    .option(
      '--nodes <K,…>',
      `nodes of each search; 0 is the static evaluation alone; ${USUAL_NODES} unless told otherwise`,
    )
    .option('--seconds <S,…>', 'seconds of each search instead')
    .option('--positions <K>', 'how many positions; 1000, or all where there are fewer')
    .option('--seed <S>', 'another seed chooses others', '1')
    .option('--out <DIR>', 'a run folder to write: run.json, result.json and tables as CSV')
    .option('--json', 'the result as one JSON object')
    .addHelpText('after', example('grade random baseline:lines baseline:hand --oracle oracles/betsy-3'))
    .action(async (players: string[], options: GradeOptions) => {
      const settings = {
        players,
        oracle: options.oracle,
        budgets: parseBudgets(options),
        positions:
          options.positions === undefined ? undefined : parseWhole('--positions', options.positions, 1, 1e9),
        seed: parseWhole('--seed', options.seed, 0, Number.MAX_SAFE_INTEGER),
      };
      const { gradeLines, runGrade } = await import('../oracle/grade-run.ts');
      const result = runGrade(settings, options.out, terminal);
      if (options.json) terminal.out(JSON.stringify(result));
      else for (const line of gradeLines(result)) terminal.out(line);
      if (options.out !== undefined) terminal.note(`written to ${options.out}`);
    });
}

function parseBudgets({ nodes, seconds }: GradeOptions): Budget[] {
  if (nodes !== undefined && seconds !== undefined)
    throw new InputError('--nodes and --seconds exclude each other; expected one of them');
  if (seconds !== undefined)
    return parseList('--seconds', seconds, parseSeconds).map((one) => ({ seconds: one }));
  const parse = (name: string, text: string) => parseWhole(name, text, 0, 1e9);
  return parseList('--nodes', nodes ?? USUAL_NODES, parse).map((one) => ({ nodes: one }));
}

/** Different numbers between commas. */
function parseList(name: string, text: string, parse: (name: string, text: string) => number): number[] {
  const numbers = text.split(',').map((one) => parse(name, one));
  if (new Set(numbers).size < numbers.length)
    throw new InputError(`${name} is ${quoted(text)}, which names a number twice`);
  return numbers;
}

interface DatasetOptions {
  oracle: string;
  out: string;
  positions?: string;
  of?: string;
  seed: string;
}

function addDataset(oracle: Command, terminal: Terminal): void {
  oracle
    .command('dataset')
    .summary('a dataset whose results are the truth')
    .description(
      'Writes a dataset of positions whose results are their exact values: 1 won, 0.5 drawn, 0 lost. Without ' +
        '--positions or --of it holds every undecided position, once up to symmetry.',
    )
    .requiredOption('--oracle <DIR>', 'the oracle of the board')
    .requiredOption('--out <DIR>', 'the new dataset')
    .option('--positions <K>', 'choose so many at random')
    .option(
      '--of <DATASET>',
      'those of another dataset whose move was searched, each as often as it is there',
    )
    .option('--seed <S>', 'another seed chooses others', '1')
    .addHelpText(
      'after',
      example('dataset --oracle oracles/betsy-3 --positions 50000 --out datasets/betsy-3-truth'),
    )
    .action(async (options: DatasetOptions) => {
      const seed = parseWhole('--seed', options.seed, 0, Number.MAX_SAFE_INTEGER);
      if (options.positions !== undefined && options.of !== undefined)
        throw new InputError('--positions and --of exclude each other; expected one of them');
      const chosen =
        options.of !== undefined
          ? { dataset: options.of }
          : options.positions === undefined
            ? undefined
            : { count: parseWhole('--positions', options.positions, 1, 1e9), seed };
      const { readOracle } = await import('../oracle/oracle-folder.ts');
      const { writeTruth } = await import('../oracle/truth-dataset.ts');
      const { oracle: solved, sha256 } = readOracle(options.oracle);
      const { positions } = writeTruth(solved, sha256, options.out, chosen);
      terminal.out(`${options.out}: ${positions} positions`);
    });
}
