import type { Command } from 'commander';
import { parseSize, parseWhole, quoted } from '../../engine/cli/arguments.ts';
import { decidedNote } from '../../engine/cli/decided.ts';
import { lineText } from '../../engine/cli/explain.ts';
import type { ExactLine } from '../../engine/cli/move.ts';
import { parseGame, parsePosition } from '../../engine/cli/position-arguments.ts';
import type { Terminal } from '../../engine/cli/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { winnerOf } from '../../engine/position.ts';
import { DRAW, lossIn, WIN } from '../../engine/score.ts';

/** Exact values of solved boards. What they need is loaded when a command is called. */
export function addOracleCommand(program: Command, terminal: Terminal): void {
  const oracle = program
    .command('oracle')
    .summary('solve small boards, and grade heuristics against the truth')
    .description(
      'Exact values of every position of Betsy 2, Betsy 3 and Conga 3: won or lost in so many plies, or drawn by ' +
        'endless play.',
    );
  addBuild(oracle, terminal);
  addQuery(oracle, terminal);
  addGrade(oracle, terminal);
  addDataset(oracle, terminal);
}

const example = (text: string) => `\nExample:\n  evalsmith oracle ${text}`;

function addBuild(oracle: Command, terminal: Terminal): void {
  oracle
    .command('build')
    .summary('solve a board')
    .description(
      'Solves every position of a board, going back from the ends of games, and writes the values.',
    )
    .argument('GAME')
    .requiredOption('--size <N>', 'the size of the board: Betsy 2 or 3, Conga 3')
    .requiredOption('--out <DIR>', 'the folder of the oracle, which must not exist')
    .addHelpText('after', example('build betsy --size 3 --out oracles/betsy-3'))
    .action(async (gameName: string, { size: sizeText, out }: { size: string; out: string }) => {
      const game = parseGame(gameName);
      const size = parseSize(game, sizeText);
      const { needNewFolder } = await import('../dataset/derived.ts');
      const { numberingOf } = await import('../oracle/numbering.ts');
      const { PASSES, solve } = await import('../oracle/retrograde.ts');
      const { Oracle, valueText } = await import('../oracle/oracle.ts');
      const { writeOracle } = await import('../oracle/oracle-folder.ts');
      const { startProgress } = await import('../progress.ts');
      const numbering = numberingOf(game, size);
      needNewFolder(out);
      const progress = startProgress(PASSES * numbering.count, 'steps', terminal);
      const values = solve(numbering, (passed) => progress.update(passed, ''));
      progress.end();
      const { counts, start } = writeOracle(out, new Oracle(game, size, values));
      const { boards, distinct, won, lost, drawn, longestWin, longestLoss } = counts;
      terminal.out(`${game.name} ${size}: the start is ${valueText(start)}`);
      terminal.out(`${boards} undecided boards, ${distinct} positions up to symmetry and colour`);
      terminal.out(`over both players to move ${won} won, ${lost} lost, ${drawn} drawn`);
      terminal.out(`longest win ${longestWin} plies, longest loss ${longestLoss}`);
      terminal.out(`written to ${out}`);
    });
}

/** Best play by the oracle in a folder, for the commands that play. */
export const exactLine: ExactLine = async (folder, game, position) => {
  const { readOracleFor } = await import('../oracle/oracle-folder.ts');
  const oracle = readOracleFor(folder, game, position.size);
  const value = oracle.valueOf(position);
  const moves = oracle.bestLine(position);
  const score = value === 0 ? DRAW : value > 0 ? WIN - value : lossIn(-value);
  return { move: moves[0], score, depth: moves.length, nodes: 0, moves };
};

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
      const { readOracleFor } = await import('../oracle/oracle-folder.ts');
      const { outcomeOf, valueText } = await import('../oracle/oracle.ts');
      const solved = readOracleFor(options.oracle, game, position.size);
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
  nodes: string;
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
    .option('--nodes <K,…>', 'nodes of each search; 0 is the static evaluation alone', '0,100,1000,10000')
    .option('--positions <K>', 'how many positions; 1000, or all where there are fewer')
    .option('--seed <S>', 'another seed chooses others', '1')
    .option('--out <DIR>', 'a run folder to write: run.json, result.json and tables as CSV')
    .option('--json', 'the result as one JSON object')
    .addHelpText('after', example('grade random baseline:lines baseline:hand --oracle oracles/betsy-3'))
    .action(async (players: string[], options: GradeOptions) => {
      const settings = {
        players,
        oracle: options.oracle,
        nodes: parseNodes(options.nodes),
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

function parseNodes(text: string): number[] {
  const nodes = text.split(',').map((one) => parseWhole('--nodes', one, 0, 1e9));
  if (new Set(nodes).size < nodes.length)
    throw new InputError(`--nodes is ${quoted(text)}, which names a number twice`);
  return nodes;
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
