import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evalsmith } from '../testing/run-command.ts';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { readManifest } from '../dataset/manifest.ts';
import { verifyDataset } from '../dataset/verify.ts';
import { readResult, readRun } from '../store/run-folder.ts';
import { type NightlyResult, nightlyResultSchema } from '../store/runs.ts';
import { journalOf, OPEN_GATE, SHUT_GATE, SMALL_PART, writeConfig } from '../testing/small-nights.ts';

const rooms: string[] = [];
afterAll(() => rooms.forEach((room) => rmSync(room, { recursive: true, force: true })));

function newRoom(): string {
  const room = mkdtempSync(join(tmpdir(), 'evalsmith-nightly-'));
  rooms.push(room);
  return room;
}

const resultOf = (room: string, night: string): NightlyResult =>
  readResult(join(room, 'out', night), 'nightly');
const statuses = ({ parts }: NightlyResult) =>
  parts.map(({ stages }) => Object.fromEntries(stages.map(({ name, status }) => [name, status])));
const MINUTES = 120_000;

describe('nights that follow each other', () => {
  const room = newRoom();
  const out = (...path: string[]) => join(room, 'out', ...path);
  const games = (night: number) => out(`night-000${night}`, 'betsy-3', 'selfplay');
  let elsewhere: string;
  let first: Awaited<ReturnType<typeof evalsmith>>;

  beforeAll(async () => {
    const file = writeConfig(room, { games: [{ ...SMALL_PART, window: 1, gate: OPEN_GATE }] });
    first = await evalsmith(['nightly', file]);
  }, MINUTES);

  it("record a gate's own test in its command", () => {
    const { command, settings } = readRun(out('night-0001', 'betsy-3', 'gate-1'));
    expect(command).toContain(' --sprt -600,-200 ');
    expect(command).toContain(' --alpha 0.4 --beta 0.4 ');
    expect(command).toContain(' --clock-games 0 --other-games 0 ');
    expect(settings).toMatchObject({ sprt: { elo0: -600, elo1: -200 }, alpha: 0.4, clockGames: 0 });
  });

  it('begin with one whose summary tells all of it, on stdout and as JSON', () => {
    expect([first.code, first.notes.at(-1)]).toEqual([0, expect.anything()]);
    const result = resultOf(room, 'night-0001');
    const [{ generated, ladder, champion }] = result.parts;
    expect(result).toMatchObject({
      night: 1,
      isComplete: true,
      page: 'index.html',
      site: '../site/index.html',
    });
    expect(champion).toMatchObject({ before: 0, number: 1, player: '../players/betsy-3/0001' });
    expect(existsSync(out('night-0001', champion.player!, 'betsy.cjs'))).toBe(true);
    const text = first.out.join('\n');
    expect(text).toContain(`generated  40 games, ${generated!.positions} positions`);
    expect(text).toContain('fitted     linear: held-out loss');
    expect(text).toMatch(/accepted {3}betsy-3\/fit-1-linear against champion-0000: \S+ Elo/);
    expect(text).toContain(`${ladder!.elo.toFixed(0)} +-${ladder!.margin.toFixed(0)} Elo above random`);
    expect(text).toContain(`the night's page: ${out('night-0001', 'index.html')}`);
    expect(readFileSync(out('night-0001', 'index.html'), 'utf8')).toContain('Night 1: Betsy 3');
    const links = (page: string) =>
      Array.from(readFileSync(page, 'utf8').matchAll(/<a class="run" href="([^"]+)"/g), ([, href]) => href);
    const runs = ['ladder', 'fit-1-linear', 'gate-1'];
    expect(links(out('night-0001', 'index.html'))).toEqual(runs.map((run) => `betsy-3/${run}/index.html`));
    expect(links(out('site', 'runs', 'night-0001.html'))).toEqual(
      runs.map((run) => `night-0001-betsy-3-${run}.html`),
    );
    for (const link of links(out('night-0001', 'index.html')))
      expect(existsSync(out('night-0001', link))).toBe(true);
    for (const link of links(out('site', 'runs', 'night-0001.html')))
      expect(existsSync(out('site', 'runs', link))).toBe(true);
    expect(readFileSync(out('site', 'index.html'), 'utf8')).toContain('night-0001-betsy-3-gate-1');
    expect(existsSync(out('lock'))).toBe(false);
  });

  it(
    'use the games of those before within window and cap, played with the new champion',
    async () => {
      const { positions } = readManifest(games(1));
      const cap = Math.floor(positions / 2);
      const file = writeConfig(room, { games: [{ ...SMALL_PART, window: 1, cap }] });
      // As the first night printed it: the same config file, by now another config.
      const { command } = readRun(out('night-0001'));
      expect(resolve(command.split(' ')[2])).toBe(file);
      const { code, out: lines } = await evalsmith([...command.split(' ').slice(1), '--json']);
      expect([code, lines.length]).toEqual([0, 1]);
      const result = nightlyResultSchema.parse(JSON.parse(lines[0]));
      expect(result).toEqual(resultOf(room, 'night-0002'));
      const [{ generated, learnedFrom, champion }] = result.parts;
      expect(champion).toMatchObject({ before: 1, number: 1 });
      const second = readManifest(games(2));
      expect(second.settings['weights']).toBe(champion.sha256);
      expect(second.settings['seed']).not.toBe(readManifest(games(1)).settings['seed']);
      const cut = out('night-0002', 'betsy-3', 'earlier', 'night-0001');
      const beginning = readManifest(cut);
      expect(beginning.settings['of']).toEqual([contentsHash(readManifest(games(1)))]);
      expect(beginning.positions).toBeLessThanOrEqual(cap);
      expect(beginning.positions).toBeGreaterThan(cap / 2);
      expect(verifyDataset(cut)).toEqual([]);
      expect(learnedFrom).toEqual({
        datasets: 2,
        games: 40 + beginning.games,
        positions: generated!.positions + beginning.positions,
      });
      const { inputs } = readRun(out('night-0002', 'betsy-3', 'fit-1-linear'));
      expect(inputs.map(({ sha256 }) => sha256)).toEqual([second, beginning].map(contentsHash));
      const page = readFileSync(out('night-0002', 'betsy-3', 'fit-1-linear', 'index.html'), 'utf8');
      expect(page).toContain('betsy-3/champion-0001.json');
      expect(page).not.toContain('known by its hash alone');
    },
    MINUTES,
  );

  it(
    'keep the games of the newest and of every champion, and delete the others without following links',
    async () => {
      elsewhere = newRoom();
      writeFileSync(join(elsewhere, 'manifest.json'), '{}');
      mkdirSync(join(elsewhere, 'games'));
      symlinkSync(elsewhere, out('night-0002', 'betsy-3', 'gate-9'));
      symlinkSync(elsewhere, out('night-0000'));
      writeFileSync(out('night-0002', 'betsy-3', 'fit-9.checkpoint'), 'x'.repeat(10));
      const file = writeConfig(room, { games: [{ ...SMALL_PART, window: 1 }] });
      expect((await evalsmith(['nightly', file])).code).toBe(0);
      // Nights 3 and 4 are kept; of night 1 what the champion was fitted to and has won.
      const { code, out: lines, notes } = await evalsmith(['nightly', file, '--keep', '2']);
      expect(code).toBe(0);
      const { deleted } = resultOf(room, 'night-0004');
      expect(deleted.map(({ path }) => path).toSorted()).toEqual([
        'night-0002/betsy-3/earlier/night-0001',
        'night-0002/betsy-3/fit-9.checkpoint',
        'night-0002/betsy-3/gate-1/by-nodes/games',
        'night-0002/betsy-3/selfplay',
      ]);
      expect(deleted.find(({ path }) => path.endsWith('checkpoint'))!.bytes).toBe(10);
      expect(notes).toContainEqual(
        expect.stringMatching(/^deleted night-0002\/betsy-3\/selfplay, \d+ bytes$/),
      );
      expect(lines).toContainEqual(expect.stringMatching(/^deleted 4 folders and files/));
      for (const { path } of deleted) expect(existsSync(out(path))).toBe(false);
      expect(verifyDataset(games(1))).toEqual([]);
      expect(verifyDataset(out('night-0001', 'betsy-3', 'gate-1', 'by-nodes', 'games'))).toEqual([]);
      for (const night of [3, 4]) expect(verifyDataset(games(night))).toEqual([]);
      for (const kept of ['run.json', 'result.json', 'weights.json', 'index.html'])
        expect(existsSync(out('night-0002', 'betsy-3', 'fit-1-linear', kept))).toBe(true);
      expect(existsSync(join(elsewhere, 'manifest.json')) && existsSync(join(elsewhere, 'games'))).toBe(true);
    },
    MINUTES,
  );
});

describe('a night', () => {
  it(
    'that has no time left says so, and is gone on with by the same command',
    async () => {
      const room = newRoom();
      const file = writeConfig(room, { games: [SMALL_PART] });
      const { code, out, notes } = await evalsmith(['nightly', file, '--for', '0.001s']);
      expect(code).toBe(1);
      expect(out[0]).toBe('night 1, not all of it');
      expect(out).toContainEqual('  waiting    selfplay: the time of the night is spent');
      expect(notes).toContainEqual(
        expect.stringContaining('betsy-3/selfplay: not begun, the time of the night is spent'),
      );
      expect(readRun(join(room, 'out', 'night-0001')).status).toBe('stopped');
      const again = await evalsmith(['nightly', file]);
      expect([again.code, again.notes[0]]).toEqual([0, 'going on with night 1']);
      expect(resultOf(room, 'night-0001').isComplete).toBe(true);
    },
    MINUTES,
  );

  it(
    'whose part runs out of time leaves the others theirs',
    async () => {
      const room = newRoom();
      const long = {
        ...SMALL_PART,
        for: '1.5s',
        selfplay: { ...SMALL_PART.selfplay, games: 300, nodes: 20_000 },
      };
      const short = {
        ...SMALL_PART,
        size: 2,
        selfplay: { games: null, for: '1s', nodes: 30, openings: 5, openingBound: 30_000 },
      };
      const file = writeConfig(room, { games: [long, short] });
      const { code } = await evalsmith(['nightly', file]);
      expect(code).toBe(1);
      const result = resultOf(room, 'night-0001');
      const [cut, whole] = statuses(result);
      expect(cut).toMatchObject({ selfplay: 'cut short', 'fit-1-linear': 'waiting', report: 'waiting' });
      expect(new Set(Object.values(whole))).toEqual(new Set(['done']));
      expect(result.parts[0].stages[0].reason).toBe('the time of betsy-3 is spent');
      // By the clock it is the time that is the end of self-play.
      expect(result.parts[1].generated!.games).toBeGreaterThan(0);
    },
    MINUTES,
  );

  it(
    'in which a stage fails does the rest, says why, and is followed by the next',
    async () => {
      const room = newRoom();
      const broken = {
        ...SMALL_PART,
        fits: [{ model: 'linear', settings: { fraction: 1e-9 } }, { model: 'linear' }],
      };
      const file = writeConfig(room, { games: [broken] });
      const { code, out } = await evalsmith(['nightly', file]);
      expect(code).toBe(1);
      const [stages] = statuses(resultOf(room, 'night-0001'));
      expect(stages).toMatchObject({
        'fit-1-linear': 'failed',
        'gate-1': 'skipped',
        'gate-2': 'done',
        ladder: 'done',
        report: 'done',
      });
      expect(out).toContainEqual(
        expect.stringMatching(/^ {2}failed {5}fit-1-linear: no game is left to learn from/),
      );
      expect(journalOf(join(room, 'out', 'night-0001')).at(-1)).toEqual({ event: 'end', isComplete: false });
      const next = await evalsmith(['nightly', file, '--for', '0.001s']);
      expect(next.notes[0]).toBe('night 2');
      // Another config: what was begun is given up.
      writeConfig(room, { games: [SMALL_PART] });
      const third = await evalsmith(['nightly', file, '--for', '0.001s']);
      expect(third.notes.slice(0, 2)).toEqual([
        'night 2 is given up: the config has changed since it began',
        'night 3',
      ]);
    },
    MINUTES,
  );

  it(
    'whose output is gone makes it again',
    async () => {
      const room = newRoom();
      const file = writeConfig(room, {
        games: [{ ...SMALL_PART, ladder: { ...SMALL_PART.ladder, for: '0.001s' } }],
      });
      expect((await evalsmith(['nightly', file])).code).toBe(1);
      const fit = join(room, 'out', 'night-0001', 'betsy-3', 'fit-1-linear');
      const weights = readFileSync(join(fit, 'weights.json'), 'utf8');
      rmSync(fit, { recursive: true });
      writeConfig(room, { games: [SMALL_PART] });
      const { code, notes } = await evalsmith(['nightly', file]);
      expect([code, notes]).toEqual([
        0,
        expect.arrayContaining(['betsy-3/fit-1-linear: what was there is gone; it is made again']),
      ]);
      expect(readFileSync(join(fit, 'weights.json'), 'utf8')).toBe(weights);
    },
    MINUTES,
  );
});

describe('a folder for nights', () => {
  const shut = { games: [{ ...SMALL_PART, gate: SHUT_GATE }] };

  it('that another process has locked is refused', async () => {
    const room = newRoom();
    mkdirSync(join(room, 'out'));
    writeFileSync(join(room, 'out', 'lock'), String(process.ppid));
    const { code, out, notes } = await evalsmith(['nightly', writeConfig(room, shut)]);
    expect([code, out, notes]).toEqual([
      2,
      [],
      [expect.stringContaining(`process ${process.ppid} is at work in this folder`)],
    ]);
    expect(existsSync(join(room, 'out', 'night-0001'))).toBe(false);
  });

  it('that is a file, or holds other things, is refused and left as it is', async () => {
    const room = newRoom();
    writeFileSync(join(room, 'out'), 'mine');
    const refused = await evalsmith(['nightly', writeConfig(room, shut)]);
    expect([refused.code, refused.notes]).toEqual([
      2,
      [expect.stringContaining('out is a file; expected a folder')],
    ]);
    expect(readFileSync(join(room, 'out'), 'utf8')).toBe('mine');
    writeFileSync(join(room, 'letters.txt'), '');
    const full = await evalsmith(['nightly', writeConfig(room, { ...shut, out: '.' })]);
    expect([full.code, full.notes]).toEqual([
      2,
      [expect.stringContaining('expected a new folder or one of nightly runs')],
    ]);
  });

  it.each(['out/below/a/file', '/dev/null/out'])(
    'that cannot be made (%s) is one line and exit code 1',
    async (path) => {
      const room = newRoom();
      writeFileSync(join(room, 'out'), '');
      const { code, notes } = await evalsmith(['nightly', writeConfig(room, { ...shut, out: path })]);
      expect([code, notes]).toEqual([1, [expect.stringMatching(/^evalsmith: /)]]);
    },
  );
});
