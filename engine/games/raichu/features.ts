import type { Features } from '../../features.ts';
import type { Side } from '../../position.ts';
import type { RaichuPosition } from './position.ts';

// Material decides: a Raichu is worth several other pieces, so what matters next is who gets Raichus, and who can take
// what. The heuristic counts the three kinds; how far the Pichus and Pikachus are from the far row, and the nearest of them (in
// moves: a Pikachu goes two rows at a time); Pikachus near it with nothing before them; how many plain moves each kind has;
// and the captures at hand, apart for the player to move, who may make one now, and for the other, who threatens one.
// A piece on an edge file cannot be jumped from the side.
// Each feature is the own number less the enemy's, except tempo and the captures.

const NAMES = [
  'tempo',
  'pichus',
  'pikachus',
  'raichus',
  'pichu rows to go',
  'pikachu rows to go',
  'moves to promotion',
  'free pikachus',
  'pichu moves',
  'pikachu moves',
  'raichu moves',
  'pieces on edge files',
  'captures at hand',
  'raichu captures at hand',
  'captures threatened',
  'raichu captures threatened',
] as const;

const PICHU = 1;
const PIKACHU = 2;
const RAICHU = 3;
const KIND = 3;
const WALL = 8;
const CELL = 15;

// The slots of what one side has, gathered by `look`; the captures stand last.
const CAPTURES = 12;
const RAICHU_CAPTURES = 13;
const counts = new Float64Array(NAMES.length);

export const features: Features<RaichuPosition> = {
  id: 'raichu-1',
  names: NAMES,
  extract(position, values) {
    const turn = position.turn;
    look(position, turn);
    for (let i = 0; i <= RAICHU_CAPTURES; i++) values[i] = counts[i];
    look(position, (turn ^ 1) as Side);
    for (let i = 0; i < CAPTURES; i++) values[i] -= counts[i];
    values[0] = 1;
    values[14] = counts[CAPTURES];
    values[15] = counts[RAICHU_CAPTURES];
  },
};

function look(position: RaichuPosition, side: Side): void {
  const { board, size, width, rows, directions } = position;
  const forward = side === 0 ? width : -width;
  const enemy = (side ^ 1) << 2;
  const last = position.lastNumber(side);
  let pichus = 0;
  let pikachus = 0;
  let raichus = 0;
  let pichuRows = 0;
  let pikachuRows = 0;
  let nearest = size;
  let free = 0;
  let pichuMoves = 0;
  let pikachuMoves = 0;
  let raichuMoves = 0;
  let onEdge = 0;
  let captures = 0;
  let raichuCaptures = 0;
  for (let number = position.firstNumber(side); number < last; number++) {
    const from = board[number];
    if (from === 0) continue;
    const kind = board[from] & KIND;
    if (kind === RAICHU) {
      raichus++;
      for (let i = 0; i < 8; i++) {
        const step = directions[i];
        let to = from + step;
        for (; board[to] === 0; to += step) raichuMoves++;
        if ((board[to] & (WALL | 4)) === enemy && board[to + step] === 0) {
          captures++;
          if ((board[to] & KIND) === RAICHU) raichuCaptures++;
        }
      }
      continue;
    }
    const row = rows[from];
    const column = from - row * width;
    const toGo = side === 0 ? size - row : row - 1;
    if (column === 1 || column === size) onEdge++;
    if (kind === PICHU) {
      pichus++;
      pichuRows += toGo;
      if (toGo < nearest) nearest = toGo;
      for (let step = forward - 1; step <= forward + 1; step += 2) {
        const met = board[from + step];
        if (met === 0) pichuMoves++;
        else if ((met & CELL) === (enemy | PICHU) && board[from + 2 * step] === 0) captures++;
      }
      continue;
    }
    pikachus++;
    pikachuRows += toGo;
    if ((toGo + 1) >> 1 < nearest) nearest = (toGo + 1) >> 1;
    for (let direction = 0; direction < 3; direction++) {
      const step = direction === 0 ? forward : direction === 1 ? -1 : 1;
      let met = from + step;
      if (board[met] === 0) {
        pikachuMoves++;
        met += step;
        if (board[met] === 0) {
          pikachuMoves++;
          if (direction === 0 && toGo <= 4) free++;
          continue;
        }
      }
      const prey = (board[met] & CELL) ^ enemy;
      if ((prey === PICHU || prey === PIKACHU) && board[met + step] === 0) captures++;
    }
  }
  counts[1] = pichus;
  counts[2] = pikachus;
  counts[3] = raichus;
  counts[4] = pichuRows;
  counts[5] = pikachuRows;
  counts[6] = nearest;
  counts[7] = free;
  counts[8] = pichuMoves;
  counts[9] = pikachuMoves;
  counts[10] = raichuMoves;
  counts[11] = onEdge;
  counts[CAPTURES] = captures;
  counts[RAICHU_CAPTURES] = raichuCaptures;
}
