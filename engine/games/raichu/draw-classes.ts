import type { DrawClasses } from '../../draw-classes.ts';
import type { Side } from '../../position.ts';
import { KIND, type RaichuPosition } from './position.ts';

// With more pieces on the board than these, how many Raichus there are does not yet say what is drawn.
const MOST_PIECES = 8;
// More Raichus are taken for as many.
const MOST_RAICHUS = 4;

const RAICHU = 3;

// What a side has: its Raichus, and whether it has smaller pieces too.
const SIDES = 2 * (MOST_RAICHUS + 1);

const sideName = (side: number) => {
  const raichus = 'R'.repeat(side >> 1);
  return `${raichus}${side >> 1 === MOST_RAICHUS ? '+' : ''}${(side & 1) === 1 ? 's' : ''}`;
};

const names: string[] = [];
for (let own = 1; own < SIDES; own++)
  for (let enemy = 1; enemy < SIDES; enemy++) names.push(`${sideName(own)} v ${sideName(enemy)}`);
const MANY = names.length;
names.push(`more than ${MOST_PIECES} pieces`);

/** Endings by what both sides have left, the player to move first: R a Raichu, s smaller pieces. */
export const drawClasses: DrawClasses<RaichuPosition> = {
  id: 'raichu-1',
  names,
  of(position) {
    const { counts, turn } = position;
    if (counts[0] + counts[1] > MOST_PIECES) return MANY;
    return (sideOf(position, turn) - 1) * (SIDES - 1) + sideOf(position, (turn ^ 1) as Side) - 1;
  },
};

function sideOf(position: RaichuPosition, side: Side): number {
  const { board } = position;
  const last = position.lastNumber(side);
  let raichus = 0;
  let small = 0;
  for (let number = position.firstNumber(side); number < last; number++) {
    const square = board[number];
    if (square === 0) continue;
    if ((board[square] & KIND) === RAICHU) raichus++;
    else small = 1;
  }
  return 2 * Math.min(raichus, MOST_RAICHUS) + small;
}
