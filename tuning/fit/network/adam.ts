/** What Adam remembers between steps, all that it takes to go on. */
export interface AdamState {
  steps: number;
  /** Running means of the gradient and of its square. */
  means: Float32Array;
  squares: Float32Array;
}

const MEAN_DECAY = 0.9;
const SQUARE_DECAY = 0.999;
const EPSILON = 1e-8;

export function newAdamState(length: number): AdamState {
  return { steps: 0, means: new Float32Array(length), squares: new Float32Array(length) };
}

/**
 * One step of Adam (Kingma and Ba, 2015), after which no value is beyond its limit. Here rather than by TensorFlow.js's own optimizer,
 * whose state cannot be put back to the last bit.
 */
export function stepAdam(
  state: AdamState,
  values: Float32Array,
  gradient: Float32Array,
  limits: Float32Array,
  rate: number,
): void {
  const { means, squares } = state;
  state.steps++;
  const length = rate / (1 - MEAN_DECAY ** state.steps);
  const correction = 1 / (1 - SQUARE_DECAY ** state.steps);
  for (let i = 0; i < values.length; i++) {
    const slope = gradient[i];
    const mean = MEAN_DECAY * means[i] + (1 - MEAN_DECAY) * slope;
    const square = SQUARE_DECAY * squares[i] + (1 - SQUARE_DECAY) * slope * slope;
    means[i] = mean;
    squares[i] = square;
    const value = values[i] - (length * mean) / (Math.sqrt(square * correction) + EPSILON);
    const limit = limits[i];
    values[i] = value > limit ? limit : value < -limit ? -limit : value;
  }
}

const WARM_UP = 0.05;
const LAST = 0.01;

/** The rate of a step: it rises over the first twentieth of all steps, then falls along half a cosine to a hundredth. */
export function rateAt(step: number, steps: number, highest: number): number {
  const warmUp = Math.max(1, Math.round(WARM_UP * steps));
  if (step < warmUp) return (highest * (step + 1)) / warmUp;
  const share = (step - warmUp) / Math.max(1, steps - warmUp);
  return highest * (LAST + ((1 - LAST) * (1 + Math.cos(Math.PI * share))) / 2);
}
