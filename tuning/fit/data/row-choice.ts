import type { Position } from '../../../engine/position.ts';
import { isDecisive } from '../../../engine/score.ts';
import type { Sample } from '../../dataset/samples.ts';
import type { RowSettings } from './data-settings.ts';

/** Why a row is left out. */
export type Reason = 'opening' | 'random' | 'early' | 'decided' | 'noisy';

/** Tells of row after row why a fit does not learn from it, by the first reason; undefined where it does. */
export function reasonsAgainst(
  settings: RowSettings,
): (sample: Sample, position: Position) => Reason | undefined {
  const { keepOpenings, keepRandom, firstPly, keepDecided, keepNoisy } = settings;
  let moves = new Int32Array(0);
  const isNoisy = (position: Position) => {
    if (moves.length < position.moveLimit) moves = new Int32Array(position.moveLimit);
    return position.generateLoud(moves, 0) > 0;
  };
  return (sample, position) => {
    if (!keepOpenings && sample.source === 'opening') return 'opening';
    if (!keepRandom && sample.source === 'random') return 'random';
    if (sample.ply < firstPly && sample.ply >= 0) return 'early';
    if (!keepDecided && isDecisive(sample.score)) return 'decided';
    return !keepNoisy && isNoisy(position) ? 'noisy' : undefined;
  };
}
