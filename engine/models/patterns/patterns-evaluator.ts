import type { Evaluator } from '../../evaluator.ts';
import type { Game } from '../../game.ts';
import type { Position } from '../../position.ts';
import { DECISIVE } from '../../score.ts';
import { LinearEvaluator } from '../linear/linear-evaluator.ts';
import { type PatternPlaces, placesOf } from './pattern-places.ts';
import { PatternSums } from './pattern-sums.ts';
import type { PatternTables } from './pattern-tables.ts';

// Module constants that are exported are not folded into the code.
const MOST = DECISIVE;

/** The weights of a patterns file as the evaluator has them. */
export interface PatternNumbers {
  /** In the order of the game's features. */
  features: readonly number[];
  /** For each combination of all tables. */
  combinations: Int16Array;
}

/** The sum of the weights of all combinations on the board, as the player to move sees it, and of the features, each times its weight. */
export class PatternsEvaluator<P extends Position> implements Evaluator<P> {
  readonly scale: number;
  private readonly game: Game<P>;
  private readonly tables: PatternTables;
  private readonly numbers: PatternNumbers;
  private readonly linear: LinearEvaluator<P> | undefined;
  private size = 0;
  private squares = new Int8Array(0);
  private first!: PatternSums;
  private second!: PatternSums;

  constructor(game: Game<P>, tables: PatternTables, numbers: PatternNumbers, scale: number) {
    this.scale = scale;
    this.game = game;
    this.tables = tables;
    this.numbers = numbers;
    const { features } = game;
    this.linear = numbers.features.some((weight) => weight !== 0)
      ? new LinearEvaluator(features, numbers.features, scale)
      : undefined;
  }

  evaluate(position: P): number {
    const sums = this.sumsOf(position);
    const score = this.linear === undefined ? sums.sum : sums.sum + this.linear.evaluate(position);
    if (score > MOST) return MOST;
    return score < -MOST ? -MOST : score | 0;
  }

  /** For each combination on the board, in places where it has a weight, how often it is there. */
  combinationsOn(position: P): Map<number, number> {
    const counts = new Map<number, number>();
    for (const combination of this.sumsOf(position).combinations)
      if (this.numbers.combinations[combination] !== 0)
        counts.set(combination, (counts.get(combination) ?? 0) + 1);
    return counts;
  }

  private sumsOf(position: P): PatternSums {
    if (position.size !== this.size) this.resize(position.size);
    const sums = position.turn === 0 ? this.first : this.second;
    this.tables.patterns.read(position, this.squares);
    sums.turnTo(this.squares);
    return sums;
  }

  private resize(size: number): void {
    const places = placesBySize(this.game, this.tables, size);
    this.squares = new Int8Array(places.squares);
    this.first = new PatternSums(this.tables, places, 0, this.numbers.combinations);
    this.second = new PatternSums(this.tables, places, 1, this.numbers.combinations);
    this.size = size;
  }
}

const known = new WeakMap<PatternTables, Map<number, PatternPlaces>>();

/** The places of patterns on boards of a size, found once. */
function placesBySize(game: Game, tables: PatternTables, size: number): PatternPlaces {
  const bySize = known.get(tables) ?? new Map<number, PatternPlaces>();
  known.set(tables, bySize);
  const places = bySize.get(size) ?? placesOf(game, tables, size);
  bySize.set(size, places);
  return places;
}
