import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { winnerOf } from '../../engine/position.ts';
import type { Scope } from '../../engine/numbering.ts';
import { parsePlayer, parseSize } from '../../engine/text/arguments.ts';
import { decidedNote } from '../../engine/text/decided.ts';
import { lineText } from '../../engine/text/explain.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import { buildForm, gradeForm, oracleOption, scopeSettings, truthForm } from '../oracle/oracle-forms.ts';
import { commandForm } from '../settings/command-form.ts';
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
  const { checked, wrong, text } = all
    ? await verifyAll(folder, workerCount(workers), terminal)
    : verifySample(folder, positions ?? undefined, seed, terminal);
  terminal.out(json ? JSON.stringify({ checked, wrong }) : text);
  return wrong === null ? 0 : 1;
});

const word = (name: string, help: string) => setting(z.string(), name, help);

const queryForm = commandForm({
  name: 'oracle query',
  summary: 'the value of a position',
  description: 'The value of a position and of every move, best first, and the line of best play.',
  examples: ['oracle query betsy 3 o ...x..o.ox.oxxxoxo --oracle oracles/betsy-3'],
  arguments: {
    game: gameArgument,
    size: word('N', 'the size of the board'),
    player: word('PLAYER', 'the player to move'),
    board: word('BOARD', 'row by row from the top'),
  },
  options: { oracle: oracleOption, json: jsonOption },
});

const query = cliCommand(queryForm, async (values, terminal) => {
  const { openSolved, readOracleManifest } = await import('../tables/oracle-file.ts');
  const { outcomeOf, valueText } = await import('../tables/oracle.ts');
  const { solvableName } = await import('../tables/solvable-name.ts');
  const { solvedBoardOf } = await import('../oracle/oracle-folder.ts');
  const { name } = parseGame(values.game);
  const manifest = readOracleManifest(values.oracle);
  if (manifest.game !== name || String(manifest.size) !== values.size)
    throw new InputError(
      `--oracle ${values.oracle} is of ${solvableName(manifest)}; expected one of ${name} ${values.size}`,
    );
  const solved = openSolved(values.oracle, manifest, solvedBoardOf(values.oracle, manifest));
  const { game, distances } = solved;
  const position = game.parseBoard(solved.size, parsePlayer(game, values.player), values.board);
  const winner = winnerOf(position);
  if (winner !== -1) throw new InputError(decidedNote(game, winner));
  const value = solved.valueOf(position);
  const moves = solved.movesOf(position).map((valued) => ({
    text: game.formatMove(position, valued.move),
    value: valued.value,
  }));
  const line = lineText(game, position, solved.bestLine(position));
  if (!values.json) {
    terminal.out(valueText(value, distances));
    for (const move of moves) terminal.out(`${move.text} ${valueText(move.value, distances)}`);
    terminal.out(`best play: ${line}`);
    return;
  }
  terminal.out(
    JSON.stringify({
      value: outcomeOf(value),
      plies: distances === 'none' ? null : Math.abs(value),
      moves: moves.map((move) => ({
        move: move.text,
        value: outcomeOf(move.value),
        plies: distances === 'none' ? null : Math.abs(move.value),
      })),
      line: line.split(' '),
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
  const made = writeTruth(solved, manifest.sha256, out, chosen);
  terminal.out(
    json
      ? JSON.stringify({ folder: out, games: 0, positions: made.positions, shards: made.shards.length })
      : `${out}: ${made.positions} positions`,
  );
});

export const commands = [build, verify, query, grade, truth];
