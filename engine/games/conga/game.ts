import { bitCount } from '../../bits.ts';
import { type Game, PHASES } from '../../game.ts';
import { CongaExitInputs, EXIT_INPUTS } from './exit-inputs.ts';
import { features } from './features.ts';
import { CongaInputs } from './inputs.ts';
import * as notation from './notation.ts';
import { patterns } from './patterns.ts';
import type { CongaPosition } from './position.ts';

export const conga: Game<CongaPosition> = {
  name: 'conga',
  sizes: [3, 4],
  usualSize: 4,
  plyCap: 500,
  wonBy: 'blocked',
  features,
  patterns,
  inputs: (size) => new CongaInputs(size),
  otherInputs: { [EXIT_INPUTS]: (size) => new CongaExitInputs(size) },
  // By the squares that have stones.
  phase: (position) => Math.min(PHASES - 1, (bitCount(position.mask(0) | position.mask(1)) - 1) >> 1),
  ...notation,
};
