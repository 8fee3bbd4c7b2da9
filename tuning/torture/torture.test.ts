import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom, shuffled } from '../statistics/random.ts';
import { needs } from '../testing/installed-program.ts';
import { type Fault, type FaultKind, faultsOf, isKill } from './fault.ts';
import { type CalmRun, Torture } from './torture.ts';
import { TortureTally } from './torture-tally.ts';
import { TORTURED } from './tortured-commands.ts';

const SEED = 1;
// Of these a kill is enough here.
const SLOW = ['ship', 'remake', 'nightly'];
const compiler = needs('gcc');

// What was mended.
const ONCE_HARMFUL: readonly [command: string, kind: FaultKind, call: string, path: RegExp][] = [
  ['dataset parquet', 'eio', 'open', /parquet/],
  ['dataset parquet', 'enospc', 'write', /parquet/],
  ['site replaced', 'eio', 'open-read', /^site\/site\.json$/],
  ['site replaced', 'eio', 'rename', /\/site$/],
  ['selfplay', 'eio', 'write', /manifest\.json/],
  ['selfplay resumed', 'kill-after', 'rename', /shard-00002.csv.gz$/],
  ['ship', 'kill-before', 'rename', /out$/],
  ['ship', 'kill-after', 'rename', /out$/],
  ['remake', 'kill-before', 'unlink', /shard-00002\.journal$/],
];

// A sample; npm run torture fails every call of every command.
describe.skipIf(compiler.isMissing || process.platform !== 'linux')(
  `faults at system calls${compiler.note}`,
  () => {
    const room = mkdtempSync(join(tmpdir(), 'evalsmith-torture-'));
    const tally = new TortureTally();
    let torture: Torture;
    beforeAll(async () => {
      torture = new Torture(room);
      await torture.makeInputs();
    }, 240_000);
    afterAll(() => {
      for (const line of tally.lines()) console.log(line);
      rmSync(room, { recursive: true, force: true });
    });

    async function harmless(calm: CalmRun, fault: Fault): Promise<void> {
      const outcome = await torture.tryFault(calm, fault);
      tally.add(calm.command.name, fault, outcome);
      expect([fault, outcome.problems]).toEqual([fault, []]);
    }

    it('are counted and really happen', async () => {
      const calm = await torture.calm(TORTURED[0]);
      expect(new Set(calm.calls.map(({ name }) => name))).toEqual(
        new Set(['mkdir', 'open', 'open-read', 'write', 'fsync', 'close', 'link', 'rename', 'unlink']),
      );
      const [first] = calm.calls;
      expect(first).toMatchObject({ number: 1, name: 'mkdir', path: 'out' });
      const codeAfter = async (fault: Fault) => (await torture.tryFault(calm, fault)).code;
      expect(await codeAfter({ ...first, kind: 'eio' })).toBe(1);
      expect(await codeAfter({ ...first, kind: 'kill-before' })).toBeNull();
    }, 240_000);

    it('leave every game that was played in the manifest or in a journal', async () => {
      const calm = await torture.calm(TORTURED[0]);
      const last = calm.calls.findLast(
        ({ name, path }) => name === 'rename' && path.endsWith('manifest.json'),
      );
      expect(await torture.filesAfter(calm, { ...last!, kind: 'eio' })).toContain('out/shard-00001.journal');
    }, 240_000);

    it.each(ONCE_HARMFUL)(
      '%s with %s at the first %s of %s does no harm any more',
      async (name, kind, call, path) => {
        const calm = await torture.calm(TORTURED.find((command) => command.name === name)!);
        const found = calm.calls.find((one) => one.name === call && path.test(one.path));
        await harmless(calm, { ...found!, kind });
      },
      240_000,
    );

    it.each(TORTURED.map((command) => ({ command, name: command.name })))(
      '$name ends after a kill and a failed call as if nothing had been',
      async ({ command }) => {
        const calm = await torture.calm(command);
        tally.commands++;
        tally.calls += calm.calls.length;
        const faults = shuffled(faultsOf(calm.calls), randomFrom(SEED, command.name));
        await harmless(
          calm,
          faults.find(({ kind }) => isKill(kind))!,
        );
        if (!SLOW.includes(command.name))
          await harmless(
            calm,
            faults.find(({ kind }) => !isKill(kind))!,
          );
      },
      240_000,
    );
  },
);
