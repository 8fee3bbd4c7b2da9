import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { betsy } from '../../engine/games/betsy/game.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { Audit, Exposure } from './game-audit.ts';
import type { GameJob, GameTask } from './game-job.ts';
import { openSeat } from './participants.ts';
import { type PlayedGame, refereeOf } from './referee.ts';

const GAMES = 1000;
const SEEDS = 200;
const SIZE = 3;
const folder = mkdtempSync(join(tmpdir(), 'evalsmith-audit-'));
afterAll(() => rmSync(folder, { recursive: true }));

const honest: PlayedGame[] = [];
const weak: PlayedGame[] = [];
const taskOf = (index: number): GameTask => ({ index, opening: [1, 1 + (index % SIZE)] });

beforeAll(async () => {
  const settings = { seed: 1, cap: 40, quietPlies: null, repetition: true, randomRate: 0.2 };
  const participant = {
    kind: 'weights',
    weights: loadWeights(betsy, SIZE, 'baseline:hand'),
    parameters: {},
  } as const;
  const refereeWith = async (nodes: number) =>
    refereeOf(betsy, SIZE, settings, [
      await openSeat(participant, { game: betsy, size: SIZE, limits: { nodes, depth: null } }),
    ]);
  const [search, glance] = [await refereeWith(30), await refereeWith(1)];
  for (let index = 0; index < GAMES; index++) {
    const { opening } = taskOf(index);
    honest.push(await search(index, opening));
    if (index % 10 === 9) weak[index] = await glance(index, opening);
  }
});

/** Games come in from a worker; how many had come when it was found out, or none where it was not. */
async function audited(
  seed: number,
  sent: (index: number) => string,
): Promise<{ found?: number; dropped: number }> {
  const place = join(folder, `${seed}`);
  mkdirSync(place, { recursive: true });
  const kept = new Map<number, string>();
  let dropped = 0;
  const dataset = {
    holds: (index: number, text: string) => kept.get(index) === text,
    drop: (games: ReadonlySet<number>) => (dropped += games.size),
  };
  const foundAfter: number[] = [];
  let repeats: number[] = [];
  const audit = new Audit(
    {} as GameJob,
    {
      folder: place,
      share: 0.05,
      secret: `seed ${seed}`,
      again: (tasks) => repeats.push(...tasks.map(({ index }) => index)),
      note: () => foundAfter.push(kept.size),
    },
    dataset,
    taskOf,
    ({ index }) => Promise.resolve(honest[index]),
  );
  for (let index = 0; index < GAMES && foundAfter.length === 0; index++) {
    kept.set(index, sent(index));
    audit.took(index, 'worker');
    // As long as it takes to play a game.
    await new Promise(setImmediate);
    for (const again of repeats.splice(0)) audit.confirmed(again, 'worker');
  }
  try {
    await audit.finish();
    expect(readdirSync(place)).toEqual([]);
  } catch (error) {
    expect(error).toBeInstanceOf(Exposure);
  }
  rmSync(place, { recursive: true });
  return { found: foundAfter[0], dropped };
}

test(`a worker whose every tenth game is of weak but legal moves is found within ${GAMES} games, 99 times of 100`, async () => {
  const lies = (index: number) => (weak[index] ?? honest[index]).text;
  const lied = Array.from({ length: GAMES }, (_, index) => lies(index) !== honest[index].text);
  expect(lied.filter(Boolean).length).toBeGreaterThan(95);
  const games: number[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { found, dropped } = await audited(seed, lies);
    if (found === undefined) continue;
    games.push(found);
    // All that it sent is played again, lies or not.
    expect(dropped).toBe(found);
  }
  expect(games.length).toBeGreaterThanOrEqual(0.99 * SEEDS);
}, 60_000);

test('a worker that plays what the code plays is never shut out', async () => {
  for (let seed = 1; seed <= 20; seed++)
    expect(await audited(seed, (index) => honest[index].text)).toEqual({ found: undefined, dropped: 0 });
}, 30_000);
