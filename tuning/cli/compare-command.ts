import { existsSync } from 'node:fs';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { commandForm } from '../settings/command-form.ts';
import { jsonOption } from '../settings/common-options.ts';
import { optional, setting } from '../settings/setting.ts';
import { cliCommand } from './command.ts';

const form = commandForm({
  name: 'compare',
  summary: 'runs side by side',
  description:
    'Lays runs side by side: the settings in which they differ, losses and curves, weights of linear fits with their intervals, ' +
    'paired differences on the games that all fits held out, the Elo of matches between them that lie beside them, and the fits of ' +
    'a sweep.',
  examples: ['compare reports/betsy-1-linear reports/betsy-2-linear --out compared.html'],
  arguments: { runs: setting(z.array(z.string()).min(1), 'RUN', 'run folders') },
  options: {
    out: optional(z.string().min(1), 'FILE', 'a page to write, a new file'),
    json: jsonOption,
  },
});

export const commands = [
  cliCommand(form, async ({ runs, out, json }, terminal) => {
    if (out !== null && existsSync(out))
      throw new InputError(`--out ${out} exists already; expected a new file`);
    const { comparisonOf } = await import('../compare/side-by-side.ts');
    const comparison = await comparisonOf(runs);
    if (json) terminal.out(JSON.stringify(comparison));
    else {
      const { comparisonLines } = await import('../compare/comparison-lines.ts');
      for (const line of comparisonLines(comparison)) terminal.out(line);
    }
    if (out === null) return;
    const { comparisonPage } = await import('../compare/comparison-page.ts');
    const { writeFileAtomically } = await import('../store/atomic-file.ts');
    writeFileAtomically(out, comparisonPage(comparison));
    terminal.note(`written to ${out}`);
  }),
];
