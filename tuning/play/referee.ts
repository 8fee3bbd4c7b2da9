import { type DrawRules, endingOf } from '../../engine/ending.ts';
import type { Game } from '../../engine/game.ts';
import { type Move, otherSide, type Side } from '../../engine/position.ts';
import { GameRecord, type RecordedEnding } from '../dataset/game-record.ts';
import { gameRowsText, type Source } from '../dataset/rows.ts';
import { randomFrom } from '../statistics/random.ts';
import type { Oracle } from '../tables/oracle.ts';
import { randomSeat } from './random-seat.ts';
import type { ProgramRecord, Seat } from './seat.ts';

/** What decides a game besides its number, its opening and who plays. */
export interface RefereeSettings extends DrawRules {
  seed: number;
  /** The probability of a random move after the opening. */
  randomRate?: number;
  /** Ends a game once both sides agree on its score for some plies. */
  adjudicate?: { score: number; plies: number } | null;
}

/** A game that was played, its rows as text: as objects they cost seven times as much to send. */
export interface PlayedGame extends RecordedEnding {
  index: number;
  /** Its rows as a dataset has them. */
  text: string;
  plies: number;
  /** How long the seats took, and how long the whole game. */
  searchMilliseconds: number;
  milliseconds: number;
  /** Where a program played. */
  programs?: ProgramRecord;
}

/** Plays game number `index` from its opening; in games of even number the first seat moves first. */
export type Referee = (index: number, opening: readonly Move[]) => Promise<PlayedGame>;

/**
 * What plays games between two seats, or of one with itself, each from its number and its opening alone. A game ends, adjudicated, at a
 * position that the oracle knows, if there is one.
 */
export function refereeOf(
  game: Game,
  size: number,
  settings: RefereeSettings,
  seats: readonly Seat[],
  oracle?: Oracle,
): Referee {
  return async (index, opening) => {
    const begin = performance.now();
    const { randomRate = 0 } = settings;
    for (const seat of seats) seat.begin();
    const random = randomFrom(settings.seed, index);
    const record = new GameRecord(game, size, index);
    const { position } = record;
    let searchMilliseconds = 0;
    const programs: ProgramRecord | undefined = seats.some(({ isProgram }) => isProgram)
      ? { game: index, milliseconds: [[], []], failure: null }
      : undefined;
    // For how many plies the seats have agreed that one side wins: above 0 for the first, below for the second.
    let agreed = 0;
    const endingNow = (): RecordedEnding | undefined =>
      endingOf(game, position, settings) ?? adjudicated(settings, agreed) ?? oracle?.endingOf(position);
    let ending = endingNow();
    // On a small board an opening may itself be a draw by repetition.
    for (let ply = 0; ply < opening.length && ending === undefined; ply++) {
      record.play(opening[ply], 'opening');
      ending = endingNow();
    }
    while (ending === undefined) {
      const { turn } = position;
      // A rate of 0 draws no lot: those of the game are a random seat's.
      const isRandom = randomRate > 0 && random.chance(randomRate);
      const seat = isRandom ? randomSeat : seats[(turn + index) % seats.length];
      const asked = performance.now();
      const answer = await seat.answer(record, random);
      const took = performance.now() - asked;
      searchMilliseconds += took;
      if (seat.isProgram) programs!.milliseconds[seats.indexOf(seat)].push(Math.round(took));
      if (typeof answer === 'string' || 'end' in answer) {
        const end = typeof answer === 'string' ? answer : answer.end;
        ending = { winner: otherSide(turn), end };
        if (typeof answer === 'object')
          programs!.failure = {
            game: index,
            ply: position.state.ply,
            seat: seats.indexOf(seat),
            end,
            ...answer.failure,
          };
        continue;
      }
      const { move, source, score, nodes } = answer;
      const leads = leader(settings, score, turn);
      agreed = leads * agreed > 0 ? agreed + leads : leads;
      record.play(move, source, score, nodes);
      ending = endingNow();
    }
    record.end(ending);
    const text = gameRowsText(record.rows);
    const plies = record.rows.length;
    const milliseconds = performance.now() - begin;
    return { index, ...ending, text, plies, searchMilliseconds, milliseconds, ...(programs && { programs }) };
  };
}

/** Who may choose a move of games between heuristics and chance. */
export function possibleSources(
  { randomRate = 0 }: RefereeSettings,
  seats: readonly { kind: string }[],
): Source[] {
  const has = (kind: string) => seats.some((seat) => seat.kind === kind);
  return [
    'opening',
    ...(has('weights') ? (['search'] as const) : []),
    ...(has('random') || randomRate > 0 ? (['random'] as const) : []),
  ];
}

/** Which side the first of two seats has in a game. */
export function firstsSide(index: number): Side {
  return (index & 1) as Side;
}

/** The side that a score beyond the bound of adjudication says is winning: 1 for the first, -1 for the second, or 0. */
function leader({ adjudicate }: RefereeSettings, score: number | undefined, turn: Side): number {
  if (!adjudicate || score === undefined || Math.abs(score) < adjudicate.score) return 0;
  return score > 0 === (turn === 0) ? 1 : -1;
}

function adjudicated({ adjudicate }: RefereeSettings, agreed: number): RecordedEnding | undefined {
  if (!adjudicate || Math.abs(agreed) < adjudicate.plies) return undefined;
  return { winner: agreed > 0 ? 0 : 1, end: 'adjudicated' };
}
