import { join } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { Failure } from '../process/failure.ts';
import { readManifest } from './manifest.ts';
import { columnTypes } from './parquet.ts';
import { needShard } from './shards.ts';

/** What a query found: names of columns, and rows of plain values. */
export interface Found {
  columns: string[];
  rows: (string | number | boolean | null)[][];
}

/**
 * Asks a dataset in SQL: its rows are the table `rows`. Nothing can be written, no other file or address is read, and no extension
 * is loaded.
 */
export async function queryDataset(folder: string, sql: string): Promise<Found> {
  const manifest = readManifest(folder);
  for (const shard of manifest.shards) needShard(folder, shard);
  if (manifest.shards.length === 0)
    throw new InputError(`${folder} is an empty dataset; expected rows to ask`);
  const duckdb = await import('@duckdb/node-api').catch(() => {
    throw new Failure('query needs @duckdb/node-api, which is not installed; npm install @duckdb/node-api');
  });
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const shards = manifest.shards.map((shard) => quote(join(folder, shard.file))).join(', ');
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    // What does not fit into memory fails, and is not written beside.
    temp_directory: '',
  });
  const connection = await instance.connect();
  try {
    await connection.run('SET threads = 1');
    await connection.run(
      `CREATE TABLE rows AS SELECT * FROM read_csv([${shards}], header = true, compression = 'gzip', columns = ${columnTypes(manifest)})`,
    );
    // From here on nothing outside is within reach, and no setting can be set back.
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    return await askedOf(sql);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }

  async function askedOf(text: string): Promise<Found> {
    try {
      const statements = await connection.extractStatements(text);
      if (statements.count !== 1) throw new InputError('SQL has to be one statement; expected one SELECT');
      const statement = await statements.prepare(0);
      if (statement.statementType !== duckdb.StatementType.SELECT)
        throw new InputError('SQL would change something; expected a SELECT, as datasets are only read');
      const reader = await statement.runAndReadAll();
      return { columns: reader.columnNames(), rows: reader.getRowsJson().map((row) => row.map(plain)) };
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(`SQL: ${(error as Error).message.split('\n')[0]}`, { cause: error });
    }
  }
}

/** A value as a line of JSON or of a table has it; large whole numbers come as texts. */
function plain(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'string') return JSON.stringify(value);
  const number = Number(value);
  return /^-?\d+$/.test(value) && Number.isSafeInteger(number) ? number : value;
}
