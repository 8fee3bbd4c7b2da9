import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NightEntry, nightLines } from '../nightly/night-journal.ts';
import { TestProcess } from './test-process.ts';

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
  champion: 'baseline:hand',
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

export function journalOf(night: string): readonly NightEntry[] {
  return nightLines(night).before;
}

export function startNightly(room: string): TestProcess {
  return new TestProcess(['nightly', 'nightly.json'], {}, undefined, room);
}
