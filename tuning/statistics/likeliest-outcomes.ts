import { momentsOf, scoresOf, type Tally } from './tally.ts';

/**
 * The likeliest probabilities of the outcomes, given the observed ones, among those with this mean score.
 * Every outcome must have been observed.
 * M. Van den Bergh, https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1
 */
export function likeliestWithMean(observed: Tally, mean: number): Tally {
  return tilted(
    observed,
    scoresOf(observed).map((score) => score - mean),
  );
}

/**
 * The same among those whose mean score lies this many standard deviations above one half.
 * M. Van den Bergh, Comments on Normalized Elo, section 4.1,
 * https://www.cantate.be/Fishtest/normalized_elo_practical.pdf
 */
export function likeliestWithDeviations(observed: Tally, deviations: number): Tally {
  if (deviations < 0) return likeliestWithDeviations(observed.toReversed(), -deviations).toReversed();
  const scores = scoresOf(observed);
  // Each step can be taken from probabilities with at least as many deviations; from fewer, not always.
  let probabilities: Tally = observed;
  for (let mean = 0.5; deviationsOf(probabilities) < deviations;) {
    mean = (mean + 1) / 2;
    probabilities = likeliestWithMean(observed, mean);
  }
  for (let iteration = 0; iteration < 100; iteration++) {
    const { mean, variance } = momentsOf(probabilities);
    const deviation = Math.sqrt(variance);
    const next = tilted(
      observed,
      scores.map(
        (score) => score - 0.5 - (deviations * deviation * (1 + ((score - mean) / deviation) ** 2)) / 2,
      ),
    );
    const change = Math.max(...next.map((probability, i) => Math.abs(probability - probabilities[i])));
    probabilities = next;
    if (change < 1e-9) break;
  }
  return probabilities;
}

function deviationsOf(probabilities: Tally): number {
  const { mean, variance } = momentsOf(probabilities);
  return (mean - 0.5) / Math.sqrt(variance);
}

/** The observed probabilities p / (1 + x v), x such that the v average to zero: v must take both signs. */
function tilted(observed: Tally, values: readonly number[]): Tally {
  const x = secularRoot(observed, values);
  return observed.map((probability, i) => probability / (1 + x * values[i]));
}

/** The root of the sum of p v / (1 + x v), which falls all the way from one pole to the other. */
function secularRoot(probabilities: Tally, values: readonly number[]): number {
  const lowPole = -1 / Math.max(...values);
  const highPole = -1 / Math.min(...values);
  let [low, high] = [lowPole, highPole];
  let x = 0;
  for (let iteration = 0; iteration < 100; iteration++) {
    let sum = 0;
    let slope = 0;
    for (let i = 0; i < values.length; i++) {
      const ratio = values[i] / (1 + x * values[i]);
      sum += probabilities[i] * ratio;
      slope -= probabilities[i] * ratio * ratio;
    }
    if (sum > 0) low = x;
    else high = x;
    const newton = x - sum / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const step = Math.abs(next - x);
    x = next;
    // As close as the poles let it matter, or as numbers can tell.
    if (step < 1e-10 * Math.min(x - lowPole, highPole - x) || step < 1e-15 * (highPole - lowPole)) break;
  }
  return x;
}
