// Small symmetric systems in double precision. Matrices are row by row in one array.

/** The lower factor L of a positive definite matrix A = L Lᵀ; undefined where A is not. */
export function cholesky(matrix: ArrayLike<number>, size: number): Float64Array | undefined {
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j];
      for (let k = 0; k < j; k++) sum -= lower[i * size + k] * lower[j * size + k];
      if (i !== j) lower[i * size + j] = sum / lower[j * size + j];
      else if (sum > 0) lower[i * size + i] = Math.sqrt(sum);
      else return undefined;
    }
  }
  return lower;
}

/** The x of A x = b, by the lower factor of A. */
export function solve(lower: ArrayLike<number>, size: number, right: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(right);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] -= lower[i * size + k] * x[k];
    x[i] /= lower[i * size + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] -= lower[k * size + i] * x[k];
    x[i] /= lower[i * size + i];
  }
  return x;
}

/** The inverse of A, by its lower factor. */
export function inverse(lower: ArrayLike<number>, size: number): Float64Array {
  const whole = new Float64Array(size * size);
  for (let j = 0; j < size; j++) {
    const unit = new Float64Array(size);
    unit[j] = 1;
    whole.set(solve(lower, size, unit), j * size);
  }
  return whole;
}

/** The rows and columns of a matrix that are wanted. */
export function submatrix(matrix: ArrayLike<number>, size: number, wanted: readonly number[]): Float64Array {
  return Float64Array.from(wanted.flatMap((i) => wanted.map((j) => matrix[i * size + j])));
}
