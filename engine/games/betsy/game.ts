import { type Game, PHASES } from '../../game.ts';
import { features } from './features.ts';
import { BetsyInputs } from './inputs.ts';
import { BetsyLineInputs, LINE_INPUTS } from './line-inputs.ts';
import * as notation from './notation.ts';
import { patterns } from './patterns.ts';
import { type BetsyPosition, rowsOf } from './position.ts';

export const betsy: Game<BetsyPosition> = {
  name: 'betsy',
  sizes: Array.from({ length: 23 }, (_, i) => i + 2),
  usualSize: 5,
  plyCap: 400,
  wonBy: 'line',
  features,
  patterns,
  inputs: (size) => new BetsyInputs(size),
  otherInputs: { [LINE_INPUTS]: (size) => new BetsyLineInputs(size) },
  // By the pebbles on the board.
  phase(position) {
    const pebbles = 2 * position.owned - position.supply(0) - position.supply(1);
    return Math.floor((PHASES * pebbles) / (position.size * rowsOf(position.size) + 1));
  },
  ...notation,
};
