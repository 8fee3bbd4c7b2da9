import type { NetworkKernel } from '../backend/network-kernel.ts';

/** What an optimizer remembers between steps, all that it takes to resume. */
export interface OptimizerState {
  steps: number;
  /** Running means of the gradient and of its square. */
  memory: Float32Array[];
}

interface OptimizerSettings {
  weightDecay: number;
}

/** An optimizer: the share of its values that a step first takes away, before it is one of Adam. */
export type Optimizer = (rate: number, settings: OptimizerSettings) => number;

/** Every optimizer by its name in the settings. */
export const OPTIMIZERS = {
  adam: () => 0,
  /** Adam with decoupled weight decay (Loshchilov and Hutter, 2019). */
  adamw: (rate, { weightDecay }) => rate * weightDecay,
} satisfies Record<string, Optimizer>;

export function newOptimizerState(length: number): OptimizerState {
  return { steps: 0, memory: [new Float32Array(length), new Float32Array(length)] };
}

const MEAN_DECAY = 0.9;
const SQUARE_DECAY = 0.999;

/**
 * Makes a step down the gradient that the kernel has, where the means are too. Not by TensorFlow.js's own optimizer, whose
 * state cannot be put back to the last bit.
 */
export function makeStep(
  kernel: NetworkKernel,
  state: OptimizerState,
  optimizer: Optimizer,
  rate: number,
  settings: OptimizerSettings,
): void {
  state.steps++;
  const stepLength = rate / (1 - MEAN_DECAY ** state.steps);
  const correction = 1 / (1 - SQUARE_DECAY ** state.steps);
  kernel.step(stepLength, correction, 1 - optimizer(rate, settings));
}
