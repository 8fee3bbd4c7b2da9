import type { Game } from '../../game.ts';
import { perft } from '../../perft.ts';
import { buildNative, nativeRate } from './native.ts';

/** How deep the yardstick counts each game from the start of its usual size. */
export const DEPTHS: Readonly<Record<string, number>> = { betsy: 9, raichu: 6, conga: 8 };
const ROUNDS = 5;
const SECONDS = 2;

/** Move making and generation against the native yardstick: native and ours in turn, the median of five rounds. */
export function benchmarkPerft(game: Game): string {
  const native = buildNative();
  const size = game.usualSize;
  const depth = DEPTHS[game.name];
  const position = game.start(size);
  perft(position, depth - 1);
  const heapBefore = process.memoryUsage().heapUsed;
  const ours: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const nativeSpeed = native && rateOver(() => nativeRate(native, game.name, size, depth));
    const speed = rateOver(() => {
      const begin = performance.now();
      const nodes = perft(position, depth);
      return (nodes * 1000) / (performance.now() - begin);
    });
    ours.push(speed);
    if (nativeSpeed) ratios.push(speed / nativeSpeed);
  }
  const heapGrowth = Math.round((process.memoryUsage().heapUsed - heapBefore) / 1024);
  const ratio = ratios.length === 0 ? '' : `, ${median(ratios).toFixed(2)}x native`;
  return `${game.name} ${size} ${depth}: ${(median(ours) / 1e6).toFixed(1)} Mn/s${ratio}, heap ${heapGrowth} kB`;
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
