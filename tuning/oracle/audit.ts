// Every stored value checked against the rules: by the game's own position, which no special solver uses.
import type { Game } from '../../engine/game.ts';
import { DRAWN, type Outcome, type Position } from '../../engine/position.ts';
import { NO_POSITION, type ValueBits } from '../tables/exact-values.ts';
import { type NumberedValues, valueText, worthOf } from '../tables/oracle.ts';
import { Links, type LinkParts } from './links.ts';

/** How many positions an audit has found, counted as an oracle counts them; see Counts. */
export interface Found {
  distinct: number;
  boards: number;
  won: number;
  lost: number;
  drawn: number;
}

/** What an audit of a range of numbers has come to. */
export interface Audited {
  found: Found;
  /** What proves the won and lost ones, where values have no distances. */
  links: LinkParts;
  /** The first thing that is wrong, for people. */
  wrong?: string;
}

export const nothingFound = (): Found => ({ distinct: 0, boards: 0, won: 0, lost: 0, drawn: 0 });

/**
 * Audits numbers one by one: those and only those of undecided positions have a value, and each value is that of the best move. Where this
 * holds for every number, values with distances are right: wins and losses by induction on their plies (and, where plies are counted to
 * conversions, on the conversions that are left), and so draws. For those without, the links have to be proved too; see links.ts.
 */
export class Audit {
  protected readonly game: Game;
  protected readonly values: NumberedValues;
  protected found = nothingFound();
  protected wrong: string | undefined;
  private links = new Links();
  private readonly moves: Int32Array;

  constructor(game: Game, values: NumberedValues) {
    this.game = game;
    this.values = values;
    this.moves = new Int32Array(values.numbering.position.moveLimit);
  }

  /** Audits the numbers from one up to another. */
  range(from: number, to: number): Audited {
    this.found = nothingFound();
    this.wrong = undefined;
    this.links = new Links();
    this.checkRange(from, to);
    return { found: this.found, links: this.links.parts(), wrong: this.wrong };
  }

  /** Checks numbers up to the first that is wrong. */
  protected checkRange(from: number, to: number): void {
    for (let number = from; number < to && this.wrong === undefined; number++) this.check(number);
  }

  protected check(number: number): void {
    const { numbering, valueAt, distances } = this.values;
    const value = valueAt(number);
    const boards = numbering.place(number);
    if (boards === 0) {
      if (value !== NO_POSITION) this.wrong = `number ${number} names no position and has a value`;
      return;
    }
    const { position } = numbering;
    const itsNumber = numbering.numberOf(position);
    if (value === NO_POSITION) this.wrong = `${this.nameOf(position)} has no value`;
    else if (itsNumber !== number)
      this.wrong = `${this.nameOf(position)} has number ${itsNumber}; expected ${number}`;
    if (this.wrong !== undefined) return;
    const best = this.bestOf(position);
    if (best !== value) {
      this.wrong = `${this.nameOf(position)} is ${valueText(value, distances)}, but its best move makes it ${valueText(best, distances)}`;
      return;
    }
    this.note(number, value, boards);
  }

  /** Takes note of a number that has the value of its best move and stands for so many boards. */
  protected note(number: number, value: number, boards: number): void {
    const { found, values } = this;
    found.distinct++;
    found.boards += boards;
    // Exchanging the colours gives as many again with the other player to move.
    if (value === 0) found.drawn += 2 * boards;
    else if (value > 0) found.won += 2 * boards;
    else found.lost += 2 * boards;
    if (values.distances === 'none' && value !== 0) this.link(number, value);
  }

  protected nameOf(position: Position): string {
    const { game } = this;
    return `${game.name} ${position.size} ${game.players[position.turn]} ${game.formatBoard(position)}`;
  }

  /** What the best move of an undecided position makes of it. */
  private bestOf(position: Position): number {
    const { moves } = this;
    const end = position.generate(moves, 0);
    let best = 0;
    let worth = -Infinity;
    for (let i = 0; i < end; i++) {
      const value = this.valueAfter(position, moves[i]);
      const its = worthOf(value);
      if (its > worth) [best, worth] = [value, its];
      // Nothing is better than to win at once.
      if (best === 1) break;
    }
    return best;
  }

  private valueAfter(position: Position, move: number): number {
    const { numbering, valueAt, distances } = this.values;
    const mover = position.turn;
    position.make(move);
    const winner = outcomeOf(position);
    const reply = winner === -1 ? valueAt(numbering.numberOf(position)) : 0;
    const isConversion = position.state.progress === position.state.ply;
    position.unmake();
    if (winner === DRAWN) return 0;
    if (winner !== -1) return winner === mover ? 1 : -1;
    if (reply === 0) return 0;
    const further =
      distances === 'end' || (distances === 'conversion' && !isConversion) ? Math.abs(reply) : 0;
    return reply > 0 ? -1 - further : 1 + further;
  }

  /** Links a won number to the lost ones that its moves lead to, or a lost one to the won ones. */
  private link(number: number, value: number): void {
    const { numbering, valueAt } = this.values;
    const { moves, links } = this;
    numbering.place(number);
    const { position } = numbering;
    const mover = position.turn;
    links.begin(number, value > 0);
    const end = position.generate(moves, 0);
    for (let i = 0; i < end; i++) {
      position.make(moves[i]);
      const winner = outcomeOf(position);
      const next = winner === -1 ? numbering.numberOf(position) : -1;
      position.unmake();
      if (winner === mover) links.endsAtOnce();
      else if (next !== -1 && valueAt(next) === -value) links.add(next);
    }
  }
}

/** How a position is decided by any rule; -1 when it is not. */
function outcomeOf(position: Position): Outcome {
  return position.winner !== -1 || position.hasMove() ? position.winner : position.blocked;
}

/** Makes the audit of stored values that a game has for its own; undefined where the general one is for them. */
export type SpecialAudit = (
  game: Game,
  values: NumberedValues,
  bytes: Uint8Array,
  bits: ValueBits,
) => Audit | undefined;
