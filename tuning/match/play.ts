import { endingOf } from '../../engine/ending.ts';
import type { Game } from '../../engine/game.ts';
import { games } from '../../engine/games/index.ts';
import { Player } from '../../engine/player.ts';
import { legalMoves, type Move, otherSide, type Side } from '../../engine/position.ts';
import { Table } from '../../engine/table.ts';
import { evaluatorOf } from '../../engine/weights.ts';
import { type Forfeit, GameRecord, type RecordedEnding } from '../dataset/game-record.ts';
import { type Random, randomFrom } from '../random.ts';
import type { Participant } from './participants.ts';
import { askProgram } from './program.ts';
import type { MatchJob, MatchSettings } from './settings.ts';

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

  constructor(job: Omit<MatchJob, 'referee'>) {
    const game = games.find(({ name }) => name === job.game)!;
    this.game = game;
    this.size = job.size;
    this.settings = job.settings;
    this.seats = [seatOf(job.first, game, job.settings), seatOf(job.second, game, job.settings)];
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

function seatOf(participant: Participant, game: Game, { nodes, seconds }: MatchSettings): Seat {
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
        const answer = await askProgram(participant.words, game, record.position, seconds ?? USUAL_SECONDS);
        if ('forfeit' in answer) return answer.forfeit;
        record.play(answer.move, 'program');
        return undefined;
      },
      forget() {},
    };
  }
  const player = new Player(game, evaluatorOf(participant.weights, game), Table.ofMegabytes(TABLE_MEGABYTES));
  return {
    move(record) {
      const deadline = seconds === null ? Infinity : performance.now() + 1000 * seconds;
      const limits =
        seconds === null ? { nodes: nodes ?? undefined } : { stop: () => performance.now() >= deadline };
      const { move, score, nodes: searched } = player.choose(record.position, limits);
      record.play(move, 'search', score, searched);
      return undefined;
    },
    forget: () => player.forget(),
  };
}
