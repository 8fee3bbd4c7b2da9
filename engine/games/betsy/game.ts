import type { Game } from '../../game.ts';
import { features } from './features.ts';
import { BetsyInputs } from './inputs.ts';
import * as notation from './notation.ts';
import { patterns } from './patterns.ts';
import type { BetsyPosition } from './position.ts';

export const betsy: Game<BetsyPosition> = {
  name: 'betsy',
  sizes: Array.from({ length: 23 }, (_, i) => i + 2),
  usualSize: 5,
  plyCap: 400,
  wonBy: 'line',
  features,
  patterns,
  inputs: (size) => new BetsyInputs(size),
  ...notation,
};
