import { canonicalBoard, type Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { Player } from '../../engine/player.ts';
import { legalMoves, type Move, type Position, winnerOf } from '../../engine/position.ts';
import { Table } from '../../engine/table.ts';
import { evaluatorOf, type Weights } from '../../engine/weights.ts';
import { randomFrom, shuffled } from '../statistics/random.ts';

/** In units of the weights' scale: openings that they give a player more than nine chances in ten to win are left out. */
export const USUAL_BOUND = Math.log(9);

/** How much is searched to see whether an opening is within the bound. */
const NODES = 300;
// When this many of so many walks in a row led to nothing new, the openings are counted out instead.
const WINDOW = 2000;
const FEW = 200;
// Counting out gives up beyond this many positions: there are enough for walks to go on finding new ones.
const MOST = 300_000;
const ESTIMATE = 500;

/** What decides a list of openings. */
export interface OpeningSettings {
  seed: number;
  /** Random plies. */
  openings: number;
  /** Up to so many more; none where not given. */
  openingSpread?: number;
  /** The largest score, for either player, that a short search may give an opening. */
  openingBound: number;
}

/** Openings that a run of games may begin with. */
export interface OpeningSource {
  /** The opening of game number `index`; undefined when there are not that many. */
  at(index: number): readonly Move[] | undefined;
  /** Makes sure of so many openings; throws an InputError that says how many there are. */
  provide(count: number): void;
}

/**
 * The openings of a run: random plies that end undecided, within a bound of the even score, and not the same up to
 * symmetry as an earlier one. The list depends on the settings alone, and a longer one begins like a shorter one.
 */
export class Openings implements OpeningSource {
  private readonly game: Game;
  private readonly size: number;
  private readonly settings: OpeningSettings;
  private readonly player: Player;
  private readonly list: Move[][] = [];
  private readonly seen = new Set<string>();
  private walks = 0;
  private recentWalks = 0;
  private recentlyNew = 0;
  /** What is left once the openings have been counted out. */
  private rest: Move[][] | undefined;
  private isEndless = false;

  /** The weights judge whether an opening is within the bound. */
  constructor(game: Game, size: number, settings: OpeningSettings, weights: Weights) {
    this.game = game;
    this.size = size;
    this.settings = settings;
    this.player = new Player(game, evaluatorOf(weights, game), Table.ofMegabytes(1));
  }

  /** The opening of game number `index`; undefined when there are not that many. */
  at(index: number): readonly Move[] | undefined {
    while (this.list.length <= index) {
      const next = this.next();
      if (next === undefined) return undefined;
      this.list.push(next);
    }
    return this.list[index];
  }

  /** Makes sure of so many openings; throws an InputError that says how many there are and how to get more. */
  provide(count: number, progress: (made: number) => void = () => {}): void {
    for (let i = this.list.length; i < count; i++) {
      if (this.at(i) === undefined) throw new InputError(this.tooFew(count));
      if (i % 100 === 0) progress(i);
    }
  }

  private next(): Move[] | undefined {
    const { openings, openingSpread = 0, seed } = this.settings;
    for (;;) {
      if (this.rest !== undefined) return this.rest.pop();
      const random = randomFrom(seed, 'opening', this.walks++);
      const position = this.game.start(this.size);
      const plies = openings + (openingSpread === 0 ? 0 : random.below(openingSpread + 1));
      while (position.state.ply < plies) {
        const moves = legalMoves(position);
        if (position.winner !== -1 || moves.length === 0) break;
        position.make(moves[random.below(moves.length)]);
      }
      const isNew = position.state.ply === plies && winnerOf(position) === -1 && this.notice(position);
      this.countWalk(isNew);
      if (isNew && this.isEven(position)) return movesTo(position);
    }
  }

  /** Whether a position is seen for the first time, up to symmetry. */
  private notice(position: Position): boolean {
    const name = canonicalBoard(this.game, position.size, this.game.formatBoard(position));
    if (this.seen.has(name)) return false;
    this.seen.add(name);
    return true;
  }

  private isEven(position: Position): boolean {
    this.player.forget();
    const { score } = this.player.choose(position, { nodes: NODES });
    return Math.abs(score) <= this.settings.openingBound;
  }

  private countWalk(isNew: boolean): void {
    this.recentWalks++;
    if (isNew) this.recentlyNew++;
    if (this.recentWalks < WINDOW) return;
    if (this.recentlyNew < FEW && !this.isEndless) this.countOut();
    this.recentWalks = 0;
    this.recentlyNew = 0;
  }

  /** Lists all openings that the walks have not found. */
  private countOut(): void {
    const { openings, openingSpread = 0, seed } = this.settings;
    const all: Move[][] = [];
    let lines = this.linesOf(openings);
    for (let more = 0; lines !== undefined; more++) {
      all.push(...lines);
      if (more === openingSpread) break;
      lines = all.length > MOST ? undefined : this.oneLonger(lines);
    }
    if (lines === undefined) {
      this.isEndless = true;
      return;
    }
    const left = all.filter((line) => {
      const position = this.replay(line);
      return this.notice(position) && this.isEven(position);
    });
    this.rest = shuffled(left, randomFrom(seed, 'openings left'));
  }

  /** A line to every undecided position after so many plies, once up to symmetry; undefined when there are too many. */
  private linesOf(plies: number): Move[][] | undefined {
    let lines: Move[][] | undefined = [[]];
    for (let ply = 0; ply < plies && lines !== undefined; ply++) lines = this.oneLonger(lines);
    return lines;
  }

  private oneLonger(lines: readonly Move[][]): Move[][] | undefined {
    const { game, size } = this;
    const next = new Map<string, Move[]>();
    for (const line of lines) {
      const position = this.replay(line);
      for (const move of legalMoves(position)) {
        position.make(move);
        if (winnerOf(position) === -1) {
          const name = canonicalBoard(game, size, game.formatBoard(position));
          if (!next.has(name)) next.set(name, [...line, move]);
        }
        position.unmake();
      }
      if (next.size > MOST) return undefined;
    }
    return [...next.values()];
  }

  private replay(line: readonly Move[]): Position {
    const position = this.game.start(this.size);
    for (const move of line) position.make(move);
    return position;
  }

  private tooFew(count: number): string {
    const { openings, openingBound } = this.settings;
    const found = `--openings ${openings} gives ${this.list.length} different openings within ${openingBound}, too few for ${count} games`;
    let lines = this.linesOf(openings);
    for (let plies = openings + 1; plies <= openings + 8 && lines !== undefined; plies++) {
      lines = this.oneLonger(lines);
      if (lines === undefined || this.estimateEven(lines) >= 1.2 * count)
        return `${found}; --openings ${plies} suffices`;
    }
    return `${found}; expected fewer games or a larger --opening-bound`;
  }

  /** How many of these lines end within the bound, judged by a few hundred of them. */
  private estimateEven(lines: readonly Move[][]): number {
    const step = Math.ceil(lines.length / ESTIMATE);
    const some = lines.filter((_, i) => i % step === 0);
    const even = some.filter((line) => this.isEven(this.replay(line))).length;
    return (even / some.length) * lines.length;
  }
}

/** The moves that led to a position from its beginning. */
export function movesTo(position: Position): Move[] {
  const moves: Move[] = [];
  for (let { state } = position; state.ply > 0; state = state.previous) moves.push(state.move);
  return moves.reverse();
}
