import { FeatureList, type Features, subtract } from '../../features.ts';
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

const list = new FeatureList();
const TEMPO = list.slot('tempo');
const PICHUS = list.slot('pichus');
const PIKACHUS = list.slot('pikachus');
const RAICHUS = list.slot('raichus');
const PICHU_ROWS = list.slot('pichu rows to go');
const PIKACHU_ROWS = list.slot('pikachu rows to go');
const TO_PROMOTION = list.slot('moves to promotion');
const FREE_PIKACHUS = list.slot('free pikachus');
const PICHU_MOVES = list.slot('pichu moves');
const PIKACHU_MOVES = list.slot('pikachu moves');
const RAICHU_MOVES = list.slot('raichu moves');
const PICHUS_ON_EDGES = list.slot('pichus on edge files');
const PIKACHUS_ON_EDGES = list.slot('pikachus on edge files');
const PICHUS_AT_HOME = list.slot('pichus at home');
const RAICHUS_ON_EDGES = list.slot('raichus on edges');
const CAPTURES = list.slot('captures at hand');
const RAICHU_CAPTURES = list.slot('raichu captures at hand');
const CAPTURES_THREATENED = list.slot('captures threatened');
const RAICHU_CAPTURES_THREATENED = list.slot('raichu captures threatened');
const RAICHUS_AGAINST_NONE = list.slot('raichus against none');
const RAICHUS_AND_PREY = list.slot('raichus and their prey');
const RAICHUS_ON_BARE_BOARD = list.slot('raichus on a bare board');
const RAICHU_LEAD_OF_TWO = list.slot('raichu lead of two');

const PICHU = 1;
const PIKACHU = 2;
const RAICHU = 3;
const KIND = 3;
const WALL = 8;
const CELL = 15;

// What each side has, gathered by `look`.
const own = new Float64Array(list.names.length);
const enemy = new Float64Array(list.names.length);

export const features: Features<RaichuPosition> = {
  id: 'raichu-2',
  names: list.names,
  extract(position, values) {
    look(position, position.turn, own);
    look(position, (position.turn ^ 1) as Side, enemy);
    subtract(values, own, enemy);
    values[TEMPO] = 1;
    values[CAPTURES] = own[CAPTURES];
    values[RAICHU_CAPTURES] = own[RAICHU_CAPTURES];
    values[CAPTURES_THREATENED] = enemy[CAPTURES];
    values[RAICHU_CAPTURES_THREATENED] = enemy[RAICHU_CAPTURES];
    const raichus = own[RAICHUS];
    const small = own[PICHUS] + own[PIKACHUS];
    const enemyRaichus = enemy[RAICHUS];
    const enemySmall = enemy[PICHUS] + enemy[PIKACHUS];
    const lead = raichus - enemyRaichus;
    values[RAICHUS_AGAINST_NONE] = enemyRaichus === 0 ? (raichus === 0 ? 0 : 1) : raichus === 0 ? -1 : 0;
    values[RAICHUS_AND_PREY] = raichus * enemySmall - enemyRaichus * small;
    values[RAICHUS_ON_BARE_BOARD] = small + enemySmall === 0 ? lead : 0;
    values[RAICHU_LEAD_OF_TWO] = lead > 1 ? 1 : lead < -1 ? -1 : 0;
  },
  count: look,
};

function look(position: RaichuPosition, side: Side, counts: Float64Array): void {
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
  counts[PICHUS] = pichus;
  counts[PIKACHUS] = pikachus;
  counts[RAICHUS] = raichus;
  counts[PICHU_ROWS] = pichuRows;
  counts[PIKACHU_ROWS] = pikachuRows;
  counts[TO_PROMOTION] = nearest;
  counts[FREE_PIKACHUS] = free;
  counts[PICHU_MOVES] = pichuMoves;
  counts[PIKACHU_MOVES] = pikachuMoves;
  counts[RAICHU_MOVES] = raichuMoves;
  counts[PICHUS_ON_EDGES] = pichusOnEdge;
  counts[PIKACHUS_ON_EDGES] = pikachusOnEdge;
  counts[PICHUS_AT_HOME] = atHome;
  counts[RAICHUS_ON_EDGES] = raichusOnEdge;
  counts[CAPTURES] = captures;
  counts[RAICHU_CAPTURES] = raichuCaptures;
}
