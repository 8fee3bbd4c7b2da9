import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { quoted } from '../../engine/text/arguments.ts';
import { stopOnInterrupt } from '../process/interrupt.ts';
import { commandForm } from '../settings/command-form.ts';
import { jsonOption } from '../settings/common-options.ts';
import { setting, whole } from '../settings/setting.ts';
import { cliCommand } from './command.ts';

const USUAL_FOLDER = join('reports', 'site');

const siteForm = commandForm({
  name: 'site',
  summary: 'a static site of runs, with a page to play on',
  description:
    'Makes a folder of pages that any static server can serve: an index of runs with a small chart each, a page for every run, and ' +
    'Play, where the engine plays in the browser with the weights of this package or any file. A site that is there is replaced ' +
    'as a whole; any other folder is refused.',
  examples: ['site'],
  arguments: {
    runs: setting(
      z.array(z.string()).default([]),
      'RUN',
      'run folders; every one directly under reports/ where none is given',
    ),
  },
  options: {
    out: setting(z.string().default(USUAL_FOLDER), 'DIR', 'the folder of the site'),
    json: jsonOption,
  },
});

const site = cliCommand(siteForm, async ({ runs, out, json }, terminal) => {
  const { makeSite } = await import('../site/site.ts');
  const names = await makeSite(runs.length === 0 ? undefined : runs, out, (note) => terminal.note(note));
  if (json) {
    terminal.out(JSON.stringify({ folder: out, runs: names }));
    return;
  }
  for (const name of names) terminal.out(name);
  terminal.out(`${out}: ${names.length} ${names.length === 1 ? 'run' : 'runs'} and Play`);
});

const serveForm = commandForm({
  name: 'serve',
  isWithoutGame: true,
  summary: 'serve the site to this machine',
  description:
    'Serves a folder, made by `evalsmith site`, on 127.0.0.1 and to no other machine, until Ctrl-C. The first line is the address.',
  examples: ['serve --port 8000'],
  arguments: { folder: setting(z.string().default(USUAL_FOLDER), 'DIR', 'the folder of the site') },
  options: { port: setting(whole(0, 65535).default(8080), 'P', 'the port; 0 for any that is free') },
});

const serve = cliCommand(serveForm, async ({ folder, port }, terminal) => {
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

export const commands = [site, serve];
