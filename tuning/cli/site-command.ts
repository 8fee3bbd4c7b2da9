import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { quoted } from '../../engine/text/arguments.ts';
import { stopOnInterrupt } from '../process/interrupt.ts';
import { commandForm } from '../settings/command-form.ts';
import { jsonOption } from '../settings/common-options.ts';
import { optional, setting, toggle, whole } from '../settings/setting.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { SiteServer } from '../site/server.ts';
import type { Answering } from '../site/served-oracles.ts';
import { cliCommand } from './command.ts';

const USUAL_FOLDER = join('reports', 'site');

const siteForm = commandForm({
  name: 'site',
  summary: 'a static site of runs, with a page to play on',
  description:
    'Makes a folder of pages that any static server can serve: an index of runs with a small chart each, a page for every run, ' +
    'Play, where the engine plays in the browser with the weights of this package or any file, Explorer, where one plays ' +
    'through exact values, and Data, where positions of datasets are found. A site that is there is replaced as a whole; any other folder is refused.',
  examples: [
    'site',
    'site --oracle oracles/betsy-3,oracles/conga-3 --puzzles betsy-3.csv',
    'site --dataset datasets/betsy-7',
  ],
  arguments: {
    runs: setting(
      z.array(z.string()).default([]),
      'RUN',
      'run folders; every one directly under reports/ where none is given',
    ),
  },
  options: {
    out: setting(z.string().default(USUAL_FOLDER), 'DIR', 'the folder of the site'),
    oracle: setting(
      z.array(z.string()).default([]),
      'DIR,…',
      'small oracles that the Explorer has inside, of at most 4 MB each when packed',
    ),
    puzzles: setting(
      z.array(z.string()).default([]),
      'FILE,…',
      'puzzles of evalsmith puzzles for the Explorer',
    ),
    dataset: setting(
      z.array(z.string()).default([]),
      'DIR,…',
      'datasets whose positions the page Data shows, of at most 16 MB each as Parquet',
    ),
    json: jsonOption,
  },
});

const site = cliCommand(siteForm, async ({ runs, out, oracle, puzzles, dataset, json }, terminal) => {
  const { makeSite } = await import('../site/site.ts');
  const note = (text: string) => terminal.note(text);
  const names = await makeSite(runs.length === 0 ? undefined : runs, out, note, {
    oracles: oracle,
    puzzles,
    datasets: dataset,
  });
  if (json) {
    terminal.out(JSON.stringify({ folder: out, runs: names }));
    return;
  }
  for (const name of names) terminal.out(name);
  terminal.out(`${out}: ${names.length} ${names.length === 1 ? 'run' : 'runs'} and Play`);
});

const serveForm = commandForm({
  name: 'serve',
  summary: 'serve the site to this machine',
  description:
    'Serves a folder, made by `evalsmith site`, on 127.0.0.1 and to no other machine, until Ctrl-C. The first line is the address. ' +
    'With --oracle the Explorer also asks oracles of any size, whose values stay in their files. With --live it shows the runs in ' +
    'folders and below while they are under way, by the files that they write anyway; a run of this machine can be stopped from the page as ' +
    'by Ctrl-C. Ending the server ends no run.',
  examples: [
    'serve --port 8000',
    'serve --live reports datasets',
    'serve --oracle oracles/betsy-4,oracles/raichu-8',
  ],
  arguments: {
    folders: setting(
      z.array(z.string()).default([]),
      'DIR',
      `the folder of the site, ${USUAL_FOLDER} where none is given; with --live folders with runs`,
    ),
  },
  options: {
    live: toggle('show runs under way, those of this folder where none is given'),
    queue: optional(
      z.string(),
      'URL',
      'with --live also the workers of a queue; env takes the URL from EVALSMITH_QUEUE',
    ),
    port: setting(whole(0, 65535).default(8080), 'P', 'the port; 0 for any that is free'),
    oracle: setting(z.array(z.string()).default([]), 'DIR,…', 'oracles that the Explorer asks'),
  },
});

const serve = cliCommand(serveForm, async ({ folders, live, queue, port, oracle }, terminal) => {
  if (live) return serveLive(folders.length === 0 ? ['.'] : folders, port, queue, terminal);
  if (queue !== null) throw new InputError('--queue shows workers on the live page; expected --live with it');
  if (folders.length > 1)
    throw new InputError('expected one DIR, the folder of a site, or --live with folders of runs');
  const [folder = USUAL_FOLDER] = folders;
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new InputError(`DIR is ${quoted(folder)}, which is no folder; evalsmith site makes one`);
  const { startServer } = await import('../site/server.ts');
  const { EXPLORER_PAGE } = await import('../site/content-policy.ts');
  if (oracle.length > 0 && !existsSync(join(folder, EXPLORER_PAGE)))
    throw new InputError(`DIR is ${quoted(folder)}, which has no ${EXPLORER_PAGE}; evalsmith site makes one`);
  const server = await startServer(folder, port, oracle.length === 0 ? undefined : await answers(oracle));
  await untilInterrupt(server, terminal);
});

async function untilInterrupt(server: SiteServer, terminal: Terminal): Promise<void> {
  terminal.out(server.address);
  terminal.note('Ctrl-C ends it');
  await new Promise<void>((resolve) => {
    const interrupt = stopOnInterrupt(() => {
      interrupt.forget();
      resolve();
    });
  });
  await server.close();
}

async function serveLive(
  folders: readonly string[],
  port: number,
  queue: string | null,
  terminal: Terminal,
): Promise<void> {
  const missing = folders.find((folder) => !existsSync(folder) || !statSync(folder).isDirectory());
  if (missing !== undefined)
    throw new InputError(`DIR is ${quoted(missing)}, which is no folder; expected folders with runs`);
  const { startLiveServer } = await import('../live/live-server.ts');
  await untilInterrupt(
    await startLiveServer(folders, port, queue === null ? undefined : await workersOf(queue)),
    terminal,
  );
}

async function workersOf(queue: string): Promise<() => Promise<string[]>> {
  const { parseAddress } = await import('../play/fleet/address.ts');
  const { queueStatus, statusLines } = await import('../play/fleet/status.ts');
  const address = parseAddress('--queue', queue);
  return async () => statusLines(await queueStatus(address));
}

async function answers(folders: readonly string[]): Promise<Answering> {
  const { openedOracles } = await import('../site/offered-oracles.ts');
  const { answersOf } = await import('../site/served-oracles.ts');
  return answersOf(openedOracles(folders));
}

export const commands = [site, serve];
