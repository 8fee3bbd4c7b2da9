import type { Command } from 'commander';
import type { Terminal } from '../../engine/node/terminal.ts';
import { QueueAddress } from '../play/fleet/address.ts';

export function addQueueCommand(program: Command, terminal: Terminal): void {
  const queue = program
    .command('queue')
    .summary('look at a queue of games')
    .description('Looks at a queue of games.');
  queue
    .command('status')
    .summary('what waits, who plays')
    .description(
      'Shows the runs of a queue with their jobs (waiting, active, failed) and games done, and its workers with their versions.',
    )
    .option('--queue <URL>', 'redis://HOST:PORT or rediss://; env takes the URL from EVALSMITH_QUEUE', 'env')
    .option('--json', 'the state as one JSON object')
    .addHelpText('after', '\nExample:\n  evalsmith queue status --queue redis://queue.example:6379')
    .action(async (options: { queue: string; json?: boolean }) => {
      const address = QueueAddress.parse('--queue', options.queue);
      const { queueStatus, statusLines } = await import('../play/fleet/status.ts');
      const status = await queueStatus(address);
      if (options.json) terminal.out(JSON.stringify(status));
      else for (const line of statusLines(status)) terminal.out(line);
    });
}
