import { expect, test } from 'vitest';
import { cholesky, inverse, solve, submatrix } from './cholesky.ts';

const matrix = [4, 2, 0.6, 2, 5, 1, 0.6, 1, 3];

test('the solution solves the system and the inverse inverts', () => {
  const lower = cholesky(matrix, 3)!;
  const x = solve(lower, 3, [1, -2, 3]);
  [1, -2, 3].forEach((right, i) => {
    const row = matrix.slice(i * 3, i * 3 + 3);
    expect(row.reduce((sum, value, j) => sum + value * x[j], 0)).toBeCloseTo(right, 12);
  });
  const inverted = inverse(lower, 3);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const product = [0, 1, 2].reduce((sum, k) => sum + matrix[i * 3 + k] * inverted[k * 3 + j], 0);
      expect(product).toBeCloseTo(i === j ? 1 : 0, 12);
    }
});

test('a matrix that is not positive definite has no factor', () => {
  expect(cholesky([1, 2, 2, 1], 2)).toBeUndefined();
  expect(cholesky([1, 1, 1, 1], 2)).toBeUndefined();
  expect(cholesky([NaN], 1)).toBeUndefined();
});

test('a submatrix has the wanted rows and columns', () => {
  expect(submatrix(matrix, 3, [0, 2])).toEqual(Float64Array.of(4, 0.6, 0.6, 3));
});
