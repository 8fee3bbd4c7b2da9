import { makeFolder } from '../store/new-folder.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { gameNamed } from '../../engine/games/index.ts';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { writeSealed } from '../store/sealed-json.ts';
import { codeVersion } from '../store/identity.ts';
import { numberingOf } from '../tables/board-numbering.ts';
import type { Oracle } from '../tables/oracle.ts';
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
import { type Values } from '../tables/exact-values.ts';
import { countsOf } from './retrograde.ts';
import { checksOf, hashOfValues, readValues, writeValues } from './values-file.ts';

/** Writes a solved board: manifest.json and the values, both or neither. */
export function writeOracle(folder: string, game: Game, size: number, values: Values): OracleManifest {
  const numbering = numberingOf(game, size);
  const checks = checksOf(values);
  const manifest = {
    format: ORACLE_FORMAT,
    game: game.name,
    size,
    codeVersion: codeVersion('oracle', game.name),
    start: values[numbering.numberOf(game.start(size))],
    counts: countsOf(numbering, values),
    bytes: values.byteLength,
    sha256: hashOfValues(values),
    checks: sha256(checks),
  };
  makeFolder(folder, (temporary) => {
    writeValues(join(temporary, VALUES), values);
    writeFileAtomically(join(temporary, CHECKS), checks);
    writeSealed(join(temporary, MANIFEST), manifest);
  });
  return manifest;
}

/** Reads a solved board whole and checks the hash of its values; throws an InputError that says what is wrong with it. */
export function readOracle(folder: string): { oracle: Oracle; sha256: string } {
  const manifest = readOracleManifest(folder);
  const { game: name, size, bytes, sha256: hash } = manifest;
  const game = gameNamed(name);
  if (game === undefined || !game.sizes.includes(size))
    throw new InputError(`--oracle ${folder} is of ${name} ${size}, which this version does not play`);
  const file = partOf(folder, VALUES);
  if (statSync(file).size !== bytes) throw damage(folder, VALUES);
  const values = new Int16Array(bytes / 2);
  readValues(file, values);
  if (hashOfValues(values) !== hash) throw damage(folder, VALUES);
  return { oracle: oracleOf(folder, game, manifest, (number) => values[number]), sha256: hash };
}
