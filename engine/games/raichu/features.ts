import type { Features } from '../../features.ts';
import type { Side } from '../../position.ts';
import type { RaichuPosition } from './position.ts';

// Material decides: a Raichu is worth several other pieces, so what matters next is who gets Raichus, and who can take
// what. The heuristic counts the three kinds; how far the Pichus and Pikachus are from the far row, and the nearest of them (in
// moves: a Pikachu goes two rows at a time); Pikachus near it with nothing before them; how many plain moves each kind has;
// and the captures at hand, apart for the player to move, who may make one now, and for the other, who threatens one.
// A piece on an edge file cannot be jumped from the side, nor a Raichu on an edge along it.
// What a Raichu more is worth depends on what is left: it wins where the enemy has none, or small pieces to feed on, or where there
// are two more; on a board of nothing but Raichus it hardly ever does.
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
  'pichus on edge files',
  'pikachus on edge files',
  'pichus at home',
  'raichus on edges',
  'captures at hand',
  'raichu captures at hand',
  'captures threatened',
  'raichu captures threatened',
  'raichus against none',
  'raichus and their prey',
  'raichus on a bare board',
  'raichu lead of two',
] as const;

const PICHU = 1;
const PIKACHU = 2;
const RAICHU = 3;
const KIND = 3;
const WALL = 8;
const CELL = 15;

// The slots of what one side has, gathered by `look`; the captures stand last.
const CAPTURES = 15;
const RAICHU_CAPTURES = 16;
const counts = new Float64Array(NAMES.length);

export const features: Features<RaichuPosition> = {
  id: 'raichu-2',
  names: NAMES,
  extract(position, values) {
    const turn = position.turn;
    look(position, turn);
    for (let i = 0; i <= RAICHU_CAPTURES; i++) values[i] = counts[i];
    const raichus = counts[3];
    const small = counts[1] + counts[2];
    look(position, (turn ^ 1) as Side);
    for (let i = 0; i < CAPTURES; i++) values[i] -= counts[i];
    const enemyRaichus = counts[3];
    const enemySmall = counts[1] + counts[2];
    values[0] = 1;
    values[17] = counts[CAPTURES];
    values[18] = counts[RAICHU_CAPTURES];
    const lead = raichus - enemyRaichus;
    values[19] = enemyRaichus === 0 ? (raichus === 0 ? 0 : 1) : raichus === 0 ? -1 : 0;
    values[20] = raichus * enemySmall - enemyRaichus * small;
    values[21] = small + enemySmall === 0 ? lead : 0;
    values[22] = lead > 1 ? 1 : lead < -1 ? -1 : 0;
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
  let pichusOnEdge = 0;
  let pikachusOnEdge = 0;
  let atHome = 0;
  let raichusOnEdge = 0;
  let captures = 0;
  let raichuCaptures = 0;
  for (let number = position.firstNumber(side); number < last; number++) {
    const from = board[number];
    if (from === 0) continue;
    const kind = board[from] & KIND;
    const row = rows[from];
    const column = from - row * width;
    const onEdge = column === 1 || column === size;
    if (kind === RAICHU) {
      raichus++;
      if (onEdge) raichusOnEdge++;
      if (row === 1 || row === size) raichusOnEdge++;
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
    const toGo = side === 0 ? size - row : row - 1;
    if (kind === PICHU) {
      pichus++;
      if (onEdge) pichusOnEdge++;
      if (toGo === size - 3) atHome++;
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
    if (onEdge) pikachusOnEdge++;
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
  counts[11] = pichusOnEdge;
  counts[12] = pikachusOnEdge;
  counts[13] = atHome;
  counts[14] = raichusOnEdge;
  counts[CAPTURES] = captures;
  counts[RAICHU_CAPTURES] = raichuCaptures;
}
