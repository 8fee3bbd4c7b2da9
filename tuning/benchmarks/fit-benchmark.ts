import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { median } from '../../engine/cli/benchmarks/perft-benchmark.ts';
import { BACKEND_VARIABLE } from '../fit/backend/backend.ts';
import { tableLines } from '../process/text-table.ts';
import { packageFolder } from '../store/identity.ts';

const ROWS = 262_144;
const SECONDS = 3;
const ROUNDS = 5;
const SHAPES = [
  { hidden: 32, batch: 2048 },
  { hidden: 32, batch: 16_384 },
  { hidden: 128, batch: 2048 },
  { hidden: 128, batch: 16_384 },
];
/** A Python that has torch. */
const PYTHON = process.env['EVALSMITH_PYTHON'] ?? 'python3';

/** One way to train the same network: prints samples a second. */
interface Way {
  name: string;
  command: (shape: (typeof SHAPES)[number]) => string[];
  env?: NodeJS.ProcessEnv;
}

const ours = (threads: number) => (shape: (typeof SHAPES)[number]) =>
  [process.execPath, join(import.meta.dirname, 'network-fit-benchmark.js')].concat(
    [ROWS, shape.batch, shape.hidden, threads].map(String),
  );
const yardstick =
  (program: string, file: string, ...last: number[]) =>
  ({ hidden, batch }: (typeof SHAPES)[number]) =>
    [program, join(packageFolder(), 'tuning', 'benchmarks', 'yardstick', file)].concat(
      [hidden, batch, ROWS, ...last].map(String),
    );

const WAYS: Way[] = [
  { name: 'PyTorch', command: yardstick(PYTHON, 'torch_epoch.py', 3 * SECONDS, 1) },
  { name: 'by hand', command: yardstick(process.execPath, 'adam.mjs', SECONDS) },
  { name: 'wasm', command: ours(1), env: { [BACKEND_VARIABLE]: 'wasm' } },
  { name: 'native', command: ours(1), env: { [BACKEND_VARIABLE]: 'native' } },
  { name: '2 threads', command: ours(2), env: { [BACKEND_VARIABLE]: 'wasm' } },
];

/**
 * Samples a second of training the same network in each way, in turn so that a busy machine slows all of them: medians, the
 * ratio to PyTorch on one core, and that of two threads to one.
 */
export function benchmarkFit(): string {
  const table = [['384 -> H x 2 -> 1', ...WAYS.map(({ name }) => name), 'two to one']];
  const missing = new Set<string>();
  for (const shape of SHAPES) {
    const rates = WAYS.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++)
      WAYS.forEach((way, i) => {
        const rate = missing.has(way.name) ? undefined : rateOf(way, shape);
        if (rate === undefined) missing.add(way.name);
        else rates[i].push(rate);
      });
    // Each round by itself: what slows the machine slows all that are measured then.
    const ratio = (of: number, to: number) => median(rates[of].map((rate, round) => rate / rates[to][round]));
    const cells = WAYS.map((way, i) =>
      missing.has(way.name)
        ? '-'
        : `${Math.round(median(rates[i]) / 1000)} k${i === 0 || missing.has('PyTorch') ? '' : ` (${ratio(i, 0).toFixed(1)}x)`}`,
    );
    table.push([`H ${shape.hidden}, batch ${shape.batch}`, ...cells, `${ratio(4, 2).toFixed(2)}x`]);
  }
  const left = [...missing].map((name) => `; ${name} is not there and is left out`).join('');
  return [
    `samples a second, medians of ${ROUNDS} in turn, (ratio to PyTorch on one core), ${availableParallelism()} cores${left}`,
    ...tableLines(table),
  ].join('\n');
}

/** Undefined where it cannot be run here. */
function rateOf({ command, env }: Way, shape: (typeof SHAPES)[number]): number | undefined {
  const [program, ...args] = command(shape);
  try {
    const text = execFileSync(program, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...env },
    });
    return Number(/(\d+) samples\/s/.exec(text)![1]);
  } catch {
    return undefined;
  }
}
