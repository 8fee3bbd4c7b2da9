// npm run screencasts: the moving picture of a terminal and the picture of the live page that README.md shows, of real runs.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { programPath } from '../process/program-path.ts';
import { packageFolder } from '../store/identity.ts';
import { launchBrowser } from '../testing/browser.ts';
import { castOf, type CastLine } from './terminal-cast.ts';

const EVALSMITH = join(packageFolder(), 'dist', 'tuning', 'cli', 'main.js');
const pictures = join(packageFolder(), 'reports');
const room = mkdtempSync(join(tmpdir(), 'evalsmith-screencasts-'));

// A loop of README.md, the commands that take seconds.
const LOOP = [
  'selfplay betsy --games 1000 --nodes 300 --weights baseline:lines --out games',
  'fit linear games --out fit',
  'match fit/weights.json baseline:lines --game betsy --nodes 300 --sprt 0,40 --out proof',
  'ship fit/weights.json --out player',
];
// Progress and long tables would hide what is to be seen.
const SHOWN_LINES = 12;

const start = (command: string) => spawn(process.execPath, [EVALSMITH, ...command.split(' ')], { cwd: room });

/** Runs a command and returns what it printed, each line with its time. */
async function recorded(command: string, began: number): Promise<CastLine[]> {
  const lines: CastLine[] = [
    { text: `$ npx evalsmith ${command}`, at: performance.now() - began, isTyped: true },
  ];
  const child = start(command);
  child.stderr.resume();
  const out = createInterface(child.stdout);
  const printed: CastLine[] = [];
  for await (const text of out) printed.push({ text, at: performance.now() - began, isTyped: false });
  if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode !== 0) throw new Error(`evalsmith ${command} ended with ${child.exitCode}`);
  return [
    ...lines,
    ...printed.filter(({ text }) => text !== '').slice(-SHOWN_LINES),
    { text: '', at: printed.at(-1)?.at ?? lines[0].at, isTyped: false },
  ];
}

async function terminal(): Promise<void> {
  const began = performance.now();
  const lines: CastLine[] = [];
  for (const command of LOOP) lines.push(...(await recorded(command, began)));
  writeFileSync(
    join(pictures, 'loop.svg'),
    castOf(lines, 'A terminal: self-play, a fit, a match that stops when it is sure, and a shipped player'),
  );
}

/** A match and self-play under way, as the live page shows them. */
async function live(): Promise<void> {
  mkdirSync(join(room, 'runs'));
  const chromium = programPath('chromium', 'google-chrome');
  if (chromium === undefined) throw new Error('the picture of the live page needs chromium');
  const runs = [
    start(
      'match baseline:hand baseline:lines --game betsy --nodes 2000 --sprt 0,5 --games 20000 --workers 1 --out runs/hand-lines',
    ),
    start('selfplay raichu --games 2000 --nodes 300 --workers 1 --out runs/raichu-games'),
  ];
  const server = start('serve --live fit proof runs --port 0');
  try {
    const address = await new Promise<string>((resolve) => {
      server.stdout.on('data', (text: Buffer) => {
        const found = /http:\/\/\S+/.exec(text.toString())?.[0];
        if (found !== undefined) resolve(found);
      });
    });
    const browser = await launchBrowser(chromium);
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(address);
    await page.waitForTimeout(15_000);
    await page.screenshot({ path: join(pictures, 'live.jpg'), quality: 70 });
    await browser.close();
  } finally {
    for (const child of [server, ...runs]) child.kill('SIGINT');
  }
}

try {
  await terminal();
  await live();
} finally {
  rmSync(room, { recursive: true, force: true });
}
