import { FeatureList, type Features, subtract } from 'evalsmith/engine';
import { lengthOn, type InARow } from './position.ts';

// What a heuristic looks at: whole numbers, as the player to move sees them. Each is what that player has less what the other has, so
// that it means the same to both.

const list = new FeatureList();
const LACKING_1 = list.slot('lines lacking 1');
const LACKING_2 = list.slot('lines lacking 2');

const own = new Float64Array(list.names.length);
const enemy = new Float64Array(list.names.length);

export const features: Features<InARow> = {
  // Change it when a name means something else, so that old weights are refused.
  id: 'in-a-row-1',
  names: list.names,
  extract(position, values) {
    look(position, position.turn + 1, own);
    look(position, 2 - position.turn, enemy);
    subtract(values, own, enemy);
  },
};

/** Counts the lines that lack one or two of this piece and have none of the other. */
function look({ board, lines, size }: InARow, piece: number, counts: Float64Array): void {
  counts.fill(0);
  const length = lengthOn(size);
  for (let i = 0; i < lines.length; i++) {
    let pieces = 0;
    let others = 0;
    for (let j = 0; j < length; j++) {
      const there = board[lines[i][j]];
      if (there === piece) pieces++;
      else if (there !== 0) others++;
    }
    if (others > 0) continue;
    if (pieces === length - 1) counts[LACKING_1]++;
    else if (pieces === length - 2) counts[LACKING_2]++;
  }
}
