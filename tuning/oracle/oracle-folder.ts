import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Game } from '../../engine/game.ts';
import { games } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { writeFileAtomically } from '../atomic-file.ts';
import { makeFolder } from '../dataset/derived.ts';
import { sha256Of } from '../dataset/shards.ts';
import { codeVersion } from '../provenance.ts';
import { Oracle } from './oracle.ts';
import { type Counts, countsOf, type Values } from './retrograde.ts';

const ORACLE_FORMAT = 'evalsmith-oracle-1';
const MANIFEST = 'manifest.json';
// A signed byte a number; tuning/oracle/retrograde.ts tells what it means.
const VALUES = 'values.bin';

const manifestSchema = z.strictObject({
  format: z.literal(ORACLE_FORMAT),
  game: z.string(),
  size: z.int(),
  codeVersion: z.string(),
  /** The value of the start position. */
  start: z.int(),
  counts: z.strictObject({
    boards: z.int(),
    won: z.int(),
    lost: z.int(),
    drawn: z.int(),
    longestWin: z.int(),
    longestLoss: z.int(),
    distinct: z.int(),
  }),
  /** Of the file of values, which has this many bytes. */
  bytes: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

type Manifest = z.infer<typeof manifestSchema>;

/** Writes a solved board: manifest.json and the values, both or neither. */
export function writeOracle(folder: string, oracle: Oracle): { counts: Counts; start: number } {
  const { game, size, values } = oracle;
  const counts = countsOf(oracle.numbering, values);
  const start = oracle.valueOf(game.start(size));
  const manifest: Manifest = {
    format: ORACLE_FORMAT,
    game: game.name,
    size,
    codeVersion: codeVersion(),
    start,
    counts,
    bytes: values.length,
    sha256: sha256Of(bytesOf(values)),
  };
  makeFolder(folder, (temporary) => {
    writeFileAtomically(join(temporary, VALUES), bytesOf(values));
    writeFileAtomically(join(temporary, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
  });
  return { counts, start };
}

/** Reads a solved board with the hash of its values; throws an InputError that says what is wrong with it. */
export function readOracle(folder: string): { oracle: Oracle; sha256: string } {
  const { game: name, size, bytes, sha256 } = readManifest(folder);
  const game = games.find((known) => known.name === name);
  if (game === undefined || !game.sizes.includes(size))
    throw new InputError(`--oracle ${folder} is of ${name} ${size}, which this version does not play`);
  const file = join(folder, VALUES);
  if (!existsSync(file)) throw new InputError(`--oracle ${folder} is damaged: it has no ${VALUES}`);
  const buffer = readFileSync(file);
  if (buffer.length !== bytes || sha256Of(buffer) !== sha256)
    throw new InputError(`--oracle ${folder} is damaged: ${VALUES} is not the one of its ${MANIFEST}`);
  const oracle = new Oracle(game, size, new Int8Array(buffer.buffer, buffer.byteOffset, buffer.length));
  if (oracle.numbering.count !== bytes)
    throw new InputError(
      `--oracle ${folder} has ${bytes} values; this version numbers ${oracle.numbering.count} positions`,
    );
  return { oracle, sha256 };
}

/** Reads a solved board and refuses one of another game or size. */
export function readOracleFor(folder: string, game: Game, size: number): Oracle {
  const { oracle } = readOracle(folder);
  if (oracle.game !== game || oracle.size !== size)
    throw new InputError(
      `--oracle ${folder} is of ${oracle.game.name} ${oracle.size}; expected one of ${game.name} ${size}`,
    );
  return oracle;
}

function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) throw new InputError(`--oracle ${folder} is no oracle: it has no ${MANIFEST}`);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new InputError(`${file} is not JSON`);
  }
  const read = manifestSchema.safeParse(json);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0];
  throw new InputError(`${file} is wrong at ${path.join('.') || 'the top'}: ${message}`);
}

function bytesOf(values: Values): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.length);
}
