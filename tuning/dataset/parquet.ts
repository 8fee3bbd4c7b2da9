import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { Failure } from '../process/failure.ts';
import { renameOwn, syncFile } from '../store/atomic-file.ts';
import { clearLeftovers, temporaryName } from '../store/temporary-name.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { readShard } from './shards.ts';

const GAME_TYPES =
  "{'game':'INTEGER','ply':'SMALLINT','player':'VARCHAR','board':'VARCHAR','move':'VARCHAR','source':'VARCHAR'," +
  "'score':'INTEGER','nodes':'INTEGER','result':'FLOAT','end':'VARCHAR'}";
const POSITION_TYPES =
  "{'player':'VARCHAR','board':'VARCHAR','score':'FLOAT','result':'FLOAT','count':'INTEGER'}";

/** The columns of a dataset with their types, as DuckDB reads CSV. */
export function columnTypes({ kind }: Pick<Manifest, 'kind'>): string {
  return kind === 'games' ? GAME_TYPES : POSITION_TYPES;
}

/** Writes a dataset as one Parquet file; returns the number of rows. */
export async function writeParquet(folder: string, file: string): Promise<number> {
  const manifest = readManifest(folder);
  if (existsSync(file)) throw new InputError(`--out ${file} exists already; expected a new file`);
  const duckdb = await import('@duckdb/node-api').catch(() => {
    throw new Failure('parquet needs @duckdb/node-api, which is not installed; npm install @duckdb/node-api');
  });
  // Read once, so that a damaged shard is refused and not half converted.
  for (const shard of manifest.shards) readShard(folder, shard);
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const shards = manifest.shards.map((shard) => quote(join(folder, shard.file))).join(', ');
  const types = columnTypes(manifest);
  clearLeftovers(file);
  const temporary = temporaryName(file);
  const instance = await duckdb.DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run('SET threads = 1');
    const rows = `SELECT * FROM read_csv([${shards}], header = true, compression = 'gzip', columns = ${types})`;
    const copy = `COPY (${rows}) TO ${quote(temporary)} (FORMAT parquet, COMPRESSION gzip, KV_METADATA {game: ${quote(manifest.game)}, size: ${quote(String(manifest.size))}, kind: ${quote(manifest.kind)}})`;
    await connection.run(copy).catch((error: Error) => {
      throw duckdbFailure(file, error);
    });
    syncFile(temporary);
    renameOwn(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
    connection.closeSync();
    instance.closeSync();
  }
  return manifest.positions;
}

/** DuckDB tells what the system said in words alone. */
function duckdbFailure(file: string, error: Error): Error {
  if (/No space left on device/.test(error.message))
    return Object.assign(new Error(error.message, { cause: error }), {
      code: 'ENOSPC',
      syscall: 'write',
      path: file,
    });
  return new Failure(`${file} could not be written: ${error.message.split('\n')[0]}`, { cause: error });
}
