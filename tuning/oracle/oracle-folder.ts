import { makeFolder } from '../store/new-folder.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { gameNamed, moduleOf } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import type { Solvable } from '../../engine/numbering.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { codeVersion } from '../store/identity.ts';
import { writeSealed } from '../store/sealed-json.ts';
import { type Counts, type Distances, storedValue, type StoredValues } from '../tables/exact-values.ts';
import type { TableOracle } from '../tables/oracle.ts';
import {
  CHECKS,
  damage,
  MANIFEST,
  ORACLE_FORMAT,
  type OracleManifest,
  oracleOf,
  partOf,
  readOracleManifest,
  VALUES,
} from '../tables/oracle-file.ts';
import { type SolvedBoard, solvableName } from '../tables/solvable-name.ts';
import { solvableOf } from '../tables/solvable.ts';
import { checksOf, hashOfBytes, readBytes } from './values-file.ts';

/** What a solver has found. */
export interface Solution {
  values: StoredValues;
  distances: Distances;
  counts: Counts;
  parts?: Readonly<Record<string, Counts>>;
}

/** Writes what is solved: manifest.json and the values, both or neither. */
export function writeOracle(folder: string, board: SolvedBoard, solution: Solution): OracleManifest {
  const { values, ...found } = solution;
  const { bits, bytes, palette } = values;
  const { game: name, size, scope } = board;
  const { game, numbering } = solvableOf(gameNamed(name)!, size, scope);
  const start = numbering.numberOf(game.start(size));
  const checks = checksOf(bytes);
  const manifest: OracleManifest = {
    format: ORACLE_FORMAT,
    game: name,
    size,
    scope,
    codeVersion: codeVersion('oracle', name),
    start: start === -1 ? null : storedValue(bytes, bits, start, palette),
    ...found,
    bits,
    ...(palette && { palette }),
    bytes: bytes.length,
    sha256: hashOfBytes(bytes),
    checks: sha256(checks),
  };
  makeFolder(folder, (temporary) => {
    writeFileAtomically(join(temporary, VALUES), bytes);
    writeFileAtomically(join(temporary, CHECKS), checks);
    writeSealed(join(temporary, MANIFEST), manifest);
  });
  return manifest;
}

/** An oracle in memory. */
export interface ReadOracle {
  oracle: TableOracle;
  manifest: OracleManifest;
  /** Its values as they are stored, for other threads too. */
  bytes: Uint8Array;
}

/** Reads what is solved whole and checks the hash of its values; throws an InputError that says what is wrong with it. */
export function readOracle(folder: string): ReadOracle {
  const manifest = readOracleManifest(folder);
  const { bits, palette, bytes: length } = manifest;
  const solvable = solvedBoardOf(folder, manifest);
  const file = partOf(folder, VALUES);
  if (statSync(file).size !== length) throw damage(folder, VALUES);
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  readBytes(file, bytes);
  if (hashOfBytes(bytes) !== manifest.sha256) throw damage(folder, VALUES);
  return {
    oracle: oracleOf(folder, solvable, manifest, (number) => storedValue(bytes, bits, number, palette)),
    manifest,
    bytes,
  };
}

/** What the oracle in a folder is of; throws an InputError where this version cannot number it. */
export function solvedBoardOf(folder: string, { game: name, size, scope }: OracleManifest): Solvable {
  const game = gameNamed(name);
  const solvable = game && moduleOf(game).solvable?.open(size, scope);
  if (solvable === undefined)
    throw new InputError(
      `--oracle ${folder} is of ${solvableName({ game: name, size, scope })}, which this version does not solve`,
    );
  return solvable;
}
