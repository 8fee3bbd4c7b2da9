import { isDecisive } from '../../../engine/score.ts';
import { SOURCES } from '../../dataset/samples.ts';
import type { ShardColumns } from '../../dataset/shard-columns.ts';
import type { RowSettings } from './data-settings.ts';

/** Why a row is left out. */
export type Reason = 'opening' | 'random' | 'early' | 'decided' | 'noisy';

const OPENING = SOURCES.indexOf('opening');
const RANDOM = SOURCES.indexOf('random');

/** Why a fit does not learn from a row, by the first reason; undefined where it does. */
export function reasonAgainst(
  { keepOpenings, keepRandom, firstPly, keepDecided, keepNoisy }: RowSettings,
  { sources, plies, scores, noisy }: ShardColumns,
  row: number,
): Reason | undefined {
  if (!keepOpenings && sources[row] === OPENING) return 'opening';
  if (!keepRandom && sources[row] === RANDOM) return 'random';
  if (plies[row] < firstPly && plies[row] >= 0) return 'early';
  if (!keepDecided && isDecisive(scores[row])) return 'decided';
  return !keepNoisy && noisy[row] === 1 ? 'noisy' : undefined;
}
