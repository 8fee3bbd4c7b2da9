// Every command that writes a folder or file, small enough to be run many times.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evalsmith } from './run-command.ts';

const MATCH = '--game betsy --size 3 --nodes 30 --games 20 --workers 2';
const OPEN = '--sprt=-600,-200 --alpha 0.4 --beta 0.4 --clock-games 0 --other-games 0';

/** The config of a run of four steps, whose estimate is accepted. */
export const SMALL_SPSA = {
  game: 'betsy',
  size: 3,
  weights: 'baseline:hand',
  parameters: 'default',
  nodes: 100,
  games: 32,
  gamesPerStep: 8,
  openingsOfSteps: 10,
  rEnd: 0.1,
  tuneParameters: { futilityBase: { least: 0, most: 1 }, lateMoveBase: { least: 1, most: 12 } },
  test: { elo0: -600, elo1: -200, alpha: 0.4, beta: 0.4, games: 20 },
};

/** ROOM has what they need, OUT is where they write. */
const COMMANDS = {
  selfplay: 'selfplay betsy --size 3 --nodes 60 --games 60 --games-per-shard 20 --workers 2 --out OUT',
  'fit linear': 'fit linear ROOM/games --out OUT',
  'fit network': 'fit network ROOM/games --hidden 8 --epochs 4 --out OUT',
  sweep: 'sweep ROOM/sweep.json --out OUT',
  spsa: 'spsa ROOM/spsa.json --workers 1 --parameters-folder ROOM/tuned --out OUT',
  match: `match ROOM/fit/weights.json baseline:hand ${MATCH} --out OUT`,
  gate: `gate ROOM/fit/weights.json --champion baseline:hand ${MATCH} ${OPEN} --weights-folder ROOM/won --out OUT`,
  ladder: `ladder ROOM/fit/weights.json baseline:hand random ${MATCH} --out OUT`,
  'oracle build': 'oracle build betsy --size 2 --out OUT',
  'oracle grade': 'oracle grade baseline:hand --oracle ROOM/oracle --nodes 0 --out OUT',
  'oracle sample': 'oracle sample --oracle ROOM/oracle --positions 100 --out OUT',
  'oracle dataset': 'oracle dataset --oracle ROOM/oracle --out OUT',
  'dataset dedupe': 'dataset dedupe ROOM/games --out OUT',
  'dataset split': 'dataset split ROOM/games --out OUT',
  'dataset sample': 'dataset sample ROOM/games --positions 100 --out OUT',
  'dataset merge': 'dataset merge ROOM/games ROOM/games --out OUT',
  'dataset features': 'dataset features ROOM/games --out OUT',
  'dataset parquet': 'dataset parquet ROOM/games --out OUT',
  remake: 'remake ROOM/fit --workers 2 --out OUT',
  site: 'site ROOM/fit ROOM/games --out OUT',
  ship: 'ship betsy-5 --out OUT',
};

export type WritingCommand = keyof typeof COMMANDS;
export const WRITING_COMMANDS = Object.keys(COMMANDS) as WritingCommand[];

/** The words of a command that reads in a room and writes somewhere. */
export function commandIn(room: string, name: WritingCommand, out: string): string[] {
  return COMMANDS[name].split(' ').map((word) => word.replace(/^ROOM/, room).replace(/^OUT/, out));
}

/** A new room with games, a linear fit to them, an oracle and configs. */
export async function roomToWrite(): Promise<string> {
  const room = mkdtempSync(join(tmpdir(), 'evalsmith-writing-'));
  const made = [
    ['selfplay', 'games'],
    ['fit linear', 'fit'],
    ['oracle build', 'oracle'],
  ] as const;
  for (const [name, folder] of made) {
    const { code, notes } = await evalsmith(commandIn(room, name, join(room, folder)));
    if (code !== 0) throw new Error(notes.join('\n'));
  }
  const config = { datasets: ['games'], grid: { lambda: [0.5, 1], scoreScale: [200] } };
  writeFileSync(join(room, 'sweep.json'), JSON.stringify(config));
  writeFileSync(join(room, 'spsa.json'), JSON.stringify(SMALL_SPSA));
  return room;
}
