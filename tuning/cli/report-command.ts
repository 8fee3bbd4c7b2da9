import { join } from 'node:path';
import type { Command } from 'commander';
import type { Terminal } from '../../engine/node/terminal.ts';

export function addReportCommand(program: Command, terminal: Terminal): void {
  program
    .command('report')
    .summary('runs as pages to look at')
    .description(
      'Writes RUN/index.html for each run: one file with figures, tables, example games and the lineage, which needs ' +
        'no network. A run is the folder of a fit, sweep, match, ladder, gate or grade, or a dataset, such as ' +
        'self-play makes. Every number is read from the files of the run.',
    )
    .argument('<RUN...>', 'folders of runs or datasets')
    .option('--json', 'a JSON object a line: kind, title, summary, path')
    .addHelpText(
      'after',
      '\nExample:\n  evalsmith report datasets/betsy-7 reports/betsy-linear reports/betsy-match',
    )
    .action(async (folders: string[], options: { json?: boolean }) => {
      const { writeReport } = await import('../report/report.ts');
      for (const folder of folders) {
        const { kind, title, summary } = await writeReport(folder);
        const path = join(folder, 'index.html');
        terminal.out(options.json ? JSON.stringify({ kind, title, summary, path }) : path);
      }
    });
}
