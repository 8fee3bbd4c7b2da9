import type { Game } from '../../game.ts';
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
  ...notation,
};
