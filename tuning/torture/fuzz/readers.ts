import { join } from 'node:path';
import { Failure } from '../../process/failure.ts';
import { evalsmith } from '../../testing/run-command.ts';
import { fileReaders } from './file-readers.ts';
import type { FuzzedReader } from './fuzzed-reader.ts';
import { textReaders } from './text-readers.ts';

/** Every reader of the toolkit, with texts that it accepts; what they need is made in a folder. */
export async function readersIn(room: string): Promise<FuzzedReader[]> {
  const dataset = join(room, 'games');
  const few = ['--games', '8', '--games-per-shard', '4', '--nodes', '30', '--workers', '1'];
  const { code, notes } = await evalsmith(['selfplay', 'betsy', '--size', '3', ...few, '--out', dataset]);
  if (code !== 0) throw new Failure(`no dataset to begin with: ${notes.at(-1)}`);
  return [...(await textReaders(room, dataset)), ...(await fileReaders(room, dataset))];
}
