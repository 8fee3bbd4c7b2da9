import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evalsmith } from '../testing/run-command.ts';
import { packageFolder } from '../store/identity.ts';
import { openedOracles } from './offered-oracles.ts';
import { answersOf } from './served-oracles.ts';
import { type SiteServer, startServer } from './server.ts';

let room: string;
let server: SiteServer;

beforeAll(async () => {
  room = mkdtempSync(join(tmpdir(), 'evalsmith-serve-'));
  const site = join(room, 'site');
  mkdirSync(join(site, 'runs'), { recursive: true });
  writeFileSync(join(site, 'index.html'), '<!doctype html><style>p{}</style><p>hello');
  writeFileSync(join(site, 'runs', 'index.html'), 'runs');
  writeFileSync(join(site, 'play.html'), '<!doctype html><p>play');
  writeFileSync(join(site, 'play.js'), '1;');
  writeFileSync(join(site, '.hidden'), 'hidden');
  writeFileSync(join(room, 'secret.txt'), 'secret');
  symlinkSync(join(room, 'secret.txt'), join(site, 'link.txt'));
  server = await startServer(site, 0);
});

afterAll(async () => {
  await server.close();
  rmSync(room, { recursive: true, force: true });
});

interface Answer {
  status: number | undefined;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Sends a path as it is: a URL would be tidied first. */
function ask(path: string, method = 'GET', host?: string): Promise<Answer> {
  const { port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host };
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, async (response) => {
      let text = '';
      for await (const part of response) text += String(part);
      resolve({ status: response.statusCode, headers: response.headers, text });
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('the server', () => {
  test('gives files their types, and a page a policy that allows its own inline style alone', async () => {
    const page = await ask('/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'none'; script-src 'self'; .*style-src 'self' 'sha256-[^']+'/);
    expect(policy).not.toContain('unsafe');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect((await ask('/play.js?v=1')).headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(await ask('/index.html', 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect(await ask('/runs')).toMatchObject({ status: 308, headers: { location: '/runs/' } });
    expect(await ask('/runs/')).toMatchObject({ status: 200, text: 'runs' });
  });

  test.each([
    ['/', false],
    ['/runs/', false],
    ['/nothing.html', false],
    ['/play.html', true],
    ['/play.js', true],
  ])('lets %s compile WebAssembly: %s, and evaluate no text', async (path, isAllowed) => {
    const policy = String((await ask(path)).headers['content-security-policy']);
    const unsafe = policy.match(/'[^ ]*(unsafe|eval)[^ ]*'/g) ?? [];
    expect(unsafe).toEqual(isAllowed ? ["'wasm-unsafe-eval'"] : []);
  });

  test.each([
    ['/../secret.txt', 400],
    ['/runs/../../secret.txt', 400],
    ['/%2e%2e/secret.txt', 400],
    ['/..%2fsecret.txt', 400],
    ['/..%5csecret.txt', 400],
    ['/%00', 400],
    ['/%', 400],
    ['/.hidden', 400],
    ['http://127.0.0.1/../secret.txt', 400],
    ['/link.txt', 404],
    ['/nothing.html', 404],
    ['/play.js/', 404],
    ['//etc/passwd', 404],
  ])('refuses %s', async (path, status) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('secret\n');
    expect(answer.text).not.toMatch(/^(secret|hidden|root:)/);
  });

  test('refuses to change anything, and to answer under another name', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(await ask('/', method)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    expect((await ask('/', 'GET', 'example.com')).status).toBe(421);
    expect((await ask('/', 'GET', 'localhost:1234')).status).toBe(200);
  });
});

describe('questions about oracles', () => {
  let asked: SiteServer;
  const at = (name: string) => join(room, name);
  const answerTo = async (path: string) => {
    const { port } = new URL(asked.address);
    const response = await fetch(`http://127.0.0.1:${port}/oracles/${path}`);
    return { status: response.status, text: (await response.text()).trim(), headers: response.headers };
  };
  const answered = async (path: string) => JSON.parse((await answerTo(path)).text) as unknown;

  beforeAll(async () => {
    const words = [
      ['betsy', '--size', '2'],
      ['conga', '--size', '3', '--stones', '3', '--workers', '1'],
    ];
    for (const [game, ...scope] of words)
      expect((await evalsmith(['oracle', 'build', game, ...scope, '--out', at(`${game}-oracle`)])).code).toBe(
        0,
      );
    mkdirSync(at('site/oracles'));
    writeFileSync(at('site/oracles/served.json'), '[]');
    const opened = openedOracles([at('betsy-oracle'), at('conga-oracle')]);
    asked = await startServer(at('site'), 0, answersOf(opened));
  });

  afterAll(() => asked.close());

  test('are answered for those that are named, in place of the files of the site', async () => {
    expect(await answered('served.json')).toMatchObject([
      { id: 'betsy-2', scope: {}, distances: 'end', first: { player: 'x', board: '..........' } },
      { id: 'conga-3-with-3-stones', scope: { stones: 3 }, distances: 'none' },
    ]);
    const files = await ask('/oracles/served.json');
    expect([files.status, files.text]).toEqual([200, '[]']);
    expect((await answerTo('served.json')).headers.get('content-type')).toContain('application/json');
  });

  test('tell the value, the moves and the line, as oracle query does; null where nothing is known', async () => {
    const { out } = await evalsmith([
      'oracle',
      'query',
      'betsy',
      '2',
      'x',
      '..........',
      '--oracle',
      at('betsy-oracle'),
      '--json',
    ]);
    const { plies, moves, line } = JSON.parse(out[0]) as {
      plies: number;
      moves: { move: string; plies: number }[];
      line: string[];
    };
    expect(await answered('betsy-2/position?player=x&board=..........')).toEqual({
      value: plies,
      moves: moves.map(({ move, plies: value }) => ({ move, value })),
      line,
    });
    expect(await answered('conga-3-with-3-stones/position?player=a&board=c.......C')).toMatchObject({
      value: 0,
    });
  });

  test('find the longest wins, and draw the same positions for the same seed', async () => {
    const longest = (await answered('betsy-2/longest')) as { player: string; board: string; value: number }[];
    const values = longest.map(({ value }) => value);
    expect([values.length, values[0], Math.max(...values)]).toEqual([24, 15, 15]);
    const all = (await answered('betsy-2/sample?count=598&seed=all')) as typeof longest;
    expect(all.filter(({ value }) => value > values.at(-1)!)).toHaveLength(
      values.filter((value) => value > values.at(-1)!).length,
    );
    for (const { player, board, value } of longest.slice(0, 5))
      expect(await answered(`betsy-2/position?player=${player}&board=${board}`)).toMatchObject({ value });
    expect(await answered('conga-3-with-3-stones/longest')).toEqual([]);
    const drawn = await answered('betsy-2/sample?count=40&seed=one');
    expect(drawn).toHaveLength(40);
    expect(await answered('betsy-2/sample?count=40&seed=one')).toEqual(drawn);
    expect(await answered('betsy-2/sample?count=40&seed=two')).not.toEqual(drawn);
  });

  test.each([
    ['betsy-2/position?player=q&board=..........', 400, 'PLAYER is "q"; the players of betsy are x and o'],
    ['betsy-2/position?player=x&board=...', 400, 'BOARD'],
    ['betsy-2/position?player=x', 400, '"board" is missing in the question'],
    ['betsy-2/position?player=x&board=..xxxxxxxx', 400, 'BOARD'],
    ['betsy-2/sample?count=599&seed=1', 400, 'count is "599"; expected a whole number from 1 to 598'],
    ['betsy-2/values', 404, 'there is no such page'],
    ['betsy-3/longest', 404, 'there is no such page'],
    ['betsy-2/longest/all', 404, 'there is no such page'],
  ])('refuse %s', async (path, status, reason) => {
    const answer = await answerTo(path);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(reason)]);
  });

  test('name a part that is damaged', async () => {
    const file = at('betsy-oracle/values.bin');
    const bytes = readFileSync(file);
    writeFileSync(
      file,
      bytes.map((byte) => byte ^ 1),
    );
    const opened = openedOracles;
    expect(() => opened([at('conga-oracle'), at('betsy-oracle')])).not.toThrow();
    const damaged = await startServer(at('site'), 0, answersOf(opened([at('betsy-oracle')])));
    const answer = await fetch(`${damaged.address}oracles/betsy-2/position?player=x&board=..........`);
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('is damaged: values.bin'),
    ]);
    await damaged.close();
    writeFileSync(file, bytes);
  });
});

describe('evalsmith serve', () => {
  test('names what is no oracle, what is there twice, and a site without the page', async () => {
    const serve = (folder: string, oracles: string) =>
      evalsmith(['serve', join(room, folder), '--port', '0', '--oracle', oracles]);
    const betsy = join(room, 'betsy-oracle');
    const without = await serve('site', betsy);
    expect([without.code, without.notes[0]]).toEqual([
      2,
      expect.stringContaining('which has no explorer.html'),
    ]);
    writeFileSync(join(room, 'site', 'explorer.html'), '<!doctype html>');
    const twice = await serve('site', `${betsy},${betsy}`);
    expect([twice.code, twice.notes[0]]).toEqual([
      2,
      expect.stringContaining('two of --oracle are of "betsy-2"'),
    ]);
    const none = await serve('site', room);
    expect([none.code, none.notes[0]]).toEqual([2, expect.stringContaining('is no oracle')]);
    expect((await ask('/explorer.html')).headers['content-security-policy']).toMatch(
      /connect-src 'self'; .*'wasm-unsafe-eval'/,
    );
    expect((await ask('/')).headers['content-security-policy']).not.toContain('connect-src');
  });

  test('says in one line that a port is in use, or that there is no site', async () => {
    const { port } = new URL(server.address);
    const taken = await evalsmith(['serve', join(room, 'site'), '--port', port]);
    expect(taken).toMatchObject({ code: 1, out: [] });
    expect(taken.notes).toEqual([`evalsmith: port ${port} of 127.0.0.1 is in use; --port P names another`]);
    const missing = await evalsmith(['serve', join(room, 'none')]);
    expect(missing.code).toBe(2);
    expect(missing.notes[0]).toContain('which is no folder; evalsmith site makes one');
    expect((await evalsmith(['serve', room, '--port', '70000'])).code).toBe(2);
  });

  test('prints its address, serves, and ends well on Ctrl-C', async () => {
    const main = join(packageFolder(), 'dist', 'tuning', 'cli', 'main.js');
    const child = spawn(process.execPath, [main, 'serve', join(room, 'site'), '--port', '0']);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const answer = await fetch(String(line).trim());
    expect(await answer.text()).toContain('hello');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test.skipIf(!existsSync('/proc/self/status'))(
    'sends a file of 3 GB as fast as it is read, with no more memory, and outlives a reader that goes away',
    async () => {
      const bytes = 3 * 2 ** 30;
      writeFileSync(join(room, 'site', 'big.bin'), '');
      truncateSync(join(room, 'site', 'big.bin'), bytes);
      const main = join(packageFolder(), 'dist', 'tuning', 'cli', 'main.js');
      const child = spawn(process.execPath, [main, 'serve', join(room, 'site'), '--port', '0']);
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const address = String(line).trim();
      const mostMegabytes = () =>
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024;
      const before = mostMegabytes();
      const head = await fetch(`${address}big.bin`, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes)]);
      const asked = request(`${address}big.bin`).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      let read = 0;
      for await (const part of answer) {
        read += (part as Buffer).length;
        if (read > 5e7) break;
      }
      asked.destroy();
      expect(await (await fetch(address)).text()).toContain('hello');
      expect(mostMegabytes() - before).toBeLessThan(150);
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
    60_000,
  );
});
