import { join } from 'node:path';
import type { Command } from 'commander';
import type { Terminal } from '../../engine/node/terminal.ts';

const USUAL_FOLDER = join('reports', 'site');

export function addSiteCommand(program: Command, terminal: Terminal): void {
  program
    .command('site')
    .summary('a static site of runs, with a page to play on')
    .description(
      'Makes a folder of pages that any static server can serve: an index of runs with a small chart each, a page for every run, and ' +
        'Play, where the engine plays in the browser with the weights of this package or any file. A site that is there is replaced ' +
        'as a whole; any other folder is refused.',
    )
    .argument('[RUN...]', 'run folders; every one directly under reports/ unless given')
    .option('--out <DIR>', 'the folder of the site', USUAL_FOLDER)
    .addHelpText('after', '\nExample:\n  evalsmith site && evalsmith serve')
    .action(async (runs: string[], options: { out: string }) => {
      const { makeSite } = await import('../site/site.ts');
      const names = await makeSite(runs.length === 0 ? undefined : runs, options.out, (note) =>
        terminal.note(note),
      );
      for (const name of names) terminal.out(name);
      terminal.out(`${options.out}: ${names.length} ${names.length === 1 ? 'run' : 'runs'} and Play`);
    });
}
