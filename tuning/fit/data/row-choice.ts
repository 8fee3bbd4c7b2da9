import type { Position } from '../../../engine/position.ts';
import { isDecisive } from '../../../engine/score.ts';
import type { Sample } from '../../dataset/columns.ts';
import type { RowSettings } from './data-settings.ts';

/** Why a row is left out. */
export type Reason = 'opening' | 'random' | 'early' | 'decided' | 'noisy';

/** Decides row by row what a fit learns from and counts what it leaves out, each row by the first reason. */
export class RowChoice {
  readonly leftOut: Record<Reason, number> = { opening: 0, random: 0, early: 0, decided: 0, noisy: 0 };
  read = 0;
  private readonly settings: RowSettings;
  private moves = new Int32Array(0);

  constructor(settings: RowSettings) {
    this.settings = settings;
  }

  keeps(sample: Sample, position: Position): boolean {
    this.read++;
    const reason = this.reasonAgainst(sample, position);
    if (reason === undefined) return true;
    this.leftOut[reason]++;
    return false;
  }

  private reasonAgainst(sample: Sample, position: Position): Reason | undefined {
    const { keepOpenings, keepRandom, firstPly, keepDecided, keepNoisy } = this.settings;
    if (!keepOpenings && sample.source === 'opening') return 'opening';
    if (!keepRandom && sample.source === 'random') return 'random';
    if (sample.ply < firstPly && sample.ply >= 0) return 'early';
    if (!keepDecided && isDecisive(sample.score)) return 'decided';
    return !keepNoisy && this.isNoisy(position) ? 'noisy' : undefined;
  }

  private isNoisy(position: Position): boolean {
    if (this.moves.length < position.moveLimit) this.moves = new Int32Array(position.moveLimit);
    return position.generateLoud(this.moves, 0) > 0;
  }
}
