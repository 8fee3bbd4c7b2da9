import { existsSync } from 'node:fs';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { quoted } from '../../engine/text/arguments.ts';
import { commandForm } from '../settings/command-form.ts';
import { jsonOption } from '../settings/common-options.ts';
import { setting } from '../settings/setting.ts';
import { cliCommand } from './command.ts';

const form = commandForm({
  name: 'status',
  summary: 'what runs, and how far it is',
  description:
    'Tells of the runs in folders and below, those at work first, by the files that they write anyway: games, results, the ' +
    'test of a match, losses, stages, who is at work and when that was last heard. It looks twice, a second apart, for the rate.',
  examples: ['status reports datasets'],
  arguments: { folders: setting(z.array(z.string()).default(['.']), 'DIR', 'folders with runs') },
  options: { json: jsonOption },
});

const APART_MILLISECONDS = 1200;

export const commands = [
  cliCommand(form, async ({ folders, json }, terminal) => {
    const missing = folders.find((folder) => !existsSync(folder));
    if (missing !== undefined)
      throw new InputError(`DIR is ${quoted(missing)}, which is not there; expected a folder`);
    const { Watcher } = await import('../live/watcher.ts');
    const { statusLines } = await import('../live/status-lines.ts');
    const { setTimeout: wait } = await import('node:timers/promises');
    const watcher = new Watcher(folders);
    let runs = watcher.look();
    if (runs.some(({ status }) => status === 'running')) {
      await wait(APART_MILLISECONDS);
      runs = watcher.look();
    }
    if (json) for (const run of runs) terminal.out(JSON.stringify(run));
    else for (const line of statusLines(runs)) terminal.out(line);
  }),
];
