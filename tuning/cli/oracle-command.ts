import { z } from 'zod';
import { gameNamed } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Scope } from '../../engine/numbering.ts';
import { parsePlayer, parseSize } from '../../engine/text/arguments.ts';
import { needUndecided } from '../../engine/text/decided.ts';
import { lineText } from '../../engine/text/explain.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import { buildForm, gradeForm, sampleForm, scopeSettings, truthForm } from '../oracle/oracle-forms.ts';
import { commandForm, type CommandValues } from '../settings/command-form.ts';
import { gameArgument, jsonOption, workerCount } from '../settings/common-options.ts';
import { optional, picked, seedSetting, setting, toggle, type Values, whole } from '../settings/setting.ts';
import { aside } from './aside.ts';
import { cliCommand } from './command.ts';

const build = cliCommand(buildForm, async (values, terminal) => {
  const game = parseGame(values.game);
  const size = parseSize(game, String(values.size));
  const scope = scopeOf(values);
  const { solvableOf } = await import('../tables/solvable.ts');
  const { buildOracle } = await import('../oracle/build-oracle.ts');
  const solvable = solvableOf(game, size, scope);
  const { out, workers, json } = values;
  const board = { game: game.name, size, scope, solvable, out, workers: workerCount(workers) };
  const code = await buildOracle(board, json ? aside(terminal) : terminal);
  if (!json || code !== 0) return code;
  const { readOracleManifest } = await import('../tables/oracle-file.ts');
  const { start, distances, counts, sha256 } = readOracleManifest(out);
  terminal.out(
    JSON.stringify({ folder: out, game: game.name, size, scope, start, distances, counts, sha256 }),
  );
  return code;
});

/** The settings of a scope that were given. */
function scopeOf(values: Values<typeof scopeSettings>): Scope {
  const given = Object.entries(picked(scopeSettings, values)).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as Scope;
}

const verifyForm = commandForm({
  name: 'oracle verify',
  summary: 'check an oracle',
  description:
    'Checks the hash of the values, and that positions chosen at random, or all, are worth as much as their best move. ' +
    'Exit code 1 where one is not.',
  examples: ['oracle verify oracles/betsy-3', 'oracle verify oracles/betsy-3 --all'],
  arguments: { folder: setting(z.string(), 'DIR', 'the folder of an oracle') },
  options: {
    positions: optional(whole(1, 1e9), 'K', 'how many positions', '100000, or all where there are fewer'),
    seed: seedSetting('another seed chooses others'),
    all: toggle('every position'),
    workers: optional(whole(1, 256), 'W', 'threads that check all', 'one a core'),
    json: jsonOption,
  },
});

const verify = cliCommand(verifyForm, async ({ folder, positions, seed, all, workers, json }, terminal) => {
  if (all && positions !== null)
    throw new InputError('--all and --positions exclude each other; expected one of them');
  const { verifyAll, verifySample } = await import('../oracle/verify-oracle.ts');
  const { checked, wrong, lines } = all
    ? await verifyAll(folder, workerCount(workers), terminal)
    : verifySample(folder, positions ?? undefined, seed, terminal);
  for (const line of json ? [JSON.stringify({ checked, wrong })] : lines) terminal.out(line);
  return wrong === null ? 0 : 1;
});

const word = (name: string, help: string) => setting(z.string(), name, help);

const queryForm = commandForm({
  name: 'oracle query',
  summary: 'the value of a position',
  description:
    'The value of a position and of every move, best first, and the line of best play. Of a drawn position it also prints a line of ' +
    'drawn positions until one comes again: each move, the board after it, and in brackets what the other moves are worth. ' +
    'Without --oracle the position is solved by itself, with all that can come of it: for example late positions of Betsy, on the usual board ' +
    'those with 34 pebbles or more, take seconds.',
  examples: [
    'oracle query betsy 3 o ...x..o.ox.oxxxoxo --oracle oracles/betsy-3',
    'oracle query betsy 5 x x.x.ooox.xoxo.oxox.ooxx.ooxooxooxxoxxxoo',
    'oracle query conga 4 a g..............G --oracle oracles/conga-4-7',
  ],
  arguments: {
    game: gameArgument,
    size: word('N', 'the size of the board'),
    player: word('PLAYER', 'the player to move'),
    board: word('BOARD', 'row by row from the top'),
  },
  options: {
    oracle: optional(z.string(), 'DIR', 'the oracle of the board'),
    seconds: setting(
      z.number().gt(0).max(86_400).default(60),
      'S',
      'give up on solving a position by itself after so long',
    ),
    json: jsonOption,
  },
});

/** An oracle that knows a position, from a folder or by solving the position. */
async function oracleFor({ game, size, player, board, oracle, seconds }: CommandValues<typeof queryForm>) {
  const parsed = parseGame(game);
  if (oracle === null) {
    const { moduleOf } = await import('../../engine/games/index.ts');
    const { coneOracle, MOST_CONE_POSITIONS } = await import('../tables/cone-oracle.ts');
    const position = parsed.parseBoard(parseSize(parsed, size), parsePlayer(parsed, player), board);
    needUndecided(parsed, position);
    const solved = coneOracle(parsed, position.size, moduleOf(parsed).solvable);
    const end = performance.now() + 1000 * seconds;
    const isOver = () => performance.now() >= end;
    const reason = solved.solve(position, { positions: MOST_CONE_POSITIONS, isOver });
    if (reason !== undefined) throw new InputError(reason);
    return { solved, position };
  }
  const { openSolved, readOracleManifest } = await import('../tables/oracle-file.ts');
  const { solvableName } = await import('../tables/solvable-name.ts');
  const { solvedBoardOf } = await import('../oracle/oracle-folder.ts');
  const manifest = readOracleManifest(oracle);
  if (manifest.game !== parsed.name || String(manifest.size) !== size)
    throw new InputError(
      `--oracle ${oracle} is of ${solvableName(manifest)}; expected one of ${parsed.name} ${size}`,
    );
  const solved = openSolved(oracle, manifest, solvedBoardOf(oracle, manifest));
  const position = solved.game.parseBoard(solved.size, parsePlayer(solved.game, player), board);
  needUndecided(parsed, position);
  return { solved, position };
}

const query = cliCommand(queryForm, async (values, terminal) => {
  const { drawnLine, drawnLineTexts } = await import('../oracle/drawn-line.ts');
  const { outcomeOf, valueText } = await import('../tables/oracle.ts');
  const { solved, position } = await oracleFor(values);
  const { game, distances } = solved;
  const value = solved.valueOf(position);
  const moves = solved.movesOf(position).map((valued) => ({
    text: game.formatMove(position, valued.move),
    value: valued.value,
  }));
  const line = lineText(game, position, solved.bestLine(position));
  const drawn = value === 0 ? drawnLine(solved, position) : undefined;
  const plies = (its: number) => (distances === 'none' ? null : Math.abs(its));
  if (!values.json) {
    terminal.out(valueText(value, distances));
    for (const move of moves) terminal.out(`${move.text} ${valueText(move.value, distances)}`);
    terminal.out(`best play: ${line}`);
    if (drawn !== undefined) for (const one of drawnLineTexts(drawn, distances)) terminal.out(one);
    return;
  }
  terminal.out(
    JSON.stringify({
      value: outcomeOf(value),
      plies: plies(value),
      moves: moves.map((move) => ({
        move: move.text,
        value: outcomeOf(move.value),
        plies: plies(move.value),
      })),
      line: line.split(' '),
      ...(drawn && {
        drawn: drawn.steps.map(({ others, ...step }) => ({
          ...step,
          others: others.map(({ move, outcome, value: its }) => ({
            move,
            value: outcome,
            plies: plies(its),
          })),
        })),
        repeats: drawn.repeats,
      }),
    }),
  );
});

const grade = cliCommand(gradeForm, async (values, terminal) => {
  if (values.nodes !== null && values.seconds !== null)
    throw new InputError('--nodes and --seconds exclude each other; expected one of them');
  const { gradeLines, runGrade } = await import('../oracle/grade-run.ts');
  const result = runGrade(values, terminal);
  if (values.json) terminal.out(JSON.stringify(result));
  else for (const line of gradeLines(result)) terminal.out(line);
  if (values.out !== null) terminal.note(`written to ${values.out}`);
});

const truth = cliCommand(truthForm, async ({ oracle, out, positions, of, seed, json }, terminal) => {
  if (positions !== null && of !== null)
    throw new InputError('--positions and --of exclude each other; expected one of them');
  const chosen = of !== null ? { dataset: of } : positions === null ? undefined : { count: positions, seed };
  const { readOracle } = await import('../oracle/oracle-folder.ts');
  const { writeTruth } = await import('../oracle/truth-dataset.ts');
  const { oracle: solved, manifest } = readOracle(oracle);
  const { game, size } = solved;
  if (game !== gameNamed(game.name))
    throw new InputError(
      `the oracle is of a variant of ${game.name} ${size}; a dataset is of the game by its rules`,
    );
  const made = writeTruth(solved, manifest.sha256, out, chosen);
  terminal.out(
    json
      ? JSON.stringify({ folder: out, games: 0, positions: made.positions, shards: made.shards.length })
      : `${out}: ${made.positions} positions`,
  );
});

const sample = cliCommand(sampleForm, async ({ out, json, ...choice }, terminal) => {
  const { writeSample } = await import('../oracle/sample.ts');
  const { startProgress } = await import('../process/progress.ts');
  const progress = startProgress(choice.positions, 'positions', terminal);
  try {
    const count = writeSample(out, choice, (chosen) => progress.update(chosen, ''));
    progress.end();
    terminal.out(json ? JSON.stringify({ file: out, positions: count }) : `${out}: ${count} positions`);
  } finally {
    progress.end();
  }
});

export const commands = [build, verify, query, grade, sample, truth];
