// npm run bench:tuning [-- NAME… [GAME…]]: what the engine's benchmarks do not measure.
import { games } from '../../engine/games/index.ts';
import { benchmarkExact } from './exact-benchmark.ts';
import { benchmarkFit } from './fit-benchmark.ts';
import { benchmarkFleet } from './fleet-benchmark.ts';
import { benchmarkReading } from './reading-benchmark.ts';
import { benchmarkSelfplay } from './selfplay-benchmark.ts';

const benchmarks = {
  selfplay: benchmarkSelfplay,
  reading: benchmarkReading,
  exact: benchmarkExact,
  fleet: benchmarkFleet,
};
const words = process.argv.slice(2);
const known = ['fit', ...Object.keys(benchmarks), ...games.map(({ name }) => name)];
const unknown = words.find((word) => !known.includes(word));
if (unknown !== undefined) {
  console.error(`bench: ${JSON.stringify(unknown)} is no benchmark; expected some of ${known.join(', ')}`);
  process.exit(2);
}
const chosen = Object.entries(benchmarks).filter(
  ([name]) => words.includes(name) || !Object.keys(benchmarks).some((other) => words.includes(other)),
);
const chosenGames = games.filter(
  ({ name }) => words.includes(name) || !games.some((other) => words.includes(other.name)),
);
// Takes long, is about no game, and is asked for by its name.
if (words.includes('fit')) console.log(benchmarkFit());
if (words.join() !== 'fit')
  for (const [name, run] of chosen)
    for (const game of chosenGames) console.log(`${name}: ${await run(game)}`);
