import { type Game, PHASES } from '../../game.ts';
import { drawClasses } from './draw-classes.ts';
import { features } from './features.ts';
import { RaichuInputs } from './inputs.ts';
import * as notation from './notation.ts';
import { patterns } from './patterns.ts';
import { QUIET_CAP, type RaichuPosition } from './position.ts';
import { smallTable } from './small-table.ts';
import { RaichuThreatInputs, THREAT_INPUTS } from './threat-inputs.ts';

export const raichu: Game<RaichuPosition> = {
  name: 'raichu',
  sizes: [8, 10, 12, 14, 16, 18, 20, 22, 24, 26],
  usualSize: 8,
  plyCap: 400,
  quietCap: QUIET_CAP,
  wonBy: 'capture',
  endings: smallTable,
  drawClasses,
  features,
  patterns,
  inputs: (size) => new RaichuInputs(size),
  otherInputs: { [THREAT_INPUTS]: (size) => new RaichuThreatInputs(size) },
  // By the pieces on the board; a game begins with two in a column.
  phase({ counts, size }) {
    return Math.min(PHASES - 1, (PHASES * (counts[0] + counts[1] - 1)) / (2 * size)) | 0;
  },
  ...notation,
};
