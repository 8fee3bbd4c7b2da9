// The live page: what runs write is read again and again, and told by server-sent events. Ending the server ends no run.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { html } from '../page/html.ts';
import { Failure } from '../process/failure.ts';
import { contentPolicy } from '../site/content-policy.ts';
import { siteStylesheet } from '../site/site-style.ts';
import { packageFolder } from '../store/identity.ts';
import { type LiveRun, workerIn } from './live-run.ts';
import { runCard } from './run-card.ts';
import { Watcher } from './watcher.ts';

const LOOPBACK = '127.0.0.1';
const LOOK_MILLISECONDS = 1000;
const MOST_BODY = 4096;
const MOST_UNREAD = 1 << 24;

export interface LiveServer {
  address: string;
  close(): Promise<void>;
}

/** Serves the live page of runs in some folders to this machine alone. `queue` lists the workers of a queue. */
export async function startLiveServer(
  folders: readonly string[],
  port: number,
  queue?: () => Promise<readonly string[]>,
): Promise<LiveServer> {
  const token = randomBytes(24).toString('hex');
  const watcher = new Watcher(folders);
  const listeners = new Set<ServerResponse>();
  let told = new Map<string, Card>();
  let [workers, toldWorkers] = ['', ''];
  const look = () => {
    const looked = cardsOf(watcher.look());
    const changed = [...looked].filter(([folder, card]) => !isSameCard(told.get(folder), card));
    const isOther = [...looked.keys()].join('\n') !== [...told.keys()].join('\n') || workers !== toldWorkers;
    told = looked;
    toldWorkers = workers;
    if (changed.length > 0 || isOther) send(listeners, messageOf(changed));
  };
  const messageOf = (changed: Iterable<[string, Card]>) =>
    JSON.stringify({ order: [...told.keys()], cards: Object.fromEntries(changed), workers });
  look();
  const timer = setInterval(look, LOOK_MILLISECONDS);
  let isAsking = false;
  const askQueue = async () => {
    if (queue === undefined || isAsking) return;
    isAsking = true;
    try {
      workers = (await queue()).join('\n');
    } catch (error) {
      workers = (error as Error).message;
    }
    isAsking = false;
  };
  void askQueue();
  const queueTimer = setInterval(() => void askQueue(), LOOK_MILLISECONDS);
  const server = createServer((request, response) => {
    try {
      answer(request, response);
    } catch {
      refuse(response, 500, 'this cannot be answered');
    }
  });
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    // A page elsewhere whose name is made to lead here must not read what this machine serves to itself.
    const host = request.headers.host ?? '';
    if (!['127.0.0.1', 'localhost'].includes(host.replace(/:\d+$/, '')))
      return refuse(response, 421, 'this server answers to its own address alone');
    if (request.method === 'POST' && request.url === '/stop') return stop(request, response, host);
    if (request.method !== 'GET') return refuse(response, 405, 'only GET is answered');
    if (request.url === '/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', ...headers('') });
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      response.write(`data: ${messageOf(told)}\n\n`);
      return undefined;
    }
    const file = filesOf(token)[request.url ?? ''];
    if (file === undefined) return refuse(response, 404, 'there is no such page');
    response.writeHead(200, { 'Content-Type': file.type, ...headers(file.text) });
    response.end(file.text);
  };
  const stop = (request: IncomingMessage, response: ServerResponse, host: string) => {
    // The page alone has the token, and a browser says where a request is from.
    if (request.headers.origin !== `http://${host}`)
      return refuse(response, 403, 'only its own page may ask that');
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
      if (body.length > MOST_BODY) request.destroy();
    });
    request.on('end', () => {
      const asked = asRequest(body);
      if (asked === undefined || !isSame(asked.token, token))
        return refuse(response, 403, 'this page is of a server that has ended; load it again');
      // Only what is shown can be stopped, and only here.
      const worker = told.has(asked.folder) ? workerIn(asked.folder) : undefined;
      if (worker === undefined || !worker.isHere || !worker.isAlive)
        return refuse(response, 409, 'no process of this machine is at work there');
      process.kill(worker.pid, 'SIGINT');
      response.writeHead(204, headers(''));
      return response.end();
    });
    return undefined;
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(
        new Failure(
          `port ${port} of ${LOOPBACK} ${isTaken ? 'is in use; --port P names another' : `cannot be used (${error.code})`}`,
        ),
      );
    });
    server.listen(port, LOOPBACK, resolve);
  });
  return {
    address: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer);
        clearInterval(queueTimer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What the page shows of a run, and whether it may stop it. */
interface Card {
  markup: string;
  canStop: boolean;
}

// A run that is over is the same object for as long as its files are the same.
const markups = new WeakMap<LiveRun, string>();

/** The cards of runs by their folders; a process that is at work on several is stopped from the outermost. */
function cardsOf(runs: readonly LiveRun[]): Map<string, Card> {
  const atWork = runs.filter(({ status, worker }) => status === 'running' && worker?.isHere === true);
  const outermost = new Map<number, string>();
  for (const { folder, worker } of atWork.toSorted((one, other) => other.folder.length - one.folder.length))
    outermost.set(worker!.pid, folder);
  const stopped = new Set(outermost.values());
  return new Map(
    runs.map((run) => {
      const markup = markups.get(run) ?? runCard(run).markup;
      markups.set(run, markup);
      return [run.folder, { markup, canStop: stopped.has(run.folder) }];
    }),
  );
}

function isSameCard(one: Card | undefined, other: Card): boolean {
  return one?.markup === other.markup && one.canStop === other.canStop;
}

function send(listeners: Iterable<ServerResponse>, message: string): void {
  for (const listener of listeners)
    // Who does not read is not written for; the page connects again, and is told all.
    if (listener.writableLength > MOST_UNREAD) listener.destroy();
    else listener.write(`data: ${message}\n\n`);
}

function asRequest(body: string): { token: string; folder: string } | undefined {
  try {
    const { token, folder } = JSON.parse(body) as { token?: unknown; folder?: unknown };
    return typeof token === 'string' && typeof folder === 'string' ? { token, folder } : undefined;
  } catch {
    return undefined;
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => Buffer.from(text));
  return a.length === b.length && timingSafeEqual(a, b);
}

function filesOf(token: string): Record<string, { type: string; text: string }> {
  return {
    '/': { type: 'text/html; charset=utf-8', text: livePage(token) },
    '/style.css': { type: 'text/css; charset=utf-8', text: `${siteStylesheet([])}${LIVE_STYLES}` },
    '/live.js': {
      type: 'text/javascript; charset=utf-8',
      text: readFileSync(join(packageFolder(), 'dist', 'site', 'live.js'), 'utf8'),
    },
  };
}

function livePage(token: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="token" content="${token}" />
        <title>evalsmith: live</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="style.css" />
        <script type="module" src="live.js"></script>
      </head>
      <body>
        <main class="index">
          <h1>Live</h1>
          <p class="lede">What is at work, and what came of it, as the files of the runs tell.</p>
          <p id="state" class="small" role="status">connecting …</p>
          <pre id="workers" hidden></pre>
          <div id="runs"></div>
        </main>
      </body>
    </html>`.markup;
}

const LIVE_STYLES = `
#runs { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 1.25rem; align-items: start; }
.run { padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: 8px; min-width: 0; overflow-wrap: anywhere; }
.run header { margin: 0 0 0.5rem; }
.run p { margin: 0 0 0.5rem; }
.run .wide { display: none; }
.run .narrow { display: block; }
.run progress { width: 100%; accent-color: var(--first); }
.state { font: 600 0.8125rem/1 var(--sans); padding: 0.15rem 0.5rem; border: 1px solid currentColor; border-radius: 999px; vertical-align: middle; color: var(--soft); }
.state.running { color: var(--good); }
.state.killed, .state.failed { color: var(--bad); }
.stop { font: inherit; font-size: 0.875rem; color: var(--ink); background: var(--raised); border: 1px solid var(--muted); border-radius: 6px; padding: 0.35rem 0.8rem; cursor: pointer; }
`;

function headers(page: string): Record<string, string> {
  return {
    'Content-Security-Policy': `${contentPolicy(page, { asks: true })}; frame-ancestors 'none'`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers('') });
  response.end(`${status}: ${reason}\n`);
}
