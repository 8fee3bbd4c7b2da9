import { z } from 'zod';
import { blunderSettings } from '../blunders/blunder-settings.ts';
import { commandForm } from '../settings/command-form.ts';
import { jsonOption, outOption } from '../settings/common-options.ts';
import { setting } from '../settings/setting.ts';
import { cliCommand } from './command.ts';

const form = commandForm({
  name: 'blunders',
  summary: 'where a heuristic errs',
  description:
    'Looks at positions of recorded games again, by a deeper search or an oracle: where the played move lost most, where the ' +
    'static score is furthest off, and where two heuristics disagree most. Writes a page with boards, both scores and what ' +
    'each feature said, and the positions as a dataset, DIR/positions, to learn from.',
  examples: ['blunders reports/betsy-match --nodes 50000 --out reports/betsy-blunders'],
  arguments: {
    source: setting(z.string(), 'RUN', 'a dataset of games, a match or gate with its games, or a fit'),
  },
  options: {
    ...blunderSettings,
    out: outOption('a new folder for the page and the positions'),
    json: jsonOption,
  },
});

export const commands = [
  cliCommand(form, async ({ source, out, json, ...settings }, terminal) => {
    const { needNewFolder } = await import('../store/new-folder.ts');
    needNewFolder(out);
    const { writeBlunders } = await import('../blunders/blunders-folder.ts');
    const { blunderLines } = await import('../blunders/blunder-lines.ts');
    const blunders = writeBlunders(source, out, settings, terminal);
    if (json) terminal.out(JSON.stringify(blunders));
    else for (const line of blunderLines(blunders)) terminal.out(line);
    terminal.note(`written to ${out}`);
  }),
];
