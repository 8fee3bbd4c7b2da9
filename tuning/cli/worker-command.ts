import { z } from 'zod';
import { parseAddress } from '../play/fleet/address.ts';
import { commandForm } from '../settings/command-form.ts';
import { jsonOption, workerCount, workersOption } from '../settings/common-options.ts';
import { optional, setting, time } from '../settings/setting.ts';
import { cliCommand } from './command.ts';

const queueOption = setting(
  z.string().default('env'),
  'URL',
  'redis://HOST:PORT or rediss://; env takes the URL from EVALSMITH_QUEUE',
);

const workerForm = commandForm({
  name: 'worker',
  summary: 'play games and make fits for the runs of a queue',
  description:
    'Plays games for every selfplay, match, gate, ladder and nightly with the same --queue, on any number of machines; with --store ' +
    'it makes their fits too, and those of sweeps, one at a time. ' +
    'It must be of the same version as they are; one of another version ends with exit code 1. It works ' +
    'until Ctrl-C (or SIGTERM), which lets the games under way end, and waits for a queue that is away.',
  examples: [
    'worker --queue redis://queue.example:6379 --concurrency 8',
    'worker --queue redis://queue.example:6379 --store /shared/evalsmith',
  ],
  arguments: {},
  options: {
    queue: queueOption,
    concurrency: workersOption,
    store: optional(z.string().min(1), 'DIR', 'make fits too, from datasets that come through this folder'),
    idle: optional(time, 'TIME', 'end after a time such as 90s, 30m or 8h without work'),
  },
});

const worker = cliCommand(workerForm, async ({ queue, concurrency, store, idle }, terminal) => {
  const address = parseAddress('--queue', queue);
  const { runWorker } = await import('../play/fleet/queue-worker.ts');
  const trades = store === null ? [] : [(await import('../fit/fleet/fit-trade.ts')).fitTrade(store)];
  return runWorker(
    { address, concurrency: workerCount(concurrency), idleMilliseconds: idle ?? Infinity, trades },
    terminal,
  );
});

const statusForm = commandForm({
  name: 'queue status',
  isWithoutGame: true,
  summary: 'what waits, who plays',
  description:
    'Shows the runs of a queue with their jobs (waiting, active, failed) and games done, and its workers with their versions.',
  examples: ['queue status --queue redis://queue.example:6379'],
  arguments: {},
  options: { queue: queueOption, json: jsonOption },
});

const status = cliCommand(statusForm, async ({ queue, json }, terminal) => {
  const address = parseAddress('--queue', queue);
  const { queueStatus, statusLines } = await import('../play/fleet/status.ts');
  const found = await queueStatus(address);
  if (json) terminal.out(JSON.stringify(found));
  else for (const line of statusLines(found)) terminal.out(line);
});

export const commands = [worker, status];
