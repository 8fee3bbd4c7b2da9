/** What an optimizer remembers between steps, all that it takes to resume. */
export interface OptimizerState {
  steps: number;
  /** Numbers of its own for each value, several times over. */
  memory: Float32Array[];
}

export interface Optimizer {
  /** How many numbers it remembers for each value. */
  readonly remembered: number;
  /** Makes a step, after which no value is beyond its limit. */
  step(state: OptimizerState, problem: OptimizerProblem, rate: number, settings: OptimizerSettings): void;
}

interface OptimizerProblem {
  values: Float32Array;
  gradient: Float32Array;
  limits: Float32Array;
}

interface OptimizerSettings {
  weightDecay: number;
}

/** Every optimizer by its name in the settings. */
export const OPTIMIZERS = {
  adam: {
    remembered: 2,
    step: (state, problem, rate) => stepAdam(state, problem, rate, 0),
  },
  /** Adam with decoupled weight decay (Loshchilov and Hutter, 2019). */
  adamw: {
    remembered: 2,
    step: (state, problem, rate, { weightDecay }) => stepAdam(state, problem, rate, rate * weightDecay),
  },
} satisfies Record<string, Optimizer>;

export function newOptimizerState({ remembered }: Optimizer, length: number): OptimizerState {
  return { steps: 0, memory: Array.from({ length: remembered }, () => new Float32Array(length)) };
}

const MEAN_DECAY = 0.9;
const SQUARE_DECAY = 0.999;
const EPSILON = 1e-8;

/**
 * One step of Adam (Kingma and Ba, 2015) over values that first lose the share `decay` of themselves. Here rather than by
 * TensorFlow.js's own optimizer, whose state cannot be put back to the last bit.
 */
function stepAdam(
  state: OptimizerState,
  { values, gradient, limits }: OptimizerProblem,
  rate: number,
  decay: number,
): void {
  // Running means of the gradient and of its square.
  const [means, squares] = state.memory;
  state.steps++;
  const length = rate / (1 - MEAN_DECAY ** state.steps);
  const correction = 1 / (1 - SQUARE_DECAY ** state.steps);
  const kept = 1 - decay;
  for (let i = 0; i < values.length; i++) {
    const slope = gradient[i];
    const mean = MEAN_DECAY * means[i] + (1 - MEAN_DECAY) * slope;
    const square = SQUARE_DECAY * squares[i] + (1 - SQUARE_DECAY) * slope * slope;
    means[i] = mean;
    squares[i] = square;
    const value = kept * values[i] - (length * mean) / (Math.sqrt(square * correction) + EPSILON);
    const limit = limits[i];
    values[i] = value > limit ? limit : value < -limit ? -limit : value;
  }
}
