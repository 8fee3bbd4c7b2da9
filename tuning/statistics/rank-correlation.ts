/** Spearman's rank correlation of two lists, ties sharing their mean rank; null where one list is all the same. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number | null {
  const [ranksA, ranksB] = [ranksOf(a), ranksOf(b)];
  const mean = (a.length - 1) / 2;
  let together = 0;
  let [squaresA, squaresB] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    const [fromA, fromB] = [ranksA[i] - mean, ranksB[i] - mean];
    together += fromA * fromB;
    squaresA += fromA * fromA;
    squaresB += fromB * fromB;
  }
  return squaresA === 0 || squaresB === 0 ? null : together / Math.sqrt(squaresA * squaresB);
}

function ranksOf(numbers: readonly number[]): Float64Array {
  const order = [...numbers.keys()].toSorted((i, j) => numbers[i] - numbers[j]);
  const ranks = new Float64Array(numbers.length);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && numbers[order[end]] === numbers[order[start]]) end++;
    for (let i = start; i < end; i++) ranks[order[i]] = (start + end - 1) / 2;
    start = end;
  }
  return ranks;
}
