// node dist/tuning/benchmarks/linear-fit-benchmark.js [ROWS [FEATURES]]: the time of a linear fit with its intervals, reading excluded.
import { randomFrom } from '../statistics/random.ts';
import { loadBackend } from '../fit/backend/backend.ts';
import { measure } from '../fit/data/measures.ts';
import { plantedRows } from '../fit/data/planted-rows.ts';
import { solveLogistic } from '../fit/linear/logistic.ts';
import { roundedWeights } from '../fit/linear/rounding.ts';
import { HALF_INTERVAL, standardErrors } from '../fit/linear/standard-errors.ts';

const [rowCount = 1_000_000, width = 40] = process.argv.slice(2).map(Number);
const ROWS_A_GAME = 30;

const { tf, name } = await loadBackend();
const random = randomFrom('benchmark', rowCount, width);
const weights = Array.from({ length: width }, () => (random.below(2001) - 1000) / 4000);
const rows = plantedRows(weights, rowCount, random);
for (let row = 0; row < rowCount; row++) rows.games[row] = Math.floor(row / ROWS_A_GAME);

const begin = performance.now();
const used = process.cpuUsage();
const wanted = weights.map((_, i) => i);
const losses: number[] = [];
const problem = { rows, targets: rows.results, ridge: 1, wanted };
// Each step is measured, as a fit does for metrics.csv.
const solution = solveLogistic(tf, problem, (_iteration, _weights, reached) => {
  losses.push(measure(reached, rows, rows.results).loss);
});
const { logits } = solution;
const errors = standardErrors(solution, rows, rows.results, logits);
const rounded = roundedWeights(solution.weights, rows, logits);
const seconds = (performance.now() - begin) / 1000;
const { user, system } = process.cpuUsage(used);

const covered = weights.filter(
  (weight, i) => Math.abs(solution.weights[i] - weight) <= HALF_INTERVAL * errors.byRow[i],
);
console.log(
  `${rowCount} rows, ${width} features on ${name}: ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of a processor`,
);
console.log(
  `loss ${losses[0].toFixed(4)} to ${losses.at(-1)!.toFixed(4)} in ${solution.iterations} steps, the last of ${solution.distance.toExponential(1)} standard errors; ` +
    `${covered.length} of ${width} planted weights in their intervals; scale ${rounded.scale}; ` +
    `${Math.round(process.memoryUsage().rss / 1e6)} MB`,
);
