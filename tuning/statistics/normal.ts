/** The probability that a standard normal variable is below x, to 15 decimals. */
export function normalProbability(x: number): number {
  if (Math.abs(x) > 8.5) return x > 0 ? 1 : 0;
  // G. Marsaglia, Evaluating the Normal Distribution, Journal of Statistical Software 11 (2004).
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > 1e-17; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return 0.5 + sum * Math.exp(-0.5 * x * x - 0.5 * Math.log(2 * Math.PI));
}

/** The x that a standard normal variable is below with this probability. */
export function normalQuantile(probability: number): number {
  let low = -8.5;
  let high = 8.5;
  while (high - low > 1e-13) {
    const middle = (low + high) / 2;
    if (normalProbability(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
