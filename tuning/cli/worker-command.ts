import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { parseWhole } from '../../engine/text/arguments.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { QueueAddress } from '../play/fleet/address.ts';
import { parseDuration } from './arguments.ts';

export function addWorkerCommand(program: Command, terminal: Terminal, end: (code: number) => void): void {
  program
    .command('worker')
    .summary('play games for the runs of a queue')
    .description(
      'Plays games for every selfplay, match, gate and ladder with the same --queue, on any number of machines. ' +
        'It must be of the same version as they are; one of another version ends with exit code 1. It goes on ' +
        'until Ctrl-C (or SIGTERM), which lets the games under way end, and waits for a queue that is away.',
    )
    .option('--queue <URL>', 'redis://HOST:PORT or rediss://; env takes the URL from EVALSMITH_QUEUE', 'env')
    .option('--concurrency <K>', 'games at a time; one a core unless told otherwise')
    .option('--idle <TIME>', 'ends after a time such as 90s, 30m or 8h without work')
    .addHelpText(
      'after',
      '\nExample:\n  EVALSMITH_QUEUE=redis://queue.example:6379 evalsmith worker --concurrency 8',
    )
    .action(async (options: { queue: string; concurrency?: string; idle?: string }) => {
      const address = QueueAddress.parse('--queue', options.queue);
      const concurrency =
        options.concurrency === undefined
          ? availableParallelism()
          : parseWhole('--concurrency', options.concurrency, 1, 256);
      const idleMilliseconds = options.idle === undefined ? Infinity : parseDuration('--idle', options.idle);
      const { runWorker } = await import('../play/fleet/queue-worker.ts');
      end(await runWorker({ address, concurrency, idleMilliseconds }, terminal));
    });
}
