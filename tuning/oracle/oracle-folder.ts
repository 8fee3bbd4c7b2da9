import { makeFolder } from '../store/new-folder.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { gameNamed } from '../../engine/games/index.ts';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { codeVersion } from '../store/identity.ts';
import { numberingOf } from './board-numbering.ts';
import type { Oracle } from './oracle.ts';
import {
  MANIFEST,
  ORACLE_FORMAT,
  type OracleManifest,
  oracleOf,
  readOracleManifest,
  VALUES,
  valuesFile,
} from './oracle-file.ts';
import { countsOf, type Values } from './retrograde.ts';
import { hashOfValues, readValues, writeValues } from './values-file.ts';

/** Writes a solved board: manifest.json and the values, both or neither. */
export function writeOracle(folder: string, game: Game, size: number, values: Values): OracleManifest {
  const numbering = numberingOf(game, size);
  const manifest = {
    format: ORACLE_FORMAT,
    game: game.name,
    size,
    codeVersion: codeVersion('oracle', game.name),
    start: values[numbering.numberOf(game.start(size))],
    counts: countsOf(numbering, values),
    bytes: values.byteLength,
    sha256: hashOfValues(values),
  };
  makeFolder(folder, (temporary) => {
    writeValues(join(temporary, VALUES), values);
    writeFileAtomically(join(temporary, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
  });
  return manifest;
}

/** Reads a solved board whole and checks the hash of its values; throws an InputError that says what is wrong with it. */
export function readOracle(folder: string): { oracle: Oracle; sha256: string } {
  const manifest = readOracleManifest(folder);
  const { game: name, size, bytes, sha256 } = manifest;
  const game = gameNamed(name);
  if (game === undefined || !game.sizes.includes(size))
    throw new InputError(`--oracle ${folder} is of ${name} ${size}, which this version does not play`);
  const file = valuesFile(folder);
  const values = new Int16Array(bytes / 2);
  const isWhole = statSync(file).size === bytes;
  if (isWhole) readValues(file, values);
  if (!isWhole || hashOfValues(values) !== sha256)
    throw new InputError(`--oracle ${folder} is damaged: ${VALUES} is not the one of its ${MANIFEST}`);
  return { oracle: oracleOf(folder, game, manifest, (number) => values[number]), sha256 };
}
