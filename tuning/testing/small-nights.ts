import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../store/identity.ts';
import type { NightEntry } from '../nightly/night-journal.ts';

/** A gate that any candidate passes, or none, after a few games and without the clock. */
export const OPEN_GATE = {
  nodes: 30,
  elo0: -600,
  elo1: -200,
  alpha: 0.4,
  beta: 0.4,
  games: 20,
  clockGames: 0,
  otherGames: 0,
};
export const SHUT_GATE = { ...OPEN_GATE, elo0: 200, elo1: 600 };

/** Betsy on a small board with so little of everything that a night takes seconds. */
export const SMALL_PART = {
  game: 'betsy',
  size: 3,
  selfplay: { games: 40, nodes: 60, gamesPerShard: 20, randomRate: 0.1 },
  fits: [{ model: 'linear' }],
  gate: SHUT_GATE,
  ladder: { nodes: 30, games: 4 },
};

/** Writes a config into a folder; its nights go to the folder `out` beside it. */
export function writeConfig(room: string, config: object): string {
  const file = join(room, 'nightly.json');
  writeFileSync(file, JSON.stringify({ out: 'out', seed: 5, ...config }));
  return file;
}

export function journalOf(night: string): NightEntry[] {
  const file = join(night, 'journal.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as NightEntry];
    } catch {
      return [];
    }
  });
}

/** The built program in a process of its own, which can be killed. */
export function startNightly(room: string, args: readonly string[] = []): ChildProcess {
  const program = join(packageFolder(), 'dist', 'tuning', 'cli', 'main.js');
  return spawn(process.execPath, [program, 'nightly', 'nightly.json', ...args], {
    cwd: room,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

export async function exitOf(child: ChildProcess): Promise<{ code: number | null; notes: string }> {
  let notes = '';
  child.stderr?.on('data', (text: Buffer) => (notes += text.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, notes };
}

/** Every file below a folder with what it holds, but those that are left out. */
export function filesBelow(folder: string, isLeftOut: (path: string) => boolean): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const files = names.filter((name) => !isLeftOut(name) && statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'base64')]));
}
