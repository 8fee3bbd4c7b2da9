import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evalsmith } from '../testing/run-command.ts';
import { commandIn, roomToWrite, type WritingCommand } from '../testing/writing-commands.ts';

const DAMAGES: Record<string, (file: string) => void> = {
  deleted: (file) => rmSync(file),
  'cut off': (file) => truncateSync(file, statSync(file).size >> 1),
  'written over': (file) => writeFileSync(file, 'nonsense'),
  changed: (file) => {
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(file, bytes);
  },
};

/** For people alone: no command reads them. */
const isExport = (path: string) => /\.(csv|html)$/.test(path);
/** The run of a match inside a gate or ladder: the page of the whole has its own result. */
const isInner = (path: string) => /\/(run|result)\.json$/.test(path);

type Reader = 'report' | 'site' | 'again';

/** What a reader need not name: nobody can tell it from what a kill left behind, and it is made again. */
function isMadeAgain(reader: Reader, kind: WritingCommand, path: string, how: string): boolean {
  // The page has the result; the run plays again what a kill may have cost.
  if (path === 'steps.jsonl') return reader !== 'again' || how !== 'changed';
  if (reader !== 'again') return isInner(path);
  if (kind === 'remake' && path === 'betsy.json') return true;
  const isResumed = ['sweep', 'match', 'spsa', 'gate', 'ladder'].includes(kind) && !path.startsWith('fit-');
  return how === 'deleted' && isResumed && basename(path) === 'run.json';
}

let room: string;
beforeAll(async () => {
  room = await roomToWrite();
}, 60_000);
afterAll(() => rmSync(room, { recursive: true, force: true }));

const READERS: [WritingCommand, Reader[]][] = [
  ['selfplay', ['report', 'site', 'again']],
  ['fit linear', ['report', 'site', 'again']],
  ['sweep', ['report', 'site', 'again']],
  ['match', ['report', 'site', 'again']],
  ['spsa', ['report', 'again']],
  ['gate', ['report', 'again']],
  ['ladder', ['report', 'again']],
  ['oracle grade', ['report', 'site', 'again']],
  ['oracle build', ['again']],
  ['remake', ['again']],
];

describe('a damaged file', () => {
  test.each(READERS)(
    'of %s is named with exit code 2 by %j',
    async (kind, readers) => {
      const whole = join(room, `whole-${kind.replace(' ', '-')}`);
      const copy = join(room, 'copy');
      expect((await evalsmith(commandIn(room, kind, whole))).code).toBe(0);
      const files = readdirSync(whole, { recursive: true, encoding: 'utf8' }).filter(
        (path) => statSync(join(whole, path)).isFile() && !isExport(path),
      );
      expect(files.length).toBeGreaterThan(1);
      for (const path of files)
        for (const [how, damage] of Object.entries(DAMAGES))
          for (const reader of readers) {
            if (isMadeAgain(reader, kind, path, how)) continue;
            rmSync(copy, { recursive: true, force: true });
            cpSync(whole, copy, { recursive: true });
            damage(join(copy, path));
            const commands = {
              report: ['report', copy],
              site: ['site', copy, '--out', join(room, 'site')],
              again: commandIn(room, kind, copy),
            };
            const { code, out, notes } = await evalsmith(commands[reader]);
            // A folder without its manifest or run is named as a whole.
            const name = how === 'deleted' && /manifest|run/.test(basename(path)) ? copy : basename(path);
            expect([reader, path, how, code, out, notes.at(-1)]).toEqual([
              reader,
              path,
              how,
              2,
              [],
              expect.stringContaining(name),
            ]);
          }
    },
    240_000,
  );
});
