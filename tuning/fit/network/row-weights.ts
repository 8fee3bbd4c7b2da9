import type { NetworkData } from './network-data.ts';

/** By which classes rows may be weighed. */
export const WEIGHINGS = ['none', 'result', 'phase', 'both'] as const;

type Weighing = (typeof WEIGHINGS)[number];

// So that no few rows of a rare class decide all.
const MOST = 8;

/** The data with the rows to learn from counting so that each class counts the same in all, but no row for more than MOST others. */
export function weighed<Data extends NetworkData>(data: Data, by: Weighing): Data {
  if (by === 'none') return data;
  const { train, trainLists } = data;
  const classOf = (row: number) =>
    2 * (by === 'result' ? 0 : trainLists.phases[row]) +
    (by !== 'phase' && train.results[row] === 0.5 ? 1 : 0);
  const sums = new Map<number, number>();
  let all = 0;
  train.counts.forEach((count, row) => {
    sums.set(classOf(row), (sums.get(classOf(row)) ?? 0) + count);
    all += count;
  });
  const counts = train.counts.map(
    (count, row) => count * Math.min(MOST, all / sums.size / sums.get(classOf(row))!),
  );
  return { ...data, train: { ...train, counts } };
}
