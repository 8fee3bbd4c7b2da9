// Fails every call of every command that writes, then kills some at random instants: npm run torture -- [--only NAME,…]
// [--share F] [--seed S] [--kills K] [--no-faults].
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomFrom } from '../statistics/random.ts';
import { faultsOf } from './fault.ts';
import { Torture } from './torture.ts';
import { TortureTally } from './torture-tally.ts';
import { TORTURED } from './tortured-commands.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: TORTURED.map(({ name }) => name).join(',') },
    share: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '20' },
  },
});
const RANDOMLY_KILLED = ['selfplay', 'match', 'spsa', 'fit network', 'sweep', 'nightly'];

const room = mkdtempSync(join(tmpdir(), 'evalsmith-torture-'));
const tally = new TortureTally();
try {
  const torture = new Torture(room);
  await torture.makeInputs();
  const only = values.only.split(',');
  for (const command of TORTURED.filter(({ name }) => only.includes(name))) {
    const begin = performance.now();
    const calm = await torture.calm(command);
    const random = randomFrom(values.seed, command.name);
    const faults = faultsOf(calm.calls).filter(() => random.chance(Number(values.share)));
    tally.commands++;
    tally.calls += calm.calls.length;
    for (const fault of faults) tally.add(command.name, fault, await torture.tryFault(calm, fault));
    if (RANDOMLY_KILLED.includes(command.name)) {
      const { kills, problems } = await torture.killAtRandom(calm, Number(values.kills), random);
      tally.randomKills += kills;
      for (const problem of problems) tally.fail(`${command.name}: killed at random: ${problem}`);
    }
    const seconds = ((performance.now() - begin) / 1000).toFixed(0);
    console.log(`${command.name}: ${calm.calls.length} calls, ${faults.length} faults, ${seconds} s`);
  }
  for (const line of tally.lines()) console.log(line);
  process.exitCode = tally.failures === 0 ? 0 : 1;
} finally {
  rmSync(room, { recursive: true, force: true });
}
