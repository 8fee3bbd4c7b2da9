import { endingOf } from '../../engine/ending.ts';
import { findMove, type Game } from '../../engine/game.ts';
import { Player } from '../../engine/player.ts';
import { legalMoves, type Move, otherSide, type Side } from '../../engine/position.ts';
import type { Limits } from '../../engine/search.ts';
import { Table } from '../../engine/table.ts';
import { evaluatorOf } from '../../engine/weights.ts';
import { type Forfeit, GameRecord, type RecordedEnding } from '../dataset/game-record.ts';
import { type Random, randomFrom } from '../statistics/random.ts';
import { BuildPlayer } from './build-seat.ts';
import type { Participant } from './participants.ts';
import { askProgram } from './program-seat.ts';
import type { MatchJob, MatchSettings } from './match-settings.ts';

const TABLE_MEGABYTES = 4;
/** What a program is given where the others have nodes. */
const USUAL_SECONDS = 1;

/** One of the two at the board. */
interface Seat {
  /** Makes a move on the record, or says why there is none. */
  move(record: GameRecord, random: Random): Promise<Forfeit | undefined> | undefined;
  /** Before each game. */
  forget(): void;
}

/** Plays the games of a match: two from each opening, with the sides exchanged. */
export class MatchPlayer {
  private readonly game: Game;
  private readonly size: number;
  private readonly settings: MatchSettings;
  private readonly seats: [Seat, Seat];

  constructor(game: Game, job: Omit<MatchJob, 'referee'>) {
    this.game = game;
    this.size = job.size;
    this.settings = job.settings;
    this.seats = [seatOf(job.first, game, job), seatOf(job.second, game, job)];
  }

  /** Plays game number `index`; in games of even number the first participant moves first. */
  async play(index: number, opening: readonly Move[]): Promise<RecordedEnding & { record: GameRecord }> {
    const { game, settings, seats } = this;
    for (const seat of seats) seat.forget();
    const random = randomFrom(settings.seed, index);
    const record = new GameRecord(game, this.size, index);
    const { position } = record;
    let ending: RecordedEnding | undefined = endingOf(game, position, settings);
    // On a small board an opening may itself be a draw by repetition.
    for (let ply = 0; ply < opening.length && ending === undefined; ply++) {
      record.play(opening[ply], 'opening');
      ending = endingOf(game, position, settings);
    }
    while (ending === undefined) {
      const { turn } = position;
      const forfeit = await seats[(turn + index) & 1].move(record, random);
      ending =
        forfeit === undefined
          ? endingOf(game, position, settings)
          : { winner: otherSide(turn), end: forfeit };
    }
    record.end(ending);
    return { ...ending, record };
  }
}

/** Which side the first participant has in a game. */
export function firstsSide(index: number): Side {
  return (index & 1) as Side;
}

function seatOf(
  participant: Participant,
  game: Game,
  { size, settings }: Pick<MatchJob, 'size' | 'settings'>,
): Seat {
  if (participant.kind === 'random') {
    return {
      move(record, random) {
        const moves = legalMoves(record.position);
        record.play(moves[random.below(moves.length)], 'random');
        return undefined;
      },
      forget() {},
    };
  }
  if (participant.kind === 'command') {
    return {
      async move(record) {
        const answer = await askProgram(
          participant.words,
          game,
          record.position,
          settings.seconds ?? USUAL_SECONDS,
        );
        if ('forfeit' in answer) return answer.forfeit;
        record.play(answer.move, 'program');
        return undefined;
      },
      forget() {},
    };
  }
  if (participant.kind === 'build') {
    const opening = BuildPlayer.open(participant, game.name, size, TABLE_MEGABYTES);
    let isNew = true;
    return {
      async move(record) {
        const player = await opening;
        if (isNew) player.begin();
        isNew = false;
        const answer = player.answer(
          record.rows.map(({ move }) => move),
          limitsOf(settings),
        );
        if ('forfeit' in answer) return answer.forfeit;
        const move = findMove(game, record.position, legalMoves(record.position), answer.move);
        if (move === undefined) return 'illegal';
        record.play(move, 'search', answer.score, answer.nodes);
        return undefined;
      },
      forget() {
        isNew = true;
      },
    };
  }
  const player = new Player(game, evaluatorOf(participant.weights, game), Table.ofMegabytes(TABLE_MEGABYTES));
  return {
    move(record) {
      const { move, score, nodes } = player.choose(record.position, limitsOf(settings));
      record.play(move, 'search', score, nodes);
      return undefined;
    },
    forget: () => player.forget(),
  };
}

/** What a search may take for the move that it is asked for now. */
function limitsOf({ nodes, seconds, depth }: MatchSettings): Limits {
  const deepest = { depth: depth ?? undefined };
  if (seconds === null) return { nodes: nodes ?? undefined, ...deepest };
  const deadline = performance.now() + 1000 * seconds;
  return { stop: () => performance.now() >= deadline, ...deepest };
}
