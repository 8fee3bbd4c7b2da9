import type { Game } from '../game.ts';
import { DRAWN, type Position } from '../position.ts';
import { distinctMoves } from './lines-of-play.ts';

/** What can be told of a position, by name, as texts to compare. */
export type Told = Readonly<Record<string, string>>;

/** What its board and its turn decide. */
export function toldOf(game: Game, position: Position): Told {
  return {
    'the board': game.formatBoard(position),
    'the player to move': game.players[position.turn],
    'the outcome': outcomeText(game, position.winner),
    'the list of moves': distinctMoves(position).join(' '),
  };
}

/** The same, with what only play decides. */
export function toldInPlay(game: Game, position: Position): Told {
  const { state } = position;
  return {
    ...toldOf(game, position),
    'the key': keyText(position),
    'the ply': String(state.ply),
    'the ply of the last progress': String(state.progress),
    ...(position.winner === -1 && { 'the list of features': featuresOf(game, position).join(' ') }),
  };
}

/** The first thing in which two positions differ. */
export function differenceOf(found: Told, expected: Told): string | undefined {
  const name = Object.keys({ ...expected, ...found }).find((key) => found[key] !== expected[key]);
  return name && `${name} is ${found[name] ?? 'missing'}, not ${expected[name] ?? 'there'}`;
}

export function keyText({ keyLow, keyHigh }: Position): string {
  return `${keyLow} ${keyHigh}`;
}

export function outcomeText(game: Game, outcome: number): string {
  if (outcome === -1) return 'undecided';
  return outcome === DRAWN ? 'a draw' : `a win of ${game.players[outcome] ?? outcome}`;
}

/** The values of the features, without the sign of zero. */
export function featuresOf(game: Game, position: Position): number[] {
  const values = new Float64Array(game.features.names.length).fill(Number.NaN);
  game.features.extract(position, values);
  return Array.from(values, (value) => value + 0);
}
