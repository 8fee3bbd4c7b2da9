// npm run bench:tuning [-- NAME… [GAME…]]: what the engine's benchmarks do not measure.
import { games } from '../../engine/games/index.ts';
import { benchmarkCoordinator } from './coordinator-benchmark.ts';
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
// These are about no game and are run alone, by their names.
const ALONE = ['fit', 'coordinator'];
const words = process.argv.slice(2);
const known = [...ALONE, ...Object.keys(benchmarks), ...games.map(({ name }) => name)];
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
if (words.includes('fit')) console.log(benchmarkFit());
if (words.includes('coordinator'))
  for (const machines of [200, 1000]) console.log(`coordinator: ${await benchmarkCoordinator(machines)}`);
if (words.length === 0 || words.some((word) => !ALONE.includes(word)))
  for (const [name, run] of chosen)
    for (const game of chosenGames) console.log(`${name}: ${await run(game)}`);
