// node dist/tuning/benchmarks/network-fit-benchmark.js [ROWS [BATCH [HIDDEN [THREADS]]]]: rows a second of the training of a Raichu 8
// network on the backend of EVALSMITH_BACKEND, all that an epoch does included. fit-benchmark.ts lays it beside others.
import { games } from '../../engine/games/index.ts';
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
  return {
    rows,
    active: Uint16Array.from(active),
    offsets: Int32Array.from(offsets),
    phases: new Uint8Array(rows),
  };
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
const shape = { inputs: inputs.count, buckets: 1, hidden, activation: settings.activation };
const model = await NetworkModel.start(tf, shape, {
  mostRows: batch,
  mostActive: inputs.mostActive,
  maps: inputs.symmetries(),
  threads,
});
const training = newTraining(model, settings);

// The first epoch is before the code is warm.
await trainEpoch(model, training, data, targets, settings);
const begin = performance.now();
let rows = 0;
while (performance.now() - begin < 1000 * SECONDS) {
  await trainEpoch(model, training, data, targets, settings);
  rows += rowCount;
}
const rate = (1000 * rows) / (performance.now() - begin);
await model.close();
console.log(
  `${inputs.count} -> ${hidden} x 2 -> 1, batch ${batch}, ${threads} thread(s), ${name}: ` +
    `${Math.round(rate)} samples/s; ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
);
