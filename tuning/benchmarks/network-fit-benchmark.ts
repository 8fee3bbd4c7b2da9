// node dist/tuning/benchmarks/network-fit-benchmark.js [ROWS [BATCH [HIDDEN]]]: rows a second of the training of a Raichu 8 network,
// all that an epoch does included, and beside it the yardstick, in a checkout: the same network in plain JavaScript.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../../engine/cli/benchmarks/perft-benchmark.ts';
import { games } from '../../engine/games/index.ts';
import { packageFolder } from '../store/identity.ts';
import { randomFrom } from '../statistics/random.ts';
import { loadBackend } from '../fit/backend/backend.ts';
import type { InputLists, NetworkData } from '../fit/network/network-data.ts';
import { NetworkModel } from '../fit/network/network-model.ts';
import { plantedRows } from '../fit/data/planted-rows.ts';
import { fitSettings } from '../fit/data/fit-kind.ts';
import { networkKind } from '../fit/network/network-kind.ts';
import { newTraining, trainEpoch } from '../fit/network/training.ts';

const SIZE = 8;
const SECONDS = 3;
const ROUNDS = 5;
const [rowCount = 262_144, batch = 16_384, hidden = 32, threads = 1] = process.argv.slice(2).map(Number);

const game = games.find(({ name }) => name === 'raichu')!;
const inputs = game.inputs(SIZE);
const random = randomFrom('benchmark', rowCount);

/** As many inputs on as in the yardstick: 8 to 16 pieces anywhere, seen by both sides. */
function randomLists(rows: number): InputLists {
  const area = SIZE * SIZE;
  const active: number[] = [];
  const offsets = [0];
  for (let row = 0; row < rows; row++) {
    const pieces = Array.from({ length: 8 + random.below(9) }, () => [random.below(6), random.below(area)]);
    active.push(...pieces.map(([kind, square]) => kind * area + square));
    offsets.push(active.length);
    active.push(...pieces.map(([kind, square]) => ((kind + 3) % 6) * area + (square ^ 56)));
    offsets.push(active.length);
  }
  return { rows, active: Uint16Array.from(active), offsets: Int32Array.from(offsets) };
}

const { tf, name } = await loadBackend();
const [train, heldOut] = [rowCount, Math.ceil(rowCount / 10)].map((rows) => plantedRows([0], rows, random));
const data: NetworkData = {
  game,
  size: SIZE,
  inputs,
  train,
  heldOut,
  trainLists: randomLists(train.rows),
  heldOutLists: randomLists(heldOut.rows),
  read: train.rows + heldOut.rows,
  leftOut: { opening: 0, random: 0, early: 0, decided: 0, noisy: 0 },
  datasets: [],
};
const targets = { scoreScale: null, train: train.results, heldOut: heldOut.results };
const settings = fitSettings(networkKind, { hidden, batch, epochs: 1000 }, 'benchmark');
const shape = { inputs: inputs.count, hidden, activation: settings.activation };
const model = await NetworkModel.start(tf, shape, {
  mostRows: batch,
  mostActive: inputs.mostActive,
  maps: inputs.symmetries(),
  threads,
});
const training = newTraining(model, settings);

const yardstick = join(packageFolder(), 'tuning', 'benchmarks', 'yardstick', 'adam.mjs');
const hasYardstick = existsSync(yardstick);

/** Rows a second of whole epochs, for some seconds. */
async function ownRate(): Promise<number> {
  const begin = performance.now();
  let rows = 0;
  while (performance.now() - begin < 1000 * SECONDS) {
    await trainEpoch(model, training, data, targets, settings);
    rows += rowCount;
  }
  return (1000 * rows) / (performance.now() - begin);
}

function yardstickRate(): number {
  const sizes = [hidden, batch, rowCount, SECONDS].map(String);
  const line = execFileSync(process.execPath, [yardstick, ...sizes], { encoding: 'utf8' });
  return Number(/(\d+) samples\/s/.exec(line)?.[1]);
}

// The first epoch is before the code is warm; then in turn, so that a busy machine slows both.
await trainEpoch(model, training, data, targets, settings);
const rates: { own: number; other: number }[] = [];
for (let round = 0; round < ROUNDS; round++)
  rates.push({ own: await ownRate(), other: hasYardstick ? yardstickRate() : NaN });

console.log(
  `${inputs.count} -> ${hidden} x 2 -> 1, batch ${batch}, epochs of ${rowCount} rows, on ${name}: ` +
    `${rates.map(({ own }) => Math.round(own)).join(', ')} rows a second; ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
);
if (hasYardstick)
  console.log(
    `the yardstick, in turn: ${rates.map(({ other }) => other).join(', ')}; ` +
      `${median(rates.map(({ own, other }) => own / other)).toFixed(2)}x in the median`,
  );
else console.log('the yardstick is not there and is left out');
