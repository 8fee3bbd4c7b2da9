import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BENCH_DEPTH, benchNodes } from '../../engine/bench.ts';
import { answerMove } from '../../engine/text/answer.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { namedWeightsFile } from '../../engine/node/weights-folder.ts';
import type { Game } from '../../engine/game.ts';
import { games } from '../../engine/games/index.ts';
import { parametersOf } from '../../engine/parameters.ts';
import { weightsText } from '../../engine/seal.ts';
import { sealedRandomNetwork } from '../../engine/models/network/random-network.ts';
import { evaluatorOf } from '../../engine/weights.ts';
import { packageFolder } from '../store/identity.ts';
import { evalsmith as runCommand } from '../testing/run-command.ts';
import type { ShipManifest } from './ship-manifest.ts';
import { testPlayer } from './self-test.ts';
import { shippedWeightsOf } from './shipped-weights.ts';
import { WEB_WORKER_SHIM } from './web-worker-shim.ts';

const evalsmith = (...args: string[]) => runCommand(args);
const root = mkdtempSync(join(tmpdir(), 'evalsmith-ship-test-'));
const at = (...names: string[]) => join(root, ...names);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const [betsy, raichu] = games;
const handFile = (game: Game) => namedWeightsFile(game, game.usualSize, 'baseline:hand');
const lastLine = (output: string) => output.split('\n').at(-2)!;
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted();
const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as ShipManifest;

/** Runs a copy of a shipped player alone in an empty folder, as `env -i PATH=…` does. */
function play(program: string, args: readonly string[]) {
  const folder = mkdtempSync(at('empty-'));
  copyFileSync(program, join(folder, 'player.cjs'));
  const options = { cwd: folder, env: { PATH: dirname(process.execPath) }, encoding: 'utf8' } as const;
  return spawnSync('node', ['player.cjs', ...args], options);
}

function networkFile(game: Game, size: number, hidden = 32): string {
  const file = at(`${game.name}-${size}-${hidden}.json`);
  writeFileSync(file, weightsText(sealedRandomNetwork(game, size, hidden, sha256)));
  return file;
}

describe.each(games.map((game) => ({ name: game.name, game })))('a shipped $name', ({ name, game }) => {
  const out = at('hand', name);
  const size = game.usualSize;
  const start = game.formatBoard(game.start(size));

  beforeAll(async () => {
    const { code, notes } = await evalsmith('ship', handFile(game), '--out', out);
    expect([code, notes]).toEqual([0, []]);
  }, 120_000);

  test('is a folder of which the manifest knows every file', () => {
    const manifest = readManifest(out);
    const names = [
      'LICENSE',
      'README.md',
      `browser/${name}.js`,
      'browser/worker.js',
      `${name}.cjs`,
      `node/${name}.js`,
      'player.d.ts',
    ];
    expect(filesIn(out)).toEqual([...names, 'manifest.json'].toSorted());
    expect(Object.keys(manifest.files).toSorted()).toEqual(names.toSorted());
    for (const [file, { sha256: hash }] of Object.entries(manifest.files)) {
      expect(
        createHash('sha256')
          .update(readFileSync(join(out, file)))
          .digest('hex'),
      ).toBe(hash);
    }
    expect(existsSync(`${out}.tmp`)).toBe(false);
  });

  test('declares the types that its module has here', () => {
    const program = `
      import type { createPlayer, BrowserPlayer } from './player.d.ts';
      import type { BrowserPlayer as Own, connect } from '${join(packageFolder(), 'tuning/ship/browser-player.ts')}';
      type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
      export const same: [Same<BrowserPlayer, Own>, Same<ReturnType<typeof createPlayer>, ReturnType<typeof connect>>] = [true, true];`;
    writeFileSync(join(out, 'types.ts'), program);
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--allowImportingTsExtensions',
      '--module',
      'nodenext',
    ];
    const compiler = join(packageFolder(), 'node_modules', 'typescript', 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, 'types.ts'], {
      cwd: out,
      encoding: 'utf8',
    });
    rmSync(join(out, 'types.ts'));
    expect([status, stdout]).toEqual([0, '']);
  });

  test('has the signature of the engine with its weights', () => {
    const weights = loadWeights(game, size, 'baseline:hand');
    const nodes = benchNodes(game, size, evaluatorOf(weights, game), BENCH_DEPTH);
    const manifest = readManifest(out);
    expect(manifest.bench).toBe(nodes);
    expect(manifest.weights).toEqual([
      {
        size: 'any',
        kind: 'linear',
        sha256: weights.sha256,
        vectors: weights.vectors.length,
        bench: { size, depth: BENCH_DEPTH, nodes },
      },
    ]);
  });

  test.each([[[]], [['--threads', '2']]])('plays alone in an empty folder %j', (options) => {
    expect(statSync(join(out, `${name}.cjs`)).mode & 0o111).toBe(0o111);
    const args = [String(size), game.players[0], start, '2', ...options];
    const { status, stdout, stderr } = play(join(out, `${name}.cjs`), args);
    expect([status, stderr]).toEqual([0, '']);
    expect(answerMove(game, game.start(size), lastLine(stdout))).toBeDefined();
    expect(stdout).toMatch(/^depth \d+, \d+ nodes/m);
  });

  test('plays on other sizes with weights for any', () => {
    const other = game.sizes.find((known) => known !== size)!;
    const args = [String(other), game.players[0], game.formatBoard(game.start(other)), '0.5'];
    const { status, stdout } = play(join(out, `${name}.cjs`), args);
    expect(status).toBe(0);
    expect(answerMove(game, game.start(other), lastLine(stdout))).toBeDefined();
  });

  test('explains itself and has no --weights', () => {
    const program = join(out, `${name}.cjs`);
    const { status, stdout } = play(program, ['--help']);
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: ${name} N PLAYER BOARD SECONDS [--memory FILE] [--threads K]`);
    const refused = play(program, [String(size), game.players[0], start, '1', '--weights', 'x.json']);
    expect([refused.status, refused.stdout]).toEqual([2, '']);
  });

  test('refuses weights that were changed in the file', () => {
    const program = at(`changed-${name}.cjs`);
    const text = readFileSync(join(out, `${name}.cjs`), 'utf8');
    const changed = text.replace(/"scale":\d+/, '"scale":77');
    expect(changed).not.toBe(text);
    writeFileSync(program, changed);
    const tested = play(program, ['--self-test']);
    expect([tested.status, tested.stdout]).toEqual([1, '']);
    expect(tested.stderr).toContain('its sha256 does not match its contents');
    const played = play(program, [String(size), game.players[0], start, '1']);
    expect(played.status).toBe(2);
    expect(played.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(played.stderr).toContain('its sha256 does not match its contents');
  });
});

describe('in a browser', () => {
  /** Runs statements that may use `player`, in an empty folder with the module and its worker, and returns what they print. */
  function inBrowser(game: Game, statements: string): unknown[] {
    const folder = mkdtempSync(at('browser-'));
    for (const name of [`${game.name}.js`, 'worker.js'])
      copyFileSync(at('hand', game.name, 'browser', name), join(folder, name));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const program = `${WEB_WORKER_SHIM}
      const { createPlayer } = await import('./${game.name}.js');
      const player = createPlayer();
      const print = (value) => console.log(JSON.stringify(value));
      ${statements}
      player.close();`;
    const args = ['--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }

  const question = (game: Game) => ({
    size: game.usualSize,
    player: game.players[0],
    board: game.formatBoard(game.start(game.usualSize)),
  });

  test.each(games.map((game) => ({ name: game.name, game })))('$name chooses a legal move', ({ game }) => {
    const asked = JSON.stringify(question(game));
    const [moves, choice, betters] = inBrowser(
      game,
      `let betters = 0;
       print(await player.legalMoves(${asked}));
       print(await player.chooseMove({ ...${asked}, seconds: 0.3 }, () => betters++));
       print(betters);`,
    ) as [{ move: string; board: string; winner: null }[], { move: string; board: string }, number];
    expect(moves).toContainEqual({ move: choice.move, board: choice.board, winner: null });
    expect(betters).toBeGreaterThan(0);
  });

  test('chooses as the command line does under the same limit', async () => {
    const board = '......................x....oo.o.ox.xxox.';
    const asked = JSON.stringify({ size: 5, player: 'x', board, nodes: 5000 });
    const [choice] = inBrowser(betsy, `print(await player.chooseMove(${asked}));`);
    const args = ['5', 'x', board, '--nodes', '5000', '--weights', 'baseline:hand', '--json'];
    const { out } = await evalsmith('move', 'betsy', ...args);
    expect(choice).toEqual(JSON.parse(out[0]));
  });

  test('says what is wrong, and goes on', () => {
    const reasons = inBrowser(
      betsy,
      `const asked = ${JSON.stringify(question(betsy))};
       const reason = (error) => print(error.message);
       await player.chooseMove({ ...asked, size: 99 }).catch(reason);
       await player.chooseMove({ ...asked, player: undefined }).catch(reason);
       await player.chooseMove({ ...asked, seconds: 0 }).catch(reason);
       await player.chooseMove({ size: 2, player: 'o', board: 'x.x.o.x.o.' }).catch(reason);
       print(await player.legalMoves({ size: 2, player: 'o', board: 'x.x.o.x.o.' }));
       const unanswered = player.chooseMove({ ...asked, seconds: 60 }).catch(reason);
       player.close();
       await unanswered;
       await player.legalMoves(asked).catch(reason);`,
    );
    expect(reasons).toEqual([
      expect.stringContaining('N is "99"'),
      expect.stringContaining('PLAYER is "undefined"'),
      'seconds is 0; expected a number above 0',
      'the game is already decided: x has won',
      [],
      'the player was closed',
      'the player was closed',
    ]);
  });

  test('the module and the worker import nothing', () => {
    for (const name of ['betsy.js', 'worker.js']) {
      const text = readFileSync(at('hand', 'betsy', 'browser', name), 'utf8');
      expect(text).not.toMatch(/\bimport\s*[({"'*\w]|\brequire\(|node:/);
    }
  });
});

describe('networks', () => {
  test.each(games.map((game) => ({ name: game.name, game })))(
    'for one size of $name are shipped and play there alone',
    async ({ name, game }) => {
      const out = at('network', name);
      const size = game.usualSize;
      const { code } = await evalsmith('ship', networkFile(game, size), '--out', out);
      expect(code).toBe(0);
      const program = join(out, `${name}.cjs`);
      // Beside the exact endings that are inside the player of a game that has some.
      const endings = statSync(new URL(`../../engine/games/${name}/packed-endings.ts`, import.meta.url), {
        throwIfNoEntry: false,
      });
      expect(statSync(program).size - (endings?.size ?? 0)).toBeLessThanOrEqual(150_000);
      for (const threads of ['1', '2']) {
        const board = game.formatBoard(game.start(size));
        const args = [String(size), game.players[0], board, '0.7', '--threads', threads];
        const { status, stdout, stderr } = play(program, args);
        expect([status, stderr]).toEqual([0, '']);
        expect(stdout).toMatch(/^depth \d+, \d+ nodes/m);
        expect(answerMove(game, game.start(size), lastLine(stdout))).toBeDefined();
      }
      const other = game.sizes.find((known) => known !== size)!;
      const board = game.formatBoard(game.start(other));
      expect(play(program, [String(other), game.players[0], board, '1'])).toMatchObject({
        status: 2,
        stdout: '',
        stderr: `${name}: N is ${other}; this player has weights for N of ${size} alone\n`,
      });
    },
  );

  test('go with weights for any size, with evidence or without, in whatever order they are named', async () => {
    const evidence = { elo: 31.5, games: 2000 };
    const proved = at('proved.json');
    const hand = JSON.parse(readFileSync(handFile(betsy), 'utf8')) as object;
    writeFileSync(proved, JSON.stringify({ ...hand, evidence }));
    const files = [networkFile(betsy, 5), proved, networkFile(betsy, 4, 8)];
    expect((await evalsmith('ship', ...files, '--out', at('mixed'))).code).toBe(0);
    expect((await evalsmith('ship', ...files.toReversed(), '--out', at('mixed-again'))).code).toBe(0);
    for (const name of filesIn(at('mixed')))
      expect(readFileSync(at('mixed-again', name))).toEqual(readFileSync(at('mixed', name)));
    const { weights, bench } = readManifest(at('mixed'));
    expect(weights.map((entry) => [entry.size, entry.kind, entry.bench.size, entry.evidence])).toEqual([
      ['any', 'linear', 5, evidence],
      [4, 'network', 4, undefined],
      [5, 'network', 5, undefined],
    ]);
    expect(bench).toBe(weights.reduce((sum, entry) => sum + entry.bench.nodes, 0));
    expect(readFileSync(at('mixed', 'betsy.cjs'), 'utf8')).not.toContain('"evidence":');
  });
});

// What is shipped is tested to find the nodes of its manifest, in Node and in the browser module.
test('search parameters go with the weights', async () => {
  const list = 'lateMoveBase=1,quiescencePlies=0';
  const { code, notes } = await evalsmith(
    'ship',
    handFile(betsy),
    '--parameters',
    list,
    '--out',
    at('tuned'),
  );
  expect(code, notes.join('\n')).toBe(0);
  const manifest = readManifest(at('tuned'));
  const chosen = { lateMoveBase: 1, quiescencePlies: 0 };
  expect(manifest.parameters).toEqual(chosen);
  const evaluator = evaluatorOf(loadWeights(betsy, 5, 'baseline:hand'), betsy);
  expect(manifest.bench).toBe(benchNodes(betsy, 5, evaluator, BENCH_DEPTH, parametersOf(chosen)));
  expect(manifest.bench).not.toBe(benchNodes(betsy, 5, evaluator, BENCH_DEPTH));
  expect(readFileSync(at('tuned', 'README.md'), 'utf8')).toContain('lateMoveBase=1, quiescencePlies=0');
  const { stdout } = play(at('tuned', 'betsy.cjs'), ['--self-test']);
  expect((JSON.parse(stdout) as { bench: { nodes: number } }).bench.nodes).toBe(manifest.bench);
});

test('a package is the same bytes each time and works when installed offline', async () => {
  for (const name of ['packed', 'packed-again'])
    expect((await evalsmith('ship', handFile(betsy), '--npm', '--out', at(name))).code).toBe(0);
  const names = filesIn(at('packed'));
  expect(filesIn(at('packed-again'))).toEqual(names);
  for (const name of names)
    expect(readFileSync(at('packed-again', name))).toEqual(readFileSync(at('packed', name)));

  const project = at('project');
  mkdirSync(project);
  const tarball = names.find((name) => name.endsWith('.tgz'))!;
  const env = { PATH: process.env.PATH, npm_config_cache: at('cache'), npm_config_userconfig: at('none') };
  const install = ['install', '--offline', '--no-audit', '--no-fund', at('packed', tarball)];
  expect(spawnSync('npm', install, { cwd: project, env, encoding: 'utf8' }).status).toBe(0);
  const args = ['5', 'x', '.'.repeat(40), '0.5'];
  const bin = join(project, 'node_modules', '.bin', 'betsy');
  const { status, stdout } = spawnSync(bin, args, { cwd: project, env, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(answerMove(betsy, betsy.start(5), lastLine(stdout))).toBeDefined();
});

describe('refuses', () => {
  test.each<[string, () => string[], RegExp]>([
    [
      'weights of different games',
      () => [handFile(betsy), handFile(raichu)],
      /is for betsy and .* for raichu; expected weights of one game/,
    ],
    [
      'two files for one size',
      () => [networkFile(betsy, 4), networkFile(betsy, 4, 8)],
      /are both for size 4; expected one file for each size/,
    ],
    [
      'two files for any size',
      () => [handFile(betsy), namedWeightsFile(betsy, 5, 'baseline:lines')],
      /are both for size any/,
    ],
    ['a file that is not there', () => [at('none.json')], /cannot be read \(ENOENT\)/],
    [
      'changed weights',
      () => {
        const text = readFileSync(handFile(betsy), 'utf8');
        writeFileSync(at('changed.json'), text.replace('"tempo": 10', '"tempo": 12'));
        return [at('changed.json')];
      },
      /changed\.json: .*its sha256 does not match its contents/,
    ],
  ])('%s', async (_, files, reason) => {
    const { code, out, notes } = await evalsmith('ship', ...files(), '--out', at('refused'));
    expect([code, out]).toEqual([2, []]);
    expect(notes).toEqual([expect.stringMatching(reason)]);
    expect([existsSync(at('refused')), existsSync(at('refused.tmp'))]).toEqual([false, false]);
  });

  test('a folder that exists', async () => {
    const { code, notes } = await evalsmith('ship', handFile(betsy), '--out', root);
    expect(code).toBe(2);
    expect(notes).toEqual([expect.stringContaining('exists already; expected a new folder')]);
  });

  test('no weights and no folder', async () => {
    expect((await evalsmith('ship', '--out', at('refused'))).code).toBe(2);
    expect((await evalsmith('ship', handFile(betsy))).code).toBe(2);
  });
});

describe('the self-test', () => {
  const weights = loadWeights(betsy, 5, 'baseline:hand');
  const shipped = [shippedWeightsOf(weights)];
  const shipment = { game: betsy, weights: [weights], shipped, parameters: {} };
  const truth = `console.log(${JSON.stringify(JSON.stringify({ sha256: 'a', vectors: 1, bench: 1 }))})`;
  const manifest = { weights: [{ sha256: 'a', vectors: 1, bench: 1 }] } as unknown as ShipManifest;
  const selfTested = `if (process.argv[2] === '--self-test') ${truth}; else `;

  test.each([
    ['finds another signature', `console.log('{}')`, /finds \{\} of its weights; expected \{"sha256":"a"/],
    ['finds nothing', '', /finds {2}?of its weights|finds nothing of its weights/],
    ['crashes', 'null.x', /exit code 1: "TypeError: Cannot read properties of null/],
    ['complains', `console.error('oh')`, /complained: "oh"/],
    ['needs a package', `require('commander')`, /Cannot find module 'commander'/],
    ['makes an illegal move', `${selfTested}console.log('9 xx')`, /answers "9 xx" .* no legal move/],
    [
      'is late',
      `${selfTested}setTimeout(() => console.log('1 ' + '.'.repeat(35) + 'x....'), 1100)`,
      /took \d+ ms of 1000, 3 times of 3/,
    ],
  ])('fails a player that %s', async (_, program, reason) => {
    const folder = mkdtempSync(at('bad-'));
    writeFileSync(join(folder, 'betsy.cjs'), `#!/usr/bin/env node\n${program}\n`);
    chmodSync(join(folder, 'betsy.cjs'), 0o755);
    await expect(testPlayer({ folder, shipment, manifest })).rejects.toThrow(reason);
  });

  test('fails a player without the run bit', async () => {
    const folder = mkdtempSync(at('bad-'));
    writeFileSync(join(folder, 'betsy.cjs'), '#!/usr/bin/env node\n');
    await expect(testPlayer({ folder, shipment, manifest })).rejects.toThrow(/cannot be run: .*EACCES/);
  });

  test('is ended by Ctrl-C, and nothing is left', async () => {
    const main = fileURLToPath(new URL('../../dist/tuning/cli/main.js', import.meta.url));
    const room = at('temporary');
    mkdirSync(room);
    const env = { ...process.env, TMPDIR: room };
    const child = spawn(process.execPath, [main, 'ship', handFile(betsy), '--out', at('stopped')], { env });
    let notes = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text));
    while (readdirSync(room).length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, notes]).toEqual([130, 'stopped; nothing was shipped\n']);
    expect(readdirSync(room)).toEqual([]);
    expect(existsSync(at('stopped'))).toBe(false);
  });
});
