// What a player needs to play by a solved board, and nothing more: it is part of the player programs.
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../engine/node/sha256.ts';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { parseBounded } from '../../engine/json-text.ts';
import { checksumOf } from '../store/checksum.ts';
import { numberingOf } from './board-numbering.ts';
import { type Counts } from './exact-values.ts';
import { Oracle } from './oracle.ts';
import { BLOCK_BYTES, CHECK_BYTES, checkOf } from './value-blocks.ts';

export const ORACLE_FORMAT = 'evalsmith-oracle-3';
export const MANIFEST = 'manifest.json';
// Two bytes a number, signed, the low one first; tuning/oracle/retrograde.ts tells what it means.
export const VALUES = 'values.bin';
// The check of each block of that file, so that a player need not read all of it to trust a value.
export const CHECKS = 'checks.bin';

export interface OracleManifest {
  format: string;
  game: string;
  size: number;
  codeVersion: string;
  /** The value of the start position. */
  start: number;
  counts: Counts;
  /** Of the file of values, which has this many bytes. */
  bytes: number;
  sha256: string;
  /** Of the file of checks. */
  checks: string;
}

/** Opens a solved board; throws an InputError where it is another one. Values are read from the file as they are asked for. */
export function openOracle(folder: string, game: Game, size: number): Oracle {
  const manifest = readOracleManifest(folder);
  if (manifest.game !== game.name || manifest.size !== size)
    throw new InputError(
      `--oracle ${folder} is of ${manifest.game} ${manifest.size}; expected one of ${game.name} ${size}`,
    );
  const checks = readFileSync(partOf(folder, CHECKS));
  if (sha256(checks) !== manifest.checks) throw damage(folder, CHECKS);
  const file = partOf(folder, VALUES);
  if (statSync(file).size !== manifest.bytes) throw damage(folder, VALUES);
  const blocks = new Map<number, Int16Array>();
  const blockAt = (index: number): Int16Array => {
    const bytes = new Uint8Array(BLOCK_BYTES);
    const read = readAt(file, bytes, index * BLOCK_BYTES);
    const check = checks.subarray(index * CHECK_BYTES, (index + 1) * CHECK_BYTES);
    if (!checkOf(bytes.subarray(0, read)).equals(check)) throw damage(folder, VALUES);
    if (blocks.size >= MOST_BLOCKS) blocks.clear();
    const values = new Int16Array(bytes.buffer);
    blocks.set(index, values);
    return values;
  };
  const valueAt = (number: number) => {
    const index = Math.floor(number / VALUES_A_BLOCK);
    return (blocks.get(index) ?? blockAt(index))[number % VALUES_A_BLOCK];
  };
  return oracleOf(folder, game, manifest, valueAt);
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

const VALUES_A_BLOCK = BLOCK_BYTES / 2;
// A move asks for few values; what was read for it is at hand for the next.
const MOST_BLOCKS = 256;

/** What is thrown where a part of an oracle is not what was written. */
export function damage(folder: string, part: string): InputError {
  return new InputError(`--oracle ${folder} is damaged: ${part} is not the one of its ${MANIFEST}`);
}

/** A solved board whose values are had from somewhere; refuses one that is numbered in another way. */
export function oracleOf(
  folder: string,
  game: Game,
  { size, bytes, counts }: OracleManifest,
  valueAt: (number: number) => number,
): Oracle {
  const oracle = new Oracle(game, size, numberingOf(game, size), valueAt, counts.distinct);
  if (2 * oracle.numbering.count !== bytes)
    throw new InputError(
      `--oracle ${folder} has ${bytes / 2} values; this version numbers ${oracle.numbering.count} positions`,
    );
  return oracle;
}

/** The file of a part of an oracle, which must be there. */
export function partOf(folder: string, part: string): string {
  const file = join(folder, part);
  if (!existsSync(file)) throw new InputError(`--oracle ${folder} is damaged: it has no ${part}`);
  return file;
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
  const { format, game, size, counts, bytes, sha256: hash, checks: hashOfChecks } = manifest ?? {};
  const checks: [string, boolean][] = [
    ['format', format === ORACLE_FORMAT],
    ['game', typeof game === 'string'],
    ['size', Number.isInteger(size)],
    ['counts.distinct', Number.isInteger(counts?.distinct)],
    ['bytes', Number.isInteger(bytes) && bytes! % 2 === 0],
    ['sha256', isHash(hash)],
    ['checks', isHash(hashOfChecks)],
  ];
  return checks.find(([, isRight]) => !isRight)?.[0];
}

const isHash = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
