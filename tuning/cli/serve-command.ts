import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { parseWhole, quoted } from '../../engine/text/arguments.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { stopOnInterrupt } from '../process/interrupt.ts';

const USUAL_FOLDER = join('reports', 'site');

export function addServeCommand(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .summary('serve the site to this machine')
    .description(
      'Serves a folder, made by `evalsmith site`, on 127.0.0.1 and to no other machine, until Ctrl-C. The first line is the address.',
    )
    .argument('[DIR]', 'the folder of the site', USUAL_FOLDER)
    .option('--port <P>', 'the port; 0 for any that is free', '8080')
    .addHelpText('after', '\nExample:\n  evalsmith site && evalsmith serve --port 8000')
    .action(async (folder: string, options: { port: string }) => {
      const port = parseWhole('--port', options.port, 0, 65535);
      if (!existsSync(folder) || !statSync(folder).isDirectory())
        throw new InputError(`DIR is ${quoted(folder)}, which is no folder; evalsmith site makes one`);
      const { startServer } = await import('../site/server.ts');
      const server = await startServer(folder, port);
      terminal.out(server.address);
      terminal.note('Ctrl-C ends it');
      await new Promise<void>((resolve) => {
        const interrupt = stopOnInterrupt(() => {
          interrupt.forget();
          resolve();
        });
      });
      await server.close();
    });
}
