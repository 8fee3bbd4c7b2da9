// Shards in numbers, kept so that a second fit of a dataset need not read its texts. A file has a line that tells its arrays, then their
// bytes, and a checksum of both: what is damaged, or of another dataset or code, is as good as not there, and made again.
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { endianness, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { sha256 } from '../../engine/node/sha256.ts';
import { fillFileAtomically } from '../store/atomic-file.ts';

/** What all files of the cache may take together. */
const MOST_BYTES = 2 ** 31;
const FORMAT = `evalsmith-columns-1 ${endianness()}`;
const FOLDER = /^[0-9a-f]{16}-[0-9a-f]{12}$/;
// The checksum in hexadecimal and a space.
const CHECKSUM = 65;
const SPACE = 32;
// Arrays begin at multiples of this.
const ALIGNMENT = 8;

const KINDS = { Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Float32Array };
type Numbers = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Float32Array;

/** Where shards in numbers are kept; for the help of the commands that read them. */
export const CACHE_HELP =
  'Of datasets of 100,000 to 10,000,000 positions, what was read is kept in $XDG_CACHE_HOME/evalsmith (~/.cache/evalsmith), 2 GiB at most, ' +
  'for the next fit; where that cannot be written, nothing is.';

function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'evalsmith', 'columns');
}

/** The folder of a dataset as this code reads it. */
export function columnsFolder(datasetSha256: string, codeVersion: string): string {
  return join(cacheFolder(), `${datasetSha256.slice(0, 16)}-${codeVersion}`);
}

/** The arrays that were kept in a file under a name; undefined where there are none, or they are not as they were written. */
export function readArrays(file: string, name: string): Record<string, Numbers> | undefined {
  try {
    const bytes = readFileSync(file);
    const checksum = bytes.toString('latin1', 0, CHECKSUM - 1);
    if (bytes[CHECKSUM - 1] !== SPACE || sha256(bytes.subarray(CHECKSUM)) !== checksum) return undefined;
    const end = bytes.indexOf('\n');
    const header = JSON.parse(bytes.toString('latin1', CHECKSUM, end)) as ReturnType<typeof headerOf>;
    if (header.format !== FORMAT || header.name !== name) return undefined;
    const { buffer, byteOffset } = bytes;
    let at = byteOffset + end + 1;
    return Object.fromEntries(
      header.arrays.map(([key, kind, length]) => {
        const numbers = new KINDS[kind](buffer, at, length);
        at += aligned(numbers.byteLength);
        return [key, numbers];
      }),
    );
  } catch {
    return undefined;
  }
}

/** Keeps arrays under a name, where that can be done. */
export function writeArrays(file: string, name: string, arrays: Record<string, Numbers>): void {
  try {
    const header = JSON.stringify(headerOf(name, arrays));
    const parts = Object.values(arrays).map((numbers) => {
      const bytes = Buffer.alloc(aligned(numbers.byteLength));
      bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
      return bytes;
    });
    const length = aligned(CHECKSUM + header.length + 1) - CHECKSUM;
    const line = `${header.padEnd(length - 1)}\n`;
    const contents = Buffer.concat([Buffer.from(line, 'latin1'), ...parts]);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    fillFileAtomically(file, (write) => {
      write(`${sha256(contents)} `);
      write(contents);
    });
  } catch {
    // A cache that cannot be written is none.
  }
}

function headerOf(name: string, arrays: Record<string, Numbers>) {
  return {
    format: FORMAT,
    name,
    arrays: Object.entries(arrays).map(
      ([key, numbers]) => [key, numbers.constructor.name as keyof typeof KINDS, numbers.length] as const,
    ),
  };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** Notes that a dataset's folder was used, and removes those that were used longest ago where all take too much. */
export function pruneCache(used: string, most = MOST_BYTES): void {
  try {
    const now = new Date();
    utimesSync(used, now, now);
    const root = dirname(used);
    const folders = readdirSync(root)
      .filter((name) => FOLDER.test(name))
      .map((name) => join(root, name))
      .filter((folder) => lstatSync(folder).isDirectory())
      .map((folder) => ({ folder, time: lstatSync(folder).mtimeMs, bytes: bytesOf(folder) }))
      .toSorted((a, b) => b.time - a.time);
    let bytes = 0;
    for (const { folder, bytes: more } of folders) {
      bytes += more;
      if (bytes > most) rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    // Another process may be at it.
  }
}

function bytesOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0);
}
