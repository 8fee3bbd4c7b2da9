import { join } from 'node:path';
import { z } from 'zod';
import { commandForm } from '../settings/command-form.ts';
import { setting, toggle } from '../settings/setting.ts';
import { resultSchemas } from '../store/runs.ts';
import { cliCommand } from './command.ts';

const form = commandForm({
  name: 'report',
  summary: 'runs as pages to look at',
  description:
    'Writes RUN/index.html for each run: one file with figures, tables, example games and the lineage, which needs ' +
    `no network. A run is the folder of one of ${Object.keys(resultSchemas).join(', ')}, or a dataset, such as ` +
    'self-play makes. Every number is read from the files of the run.',
  examples: ['report datasets/betsy-7 reports/betsy-linear reports/betsy-match'],
  arguments: { folders: setting(z.array(z.string()).min(1), 'RUN', 'folders of runs, datasets or oracles') },
  options: { json: toggle('a JSON object a line: kind, title, summary, path') },
});

export const commands = [
  cliCommand(form, async ({ folders, json }, terminal) => {
    const { writeReport } = await import('../report/report.ts');
    for (const folder of folders) {
      const { kind, title, summary } = await writeReport(folder);
      const path = join(folder, 'index.html');
      terminal.out(json ? JSON.stringify({ kind, title, summary, path }) : path);
    }
  }),
];
