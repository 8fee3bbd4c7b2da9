import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../../engine/input-error.ts';
import { Failure } from '../process/failure.ts';
import { contentPolicy, PAGE_RIGHTS, type PageRights } from './content-policy.ts';
import type { Answering } from './served-oracles.ts';

const LOOPBACK = '127.0.0.1';
const OWN_NAMES = new Set([LOOPBACK, 'localhost']);

const MOST_PAGE_BYTES = 1 << 26;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gz': 'application/gzip',
};

export interface SiteServer {
  /** Where a browser finds the site. */
  address: string;
  close(): Promise<void>;
}

/** Serves the files of a folder to this machine alone, and answers some questions; port 0 is any that is free. */
export async function startServer(
  folder: string,
  port: number,
  answering: Answering = () => undefined,
): Promise<SiteServer> {
  const root = await realpath(folder);
  const server = createServer((request, response) => {
    answer(root, answering, request, response).catch(() => refuse(response, 500, 'the file cannot be read'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      const reason = isTaken ? 'is in use; --port P names another' : `cannot be used (${error.code})`;
      reject(new Failure(`port ${port} of ${LOOPBACK} ${reason}`));
    });
    server.listen(port, LOOPBACK, resolve);
  });
  return {
    address: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  root: string,
  answering: Answering,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A page elsewhere whose name is made to lead here must not read what this machine serves to itself.
  const name = (request.headers.host ?? '').replace(/:\d+$/, '');
  if (!OWN_NAMES.has(name)) return refuse(response, 421, 'this server answers to its own address alone');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405, 'only GET and HEAD are answered');
  }
  const [path, query] = (request.url ?? '').split(/(?=\?)/, 2);
  const names = namesOf(path);
  if (names === undefined) return refuse(response, 400, 'the address is not one of a file here');
  const answered = answering(names, new URLSearchParams(query));
  if (answered !== undefined) return sendJson(answered, request, response);
  const file = await fileIn(root, names);
  if (file === undefined || (!file.isFolder && path.endsWith('/')))
    return refuse(response, 404, 'there is no such page');
  if (file.isFolder && !path.endsWith('/')) {
    response.writeHead(308, { Location: `/${names.map(encodeURIComponent).join('/')}/${query ?? ''}` });
    response.end();
    return;
  }
  const type = TYPES[extname(file.path)] ?? 'application/octet-stream';
  const handle = await openInside(root, file.path);
  try {
    const { size } = await handle.stat();
    // The policy of a page depends on all of it; no page of ours is long.
    const isPage = type.startsWith('text/html') && size <= MOST_PAGE_BYTES;
    const page = isPage ? await handle.readFile('utf8') : '';
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Length': size,
      'Cache-Control': 'no-cache',
      // A worker goes by the policy of its own file.
      ...securityHeaders(
        page,
        type.startsWith('text/javascript') ? { compiles: true } : PAGE_RIGHTS[basename(file.path)],
      ),
    });
    if (request.method === 'HEAD' || size === 0) {
      response.end();
      return;
    }
    // As much as was promised, also where the file grows meanwhile.
    const contents = handle.createReadStream({ start: 0, end: size - 1, autoClose: false });
    await pipeline(contents, response);
    if (contents.bytesRead < size) response.destroy();
  } finally {
    await handle.close();
  }
}

async function sendJson(
  answered: Promise<unknown>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let text: string;
  try {
    text = `${JSON.stringify(await answered)}\n`;
  } catch (error) {
    if (error instanceof InputError) return refuse(response, 400, error.message);
    throw error;
  }
  response.writeHead(200, {
    'Content-Type': TYPES['.json'],
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-cache',
    ...securityHeaders(''),
  });
  response.end(request.method === 'HEAD' ? '' : text);
}

/** Opens a file, and makes sure that a link has not led it out of the folder since it was looked at. */
async function openInside(root: string, path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  if (isInside(root, await realpath(path))) return handle;
  await handle.close();
  throw new Error('the file is elsewhere');
}

/** The names on the way to a file; undefined where one of them could lead out of the folder or to a hidden file. */
function namesOf(path: string): string[] | undefined {
  if (!path.startsWith('/')) return undefined;
  let decoded;
  try {
    decoded = path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
  const names = decoded.filter((name) => name !== '');
  return names.some((name) => name.startsWith('.') || /[/\\:\0]/.test(name)) ? undefined : names;
}

/** A file of the folder, or the index.html of a folder in it; also a link must not lead out. */
async function fileIn(
  root: string,
  names: readonly string[],
): Promise<{ path: string; isFolder: boolean } | undefined> {
  try {
    let path = await realpath(join(root, ...names));
    const isFolder = (await stat(path)).isDirectory();
    if (isFolder) path = await realpath(join(path, 'index.html'));
    return isInside(root, path) && (await stat(path)).isFile() ? { path, isFolder } : undefined;
  } catch {
    return undefined;
  }
}

function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

function securityHeaders(page = '', rights?: PageRights): Record<string, string> {
  return {
    'Content-Security-Policy': `${contentPolicy(page, rights)}; frame-ancestors 'none'`,
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
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...securityHeaders() });
  response.end(`${status}: ${reason}\n`);
}
