import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { packageFolder } from '../store/identity.ts';
import { readResult } from '../store/run-folder.ts';
import { launchBrowser, seriousFaults, watchFaults } from '../testing/browser.ts';
import { needs } from '../testing/installed-program.ts';
import { evalsmith } from '../testing/run-command.ts';
import { SMALL_PART, startNightly, writeConfig } from '../testing/small-nights.ts';
import { TestProcess, until } from '../testing/test-process.ts';
import { liveRun, liveRuns } from './live-run.ts';
import { startLiveServer } from './live-server.ts';
import { Watcher } from './watcher.ts';

const room = mkdtempSync(join(tmpdir(), 'evalsmith-live-'));
const at = (name: string) => join(room, name);
const begun: TestProcess[] = [];
afterAll(() => {
  for (const { child } of begun) child.kill('SIGKILL');
  rmSync(room, { recursive: true, force: true });
});

/** Long enough to be watched, and to be ended in the middle. */
function selfplay(out: string, games = 5000): TestProcess {
  const words = `selfplay betsy --size 5 --nodes 300 --games ${games} --workers 1 --out ${at(out)}`;
  const process = new TestProcess(words.split(' '));
  begun.push(process);
  return process;
}

const untilIs = (out: string, isSo: (run: ReturnType<typeof liveRun>) => boolean) =>
  until(
    () => isSo(liveRun(at(out))),
    () => JSON.stringify(liveRun(at(out))),
  );

describe('a run that is looked at', () => {
  test('tells its games while it plays, that it was killed, and goes on by the same command', async () => {
    const first = selfplay('killed');
    await untilIs('killed', ({ status, done }) => status === 'running' && done > 2);
    const run = liveRun(at('killed'));
    expect(run).toMatchObject({ kind: 'self-play', game: 'betsy', size: 5, goal: 5000 });
    expect(run.worker).toMatchObject({ pid: first.child.pid, isHere: true });
    const { won, drawn, lost } = run.results!;
    expect(won + drawn + lost).toBe(run.done);
    await first.kill();
    expect(liveRun(at('killed')).status).toBe('killed');
    const before = liveRun(at('killed')).done;
    const again = selfplay('killed');
    await untilIs('killed', ({ status, done }) => status === 'running' && done > before);
    await again.kill('SIGINT');
    expect(liveRun(at('killed'))).toMatchObject({ status: 'done', worker: null });
  });

  test('has the rate and the time left from two looks, and no other is needed', () => {
    const watcher = new Watcher([at('killed')]);
    const [one] = watcher.look(0);
    expect([one.rate, one.secondsLeft]).toEqual([null, null]);
  });

  test('as a match has the pairs and the ratio of its own result', async () => {
    const words = `match hand baseline:moves --game conga --nodes 60 --games 24 --sprt 0,400 --workers 2 --out ${at('match')}`;
    expect((await evalsmith(words.split(' '))).code).toBe(0);
    const { pairs, sprt, games, estimate } = readResult(at('match'), 'match');
    const run = liveRun(at('match'));
    expect(run).toMatchObject({ kind: 'match', status: 'done', done: games, pairs });
    expect(run.llr!.course.at(-1)).toEqual({ games, llr: sprt!.llr });
    expect(run.elo).toEqual(estimate!.elo);
  });

  test('that is called games hides no run beside it', async () => {
    const lab = join(room, 'lab');
    const words = 'selfplay betsy --size 3 --games 2 --nodes 20 --workers 1 --out'.split(' ');
    for (const name of ['games', 'others'])
      expect((await evalsmith([...words, join(lab, name)])).code).toBe(0);
    const { out } = await evalsmith(['status', lab, '--json']);
    expect(out.map((line) => (JSON.parse(line) as { name: string }).name).toSorted()).toEqual([
      'games',
      'others',
    ]);
    rmSync(lab, { recursive: true });
  });

  test('whose file is cut off is told of with its problem, and ends nothing', async () => {
    const file = join(at('match'), 'games', 'manifest.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.slice(0, 50));
    expect(liveRuns([room]).find(({ name }) => name === 'match')!.problem).toContain('manifest.json');
    const { code, out } = await evalsmith(['status', room]);
    expect([code, out.join('\n')]).toEqual([0, expect.stringContaining('is not JSON')]);
    writeFileSync(file, text);
    expect(await evalsmith(['status', at('nowhere')])).toMatchObject({ code: 2, out: [] });
  });

  test('as a night shows its stages, and by itself what is at work inside it', async () => {
    const part = { ...SMALL_PART, size: 5, selfplay: { games: 4000, nodes: 400, gamesPerShard: 1000 } };
    mkdirSync(at('nights'));
    writeConfig(at('nights'), { games: [part] });
    const night = startNightly(at('nights'));
    begun.push(night);
    const selfplayOf = () => liveRuns([at('nights')]).find(({ kind }) => kind === 'self-play');
    await until(
      () => (selfplayOf()?.done ?? 0) > 0,
      () => JSON.stringify(liveRuns([at('nights')])),
    );
    expect(liveRuns([at('nights')]).map(({ kind, status }) => [kind, status])).toEqual([
      ['night', 'running'],
      ['self-play', 'running'],
    ]);
    expect(liveRun(at('nights/out')).stages).toEqual([{ name: 'betsy-5/selfplay', status: 'running' }]);
    await night.kill();
    const [first, ...others] = liveRuns([at('nights')]);
    expect(first).toMatchObject({ kind: 'night', status: 'killed' });
    expect(first.stages).toEqual([{ name: 'betsy-5/selfplay', status: 'interrupted' }]);
    expect(others.map(({ status }) => status)).toEqual(['killed']);
  });

  test('as a fit has its game, its losses and its process, and stands still when that is killed', async () => {
    const words = `fit network ${join(packageFolder(), 'datasets/betsy-sample')} --epochs 9000 --patience 9000 --out ${at('net')}`;
    const fit = new TestProcess(words.split(' '));
    begun.push(fit);
    await untilIs('net', ({ done }) => done > 1);
    expect(liveRun(at('net'))).toMatchObject({
      kind: 'fit',
      status: 'running',
      game: 'betsy',
      size: 5,
      goal: 9000,
    });
    expect(liveRun(at('net')).worker).toMatchObject({ pid: fit.child.pid, isHere: true });
    await fit.kill();
    expect(liveRun(at('net')).status).toBe('stopped');
  });

  test('on another host is followed by the shared folder alone: its goal, its test, and when it was last heard', async () => {
    const words = `match hand baseline:moves --game conga --nodes 60 --games 5000 --sprt -1,1 --workers 1 --out ${at('far')}`;
    const match = new TestProcess(words.split(' '));
    begun.push(match);
    await untilIs('far', ({ done }) => done > 2);
    await match.kill();
    const lock = readFileSync(join(at('far'), 'lock'), 'utf8').split(' ');
    [lock[2], lock[3]] = ['0123456789ab', 'far.example'];
    writeFileSync(join(at('far'), 'lock'), lock.join(' '));
    const run = liveRun(at('far'));
    expect(run).toMatchObject({ status: 'running', goal: 5000, llr: { lower: expect.closeTo(-2.94, 1) } });
    expect(run.worker).toMatchObject({ host: 'far.example', isHere: false });
    const past = Date.now() / 1000 - 61;
    utimesSync(join(at('far'), 'lock'), past, past);
    expect(liveRun(at('far'))).toMatchObject({ status: 'killed', goal: 5000 });
  });

  test('goes on unharmed where the server that shows it is killed', async () => {
    const run = selfplay('served', 40);
    const server = new TestProcess(['serve', '--live', room, '--port', '0']);
    begun.push(server);
    await server.says('http://127.0.0.1:');
    await server.kill();
    expect(await run.ended, run.notes).toBe(0);
    expect((await evalsmith(['dataset', 'verify', at('served')])).out).toEqual([
      expect.stringMatching(/^good: 40 games/),
    ]);
  });
});

describe('the server of the live page', () => {
  test('stops nothing for another page, without its token, or that it does not show', async () => {
    const run = selfplay('kept');
    await untilIs('kept', ({ status }) => status === 'running');
    const server = await startLiveServer([at('match')], 0);
    const origin = server.address.slice(0, -1);
    const stop = async (body: object, headers: Record<string, string>) =>
      (await fetch(`${server.address}stop`, { method: 'POST', body: JSON.stringify(body), headers })).status;
    const page = await (await fetch(server.address)).text();
    const [, token] = /<meta name="token" content="(\w+)"/.exec(page)!;
    const folder = at('kept');
    expect(await stop({ token, folder }, {})).toBe(403);
    expect(await stop({ token, folder }, { origin: 'http://elsewhere.example' })).toBe(403);
    expect(await stop({ token: 'guess', folder }, { origin })).toBe(403);
    expect(await stop({ token, folder }, { origin })).toBe(409);
    expect((await fetch(`${server.address}etc/passwd`)).status).toBe(404);
    await server.close();
    expect(liveRun(folder).status).toBe('running');
    await run.kill();
  });

  test('answers to no other name, to no question but those of its page, and lets no page frame it', async () => {
    const server = await startLiveServer([at('match')], 0);
    const { port } = new URL(server.address);
    const statusOf = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      new Promise((resolve) => {
        request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
          answer.destroy();
          resolve(answer.statusCode);
        }).end();
      });
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      '127.0.0.1@evil.example',
    ])
      for (const path of ['/', '/events', '/stop']) expect(await statusOf(path, { host }), host).toBe(421);
    for (const path of [
      '/../../etc/passwd',
      '/%2e%2e/etc/passwd',
      '/style.css/../../x',
      '/constructor',
      '/__proto__',
    ])
      expect(await statusOf(path), path).toBe(404);
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'HEAD'])
      expect(await statusOf('/', {}, method)).toBe(405);
    const { headers } = await fetch(server.address);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('access-control-allow-origin')).toBeNull();
    await server.close();
  });

  test('tells of the workers of a queue also where no run changes, and when they were last heard', async () => {
    let looks = 0;
    const server = await startLiveServer([at('match')], 0, () =>
      Promise.resolve([`worker heard ${looks++} s ago`]),
    );
    const { body } = await fetch(`${server.address}events`);
    let heard = '';
    const decoder = new TextDecoder();
    for await (const part of body!) {
      heard += decoder.decode(part as Uint8Array, { stream: true });
      if (new Set(heard.match(/worker heard \d+/g)).size > 2) break;
    }
    expect(heard.match(/"cards":\{\}/g)!.length).toBeGreaterThan(0);
    await server.close();
  });

  const chromium = needs('chromium');
  test.skipIf(chromium.isMissing)(
    `shows runs as they go on, on every screen, and stops one as Ctrl-C would${chromium.note}`,
    async () => {
      const run = selfplay('stopped');
      await untilIs('stopped', ({ done }) => done > 0);
      const server = await startLiveServer([at('stopped'), at('match')], 0);
      const browser = await launchBrowser(chromium.path);
      for (const width of [390, 768, 1280])
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
          await page.goto(server.address);
          await page.waitForSelector('.state.running');
          expect(await seriousFaults(page)).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
          await page.close();
        }
      const page = await browser.newPage();
      const faults = watchFaults(page, server.address);
      await page.goto(server.address);
      const count = async () => Number(/[\d,]+/.exec((await page.textContent('.run > div > p'))!)?.[0]);
      await page.waitForSelector('.state.running');
      const before = await count();
      await until(
        async () => (await count()) !== before,
        () => 'the page stands still',
      );
      page.on('dialog', (dialog) => void dialog.accept());
      await page.click('.stop');
      expect(await run.ended, run.notes).toBe(130);
      await page.waitForSelector('.state.running', { state: 'detached' });
      expect(faults).toEqual([]);
      await browser.close();
      await server.close();
    },
    180_000,
  );
});
