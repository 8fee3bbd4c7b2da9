import type { SolvableBoards } from '../../numbering.ts';
import { raichu } from './game.ts';
import { RaichuNumbering } from './numbering.ts';

export const solvable: SolvableBoards = {
  boards: '8 with --pieces 2 to 4',
  open(size, { pieces, ...others }) {
    const isKnown = size % 2 === 0 && size >= 4 && size <= 8 && pieces >= 2 && pieces <= 4;
    if (!isKnown || Object.keys(others).length > 0) return undefined;
    return { game: raichu, numbering: new RaichuNumbering(size, pieces) };
  },
};
