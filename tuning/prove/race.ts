import { join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import type { Contestant } from '../play/participants.ts';
import { Failure } from '../process/failure.ts';
import type { GateResult, MatchResult } from '../store/runs.ts';
import { matchJob } from './match-job.ts';
import { matchInFolder, type MatchPlace } from './match.ts';

export interface Racer {
  name: string;
  sha256: string;
  contestant: Contestant;
}

type Round = NonNullable<GateResult['race']>[number];

/** What decides a race, besides who runs it. */
export interface RaceSettings {
  size: number;
  seed: number;
  nodes: number;
  /** What names the search parameters of all. */
  parameters: string | null;
  /** Games of each racer in the first round. */
  games: number;
}

/**
 * Successive halving: each racer plays the same opponent from the same openings, the better half stays and plays as many games
 * again, until one is left. K. Jamieson, A. Talwalkar, Non-stochastic Best Arm Identification and Hyperparameter Optimization, AISTATS 2016.
 */
export async function race<Entrant extends Racer>(
  game: Game,
  racers: readonly Entrant[],
  opponent: Contestant,
  { size, seed, nodes, parameters, games: first }: RaceSettings,
  place: MatchPlace,
  terminal: Terminal,
): Promise<{ winner: Entrant; rounds: Round[] }> {
  const rounds: Round[] = [];
  let left = racers;
  for (let games = first; left.length > 1; games *= 2) {
    const runs: { racer: Entrant; result: MatchResult }[] = [];
    for (const racer of left) {
      terminal.note(`race, round ${rounds.length + 1}: ${racer.name} against ${opponent.name}`);
      const job = matchJob(game, size, [racer.contestant, opponent], { seed, nodes, parameters });
      const folder = join(place.folder, racer.sha256.slice(0, 12));
      const result = await matchInFolder(game, job, terminal, { ...place, folder, games, sprt: null });
      if (!result.isOver) throw new Failure('the gate was stopped; the same command resumes from here');
      runs.push({ racer, result });
    }
    // Of those that scored the same, the ones that were named first.
    const ordered = runs.toSorted((a, b) => scoreOf(b.result) - scoreOf(a.result));
    const kept = Math.ceil(left.length / 2);
    left = ordered.slice(0, kept).map(({ racer }) => racer);
    rounds.push({
      games,
      kept,
      candidates: ordered.map(({ racer: { name, sha256 }, result }) => ({
        name,
        sha256,
        score: scoreOf(result),
        elo: result.estimate!.elo,
      })),
    });
  }
  return { winner: left[0], rounds };
}

function scoreOf({ estimate }: MatchResult): number {
  return estimate!.score;
}

/** A race for people. */
export function raceLines(rounds: readonly Round[]): string[] {
  return rounds.flatMap(({ games, kept, candidates }, i) =>
    candidates.map(
      ({ name, score }, place) =>
        `race, round ${i + 1}: ${name} ${(100 * score).toFixed(1)} % of ${games} games${place < kept ? '' : ', out'}`,
    ),
  );
}
