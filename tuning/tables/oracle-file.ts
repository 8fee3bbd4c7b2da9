// What a player needs to play by a solved board, and nothing more: it is part of the player programs.
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../engine/node/sha256.ts';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { parseBounded } from '../../engine/json-text.ts';
import { checksumOf } from '../store/checksum.ts';
import type { Scope, Solvable, SolvableBoards } from '../../engine/numbering.ts';
import {
  type Counts,
  type Distances,
  type Palette,
  storedBytes,
  storedValue,
  type ValueBits,
} from './exact-values.ts';
import { TableOracle } from './oracle.ts';
import { solvableName } from './solvable-name.ts';
import { BLOCK_BYTES, CHECK_BYTES, checkOf } from './value-blocks.ts';

export const ORACLE_FORMAT = 'evalsmith-oracle-4';
export const MANIFEST = 'manifest.json';
// A value for each number; tuning/tables/exact-values.ts tells how they are stored and what they mean.
export const VALUES = 'values.bin';
// The check of each block of that file, so that a player need not read all of it to trust a value.
export const CHECKS = 'checks.bin';

/** What manifest.json says of an oracle. */
export interface OracleManifest {
  format: string;
  game: string;
  size: number;
  scope: Scope;
  codeVersion: string;
  distances: Distances;
  /** The value of the start position; null where it is none of those solved. */
  start: number | null;
  counts: Counts;
  /** The same of parts of the positions, by name, where they say something: of endings by material. */
  parts?: Readonly<Record<string, Counts>>;
  bits: ValueBits;
  palette?: Palette;
  /** Of the file of values, which has this many bytes. */
  bytes: number;
  sha256: string;
  /** Of the file of checks. */
  checks: string;
}

/**
 * Opens what is solved of a game; throws an InputError where it is of another game, size or variant. Values are read from the file as
 * they are asked for.
 */
export function openOracle(
  folder: string,
  game: Game,
  size: number,
  solvable: SolvableBoards | undefined,
): TableOracle {
  const manifest = readOracleManifest(folder);
  const solved = solvable?.open(manifest.size, manifest.scope);
  if (manifest.game !== game.name || manifest.size !== size || solved?.game !== game)
    throw new InputError(
      `--oracle ${folder} is of ${solvableName(manifest)}; expected one of ${game.name} ${size}`,
    );
  return openSolved(folder, manifest, solved);
}

/** Opens what is solved without reading all of it. */
export function openSolved(folder: string, manifest: OracleManifest, solved: Solvable): TableOracle {
  const { bits, palette } = manifest;
  const checks = readFileSync(partOf(folder, CHECKS));
  if (sha256(checks) !== manifest.checks) throw damage(folder, CHECKS);
  const file = partOf(folder, VALUES);
  if (statSync(file).size !== manifest.bytes) throw damage(folder, VALUES);
  const blocks = new Map<number, Uint8Array>();
  const blockAt = (index: number): Uint8Array => {
    const bytes = new Uint8Array(BLOCK_BYTES);
    const read = readAt(file, bytes, index * BLOCK_BYTES);
    const check = checks.subarray(index * CHECK_BYTES, (index + 1) * CHECK_BYTES);
    if (!checkOf(bytes.subarray(0, read)).equals(check)) throw damage(folder, VALUES);
    if (blocks.size >= MOST_BLOCKS) blocks.clear();
    blocks.set(index, bytes);
    return bytes;
  };
  const valuesInBlock = (8 * BLOCK_BYTES) / bits;
  return oracleOf(folder, solved, manifest, (number) => {
    const index = Math.floor(number / valuesInBlock);
    return storedValue(blocks.get(index) ?? blockAt(index), bits, number % valuesInBlock, palette);
  });
}

/** Reads so many bytes of a file, or those that are left of it, and returns how many. */
function readAt(file: string, bytes: Uint8Array, position: number): number {
  const descriptor = openSync(file, 'r');
  try {
    return readSync(descriptor, bytes, 0, bytes.length, position);
  } finally {
    closeSync(descriptor);
  }
}

// A move asks for few values; what was read for it is at hand for the next.
const MOST_BLOCKS = 256;

/** What is thrown where a part of an oracle is not what was written. */
export function damage(folder: string, part: string): InputError {
  return new InputError(`--oracle ${folder} is damaged: ${part} is not the one of its ${MANIFEST}`);
}

/** The oracle of values that are had from somewhere; refuses those that are numbered in another way. */
export function oracleOf(
  folder: string,
  { game, numbering }: Solvable,
  { size, bits, bytes, counts, distances }: OracleManifest,
  valueAt: (number: number) => number,
): TableOracle {
  if (storedBytes(numbering.count, bits) !== bytes)
    throw new InputError(
      `--oracle ${folder} has ${bytes} bytes of values; this version numbers ${numbering.count} positions`,
    );
  return new TableOracle(game, size, { numbering, distances, valueAt, distinct: counts.distinct });
}

/** The file of a part of an oracle, which must be there. */
export function partOf(folder: string, part: string): string {
  const file = join(folder, part);
  if (!existsSync(file)) throw new InputError(`--oracle ${folder} is damaged: it has no ${part}`);
  return file;
}

/** Whether a folder has the manifest of an oracle, of any version. */
export function isOracle(folder: string): boolean {
  const file = join(folder, MANIFEST);
  return existsSync(file) && /"format":\s*"evalsmith-oracle-/.test(readFileSync(file, 'utf8').slice(0, 1000));
}

export function readOracleManifest(folder: string): OracleManifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) throw new InputError(`--oracle ${folder} is no oracle: it has no ${MANIFEST}`);
  let manifest: OracleManifest & { checksum?: string };
  try {
    manifest = parseBounded(readFileSync(file, 'utf8')) as OracleManifest;
  } catch {
    throw new InputError(`${file} is not JSON`);
  }
  const wrong = wrongKey(manifest);
  if (wrong !== undefined) throw new InputError(`${file} is wrong at ${wrong}`);
  const { checksum, ...rest } = manifest;
  if (checksum !== checksumOf(rest))
    throw new InputError(`${file} is damaged: it does not have the checksum that it names`);
  return rest;
}

/** The first key without which an oracle cannot be used that is missing or wrong. */
function wrongKey(manifest: Partial<OracleManifest> | null): string | undefined {
  const { format, game, size, scope, distances, bits, palette, counts, bytes, sha256: hash } = manifest ?? {};
  const checks: [string, boolean][] = [
    ['format', format === ORACLE_FORMAT],
    ['game', typeof game === 'string'],
    ['size', Number.isInteger(size)],
    ['scope', typeof scope === 'object' && scope !== null && Object.values(scope).every(Number.isInteger)],
    ['distances', ['end', 'conversion', 'none'].includes(distances!)],
    ['counts.distinct', Number.isInteger(counts?.distinct)],
    ['bits', [2, 8, 16].includes(bits!)],
    ['palette', palette === undefined || (bits === 8 && isPalette(palette))],
    ['bytes', Number.isInteger(bytes)],
    ['sha256', isHash(hash)],
    ['checks', isHash(manifest?.checks)],
  ];
  return checks.find(([, isRight]) => !isRight)?.[0];
}

// No more than the bytes that can stand for them.
const isPalette = (values: unknown) =>
  Array.isArray(values) && values.length < 256 && values.every(Number.isInteger);

const isHash = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
