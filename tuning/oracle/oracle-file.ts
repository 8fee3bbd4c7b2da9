// What a player needs to play by a solved board, and nothing more: it is part of the player programs.
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { numberingOf } from './board-numbering.ts';
import type { Counts } from './retrograde.ts';
import { Oracle } from './oracle.ts';

export const ORACLE_FORMAT = 'evalsmith-oracle-2';
export const MANIFEST = 'manifest.json';
// Two bytes a number, signed, the low one first; tuning/oracle/retrograde.ts tells what it means.
export const VALUES = 'values.bin';

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
}

/** Opens a solved board; throws an InputError where it is another one. Values are read from the file as they are asked for. */
export function openOracle(folder: string, game: Game, size: number): Oracle {
  const manifest = readOracleManifest(folder);
  if (manifest.game !== game.name || manifest.size !== size)
    throw new InputError(
      `--oracle ${folder} is of ${manifest.game} ${manifest.size}; expected one of ${game.name} ${size}`,
    );
  const descriptor = openSync(valuesFile(folder), 'r');
  if (fstatSync(descriptor).size !== manifest.bytes) {
    closeSync(descriptor);
    throw new InputError(`--oracle ${folder} is damaged: ${VALUES} is not the one of its ${MANIFEST}`);
  }
  const value = new Int16Array(1);
  const valueAt = (number: number) => {
    readSync(descriptor, value, 0, 2, 2 * number);
    return value[0];
  };
  return oracleOf(folder, game, manifest, valueAt);
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

export function valuesFile(folder: string): string {
  const file = join(folder, VALUES);
  if (!existsSync(file)) throw new InputError(`--oracle ${folder} is damaged: it has no ${VALUES}`);
  return file;
}

export function readOracleManifest(folder: string): OracleManifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) throw new InputError(`--oracle ${folder} is no oracle: it has no ${MANIFEST}`);
  let manifest: OracleManifest;
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8')) as OracleManifest;
  } catch {
    throw new InputError(`${file} is not JSON`);
  }
  const wrong = wrongKey(manifest);
  if (wrong !== undefined) throw new InputError(`${file} is wrong at ${wrong}`);
  return manifest;
}

/** The first key without which an oracle cannot be used that is missing or wrong. */
function wrongKey(manifest: Partial<OracleManifest> | null): string | undefined {
  const { format, game, size, counts, bytes, sha256 } = manifest ?? {};
  const checks: [string, boolean][] = [
    ['format', format === ORACLE_FORMAT],
    ['game', typeof game === 'string'],
    ['size', Number.isInteger(size)],
    ['counts.distinct', Number.isInteger(counts?.distinct)],
    ['bytes', Number.isInteger(bytes) && bytes! % 2 === 0],
    ['sha256', typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)],
  ];
  return checks.find(([, isRight]) => !isRight)?.[0];
}
