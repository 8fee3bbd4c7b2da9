import type { Game } from '../game.ts';
import { type Play, playOn } from './lines-of-play.ts';
import type { Breach, ContractRule } from './rule.ts';
import * as play from './rules-of-play.ts';
import * as sight from './rules-of-sight.ts';
import * as text from './rules-of-text.ts';

export type { Breach };

/** The rules of the contract, in the order in which they are told. */
const RULES: readonly ContractRule[] = [
  play.plays,
  play.starts,
  play.unmakes,
  play.numbersMoves,
  play.listsOnce,
  play.knowsMoves,
  play.endsDecided,
  play.comesToEnd,
  play.remembers,
  play.helpsSearch,
  play.allocatesNothing,
  text.readsBoards,
  text.placesBoards,
  text.refusesBoards,
  text.printsMoves,
  text.answers,
  text.draws,
  text.keysAnew,
  text.keysOfTurns,
  text.keysOfBoards,
  sight.hasSymmetries,
  sight.exchangesColours,
  sight.valuesFeatures,
  sight.seesBoards,
  sight.featuresOfColours,
  sight.featuresOfSymmetries,
  sight.readsPatterns,
  sight.numbersInputs,
  sight.inputsOfColours,
  sight.inputsOfSymmetries,
  sight.changesInputs,
];

/** A rule that a game must keep. */
export interface Rule {
  /** What is to be kept, as a sentence. */
  readonly name: string;
  /** Where the game breaks it; undefined where it is kept, or cannot be judged as `waitsFor` says. */
  breach(): Breach | undefined;
  /** The name of a broken rule without which this one cannot be judged. */
  waitsFor(): string | undefined;
  /** For tests: throws an error that tells of the breach, if there is one. */
  check(): void;
}

/**
 * What every game must keep, each rule to be checked alone, on the same play every time. Without sizes, the smallest board, the usual
 * one and the largest are played on.
 */
export function contractOf(
  game: Game,
  sizes: readonly number[] = [game.sizes[0], game.usualSize, game.sizes.at(-1)!],
): Rule[] {
  let plays: Play[] | undefined;
  const breaches = new Map<ContractRule, Breach | undefined>();
  const breachOf = (rule: ContractRule): Breach | undefined => {
    if (!breaches.has(rule)) breaches.set(rule, blockedBy(rule) === undefined ? found(rule) : undefined);
    return breaches.get(rule);
  };
  const blockedBy = ({ needs }: ContractRule): ContractRule | undefined => {
    for (const need of needs) {
      const blocker = breachOf(need) === undefined ? blockedBy(need) : need;
      if (blocker !== undefined) return blocker;
    }
    return undefined;
  };
  const found = (rule: ContractRule): Breach | undefined => {
    plays ??= [...new Set(sizes)].map((size) => playOn(game, size));
    for (const each of plays) {
      const breach = rule.breachIn(each);
      if (breach !== undefined) return breach;
    }
    return undefined;
  };
  return RULES.map((rule) => ({
    name: rule.name,
    breach: () => breachOf(rule),
    waitsFor: () => blockedBy(rule)?.name,
    check() {
      const breach = breachOf(rule);
      if (breach !== undefined) throw new Error(breachText(game, breach));
    },
  }));
}

// Longer ways are not worth a reader's time.
const MOST_MOVES = 8;

/** A breach in a line, with its position as commands take it: GAME N PLAYER BOARD. */
export function breachText(game: Game, { what, size, player, board, moves }: Breach): string {
  const way =
    moves.length === 0
      ? ''
      : moves.length > MOST_MOVES
        ? `, ${moves.length} plies from the start`
        : `, after ${moves.join(' ')}`;
  return `${what} (${game.name} ${size} ${player} ${board}${way})`;
}
