import { cholesky, solve } from '../../statistics/cholesky.ts';

/** A feature that cannot have a weight of its own, and why. */
export interface Dependence {
  name: string;
  /** The features, each times its factor, that always add up to this one; none where it is always 0. */
  equals: { name: string; factor: number }[];
}

// The share of a feature that the ones before it do not explain. Sums in single precision are off by less.
const INDEPENDENT = 1e-5;
const NEGLIGIBLE = 1e-3;

/**
 * Goes through the features in order and finds those that are sums of the ones before.
 * @param products the sum over all rows of the products of each two features
 */
export function findDependences(
  products: ArrayLike<number>,
  names: readonly string[],
  wanted: readonly number[],
): { independent: number[]; dependent: Dependence[] } {
  const width = names.length;
  const independent: number[] = [];
  const dependent: Dependence[] = [];
  for (const feature of wanted) {
    const square = products[feature * width + feature];
    if (square === 0) {
      dependent.push({ name: names[feature], equals: [] });
      continue;
    }
    // In units of their root mean square, so that one bound does for all.
    const unit = (i: number) => Math.sqrt(products[i * width + i]);
    const scaled = (i: number, j: number) => products[i * width + j] / (unit(i) * unit(j));
    const size = independent.length;
    const lower = cholesky(
      independent.flatMap((i) => independent.map((j) => scaled(i, j))),
      size,
    )!;
    const shared = independent.map((i) => scaled(i, feature));
    const factors = solve(lower, size, shared);
    const explained = factors.reduce((sum, factor, i) => sum + factor * shared[i], 0);
    if (1 - explained > INDEPENDENT) {
      independent.push(feature);
      continue;
    }
    const equals = independent
      .map((i, k) => ({ name: names[i], factor: (factors[k] * unit(feature)) / unit(i), size: factors[k] }))
      .filter(({ size: part }) => Math.abs(part) > NEGLIGIBLE)
      .map(({ name, factor }) => ({ name, factor: Math.round(factor * 1000) / 1000 }));
    dependent.push({ name: names[feature], equals });
  }
  return { independent, dependent };
}

/** A dependence for people: `moves is always 2 squares + 1 tempo`. */
export function dependenceText({ name, equals }: Dependence): string {
  const sum = equals.map(({ name: other, factor }) => `${factor} ${other}`).join(' + ');
  return `${name} is always ${sum === '' ? '0' : sum}; it is left at weight 0`;
}
