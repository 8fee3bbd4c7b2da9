import { games } from '../../games/index.ts';
import { perft } from '../../perft.ts';
import { nativeRate } from './native.ts';

const CASES = [
  { name: 'betsy', size: 5, depth: 9 },
  { name: 'raichu', size: 8, depth: 6 },
  { name: 'conga', size: 4, depth: 8 },
];
const ROUNDS = 5;
const SECONDS = 2;

/** Move making and generation against the native yardstick: native and ours in turn, the median of five rounds. */
export function benchmarkPerft(native: string | undefined, out: (line: string) => void): void {
  out('perft, every leaf made and checked, keys on; median of five rounds of two seconds a side');
  for (const { name, size, depth } of CASES) {
    const position = games.find((game) => game.name === name)!.start(size);
    perft(position, depth - 1);
    const heapBefore = process.memoryUsage().heapUsed;
    const ours: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const nativeSpeed =
        native === undefined ? undefined : rateOver(() => nativeRate(native, name, size, depth));
      const speed = rateOver(() => {
        const begin = performance.now();
        const nodes = perft(position, depth);
        return (nodes * 1000) / (performance.now() - begin);
      });
      ours.push(speed);
      if (nativeSpeed !== undefined) ratios.push(speed / nativeSpeed);
    }
    const heapGrowth = Math.round((process.memoryUsage().heapUsed - heapBefore) / 1024);
    const ratio = ratios.length === 0 ? '' : `, ${median(ratios).toFixed(2)}x native`;
    out(`  ${name} ${size} ${depth}: ${(median(ours) / 1e6).toFixed(1)} Mn/s${ratio}, heap ${heapGrowth} kB`);
  }
}

/** The mean rate of runs that together take two seconds. */
function rateOver(run: () => number): number {
  const rates: number[] = [];
  const begin = performance.now();
  while (rates.length === 0 || performance.now() - begin < SECONDS * 1000) rates.push(run());
  return rates.reduce((sum, rate) => sum + rate) / rates.length;
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
