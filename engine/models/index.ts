import { linearModel } from './linear/linear-weights.ts';
import type { Model } from './model.ts';
import { networkModel } from './network/network-weights.ts';
import { patternsModel } from './patterns/patterns-weights.ts';

/** Every kind of heuristic there is. */
export const models: readonly Model[] = [linearModel, networkModel, patternsModel];
