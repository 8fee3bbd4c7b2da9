// Every stored value held to the rules: by the game's own position, which no special solver uses.
import type { Game } from '../../engine/game.ts';
import { DRAWN, type Position, winnerOf } from '../../engine/position.ts';
import { NO_POSITION } from '../tables/exact-values.ts';
import { type NumberedValues, valueText, worthOf } from '../tables/oracle.ts';

/** What an audit of a range of numbers has come to. */
export interface Audited {
  positions: number;
  /** The first thing that is wrong, for people. */
  wrong?: string;
}

/**
 * Checks the numbers from one up to another: that those and only those of undecided positions have a value, and that each value is that of
 * the best move. Where this holds for every number, all values are right: wins and losses by induction on their plies (and, where plies
 * are counted to conversions, on the conversions that are left), and so draws. Values without distances are only found consistent.
 */
export function auditRange(game: Game, values: NumberedValues, from: number, to: number): Audited {
  const { numbering, valueAt, distances } = values;
  const best = bestValueOf(values);
  let positions = 0;
  for (let number = from; number < to; number++) {
    const value = valueAt(number);
    if (numbering.place(number) === 0) {
      if (value !== NO_POSITION)
        return { positions, wrong: `number ${number} names no position and has a value` };
      continue;
    }
    const { position } = numbering;
    const asked = () => `${game.name} ${position.size} ${game.players[0]} ${game.formatBoard(position)}`;
    if (value === NO_POSITION) return { positions, wrong: `${asked()} has no value` };
    if (numbering.numberOf(position) !== number)
      return {
        positions,
        wrong: `${asked()} has number ${numbering.numberOf(position)}; expected ${number}`,
      };
    const found = best(position);
    if (found !== value)
      return {
        positions,
        wrong: `${asked()} is ${valueText(value, distances)}, but its best move makes it ${valueText(found, distances)}`,
      };
    positions++;
  }
  return { positions };
}

/** Finds what the best move of an undecided position makes of it. */
function bestValueOf({ numbering, valueAt, distances }: NumberedValues): (position: Position) => number {
  const moves = new Int32Array(numbering.position.moveLimit);
  const plies = (value: number, isConversion: boolean) =>
    distances === 'end' || (distances === 'conversion' && !isConversion) ? Math.abs(value) : 0;
  const valueAfter = (position: Position, mover: number): number => {
    const winner = winnerOf(position);
    if (winner === DRAWN) return 0;
    if (winner !== -1) return winner === mover ? 1 : -1;
    const reply = valueAt(numbering.numberOf(position));
    if (reply === 0) return 0;
    const further = plies(reply, position.state.progress === position.state.ply);
    return reply > 0 ? -1 - further : 1 + further;
  };
  return (position) => {
    const mover = position.turn;
    const end = position.generate(moves, 0);
    let best = 0;
    let worth = -Infinity;
    for (let i = 0; i < end; i++) {
      position.make(moves[i]);
      const value = valueAfter(position, mover);
      position.unmake();
      const its = worthOf(value);
      if (its > worth) [best, worth] = [value, its];
    }
    return best;
  };
}
