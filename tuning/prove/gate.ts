import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import { namedParameters, parametersName } from '../../engine/node/named-parameters.ts';
import type { Game } from '../../engine/game.ts';
import { moduleOf } from '../../engine/games/index.ts';
import type { ChosenParameters } from '../../engine/parameters.ts';
import { weightsText } from '../../engine/seal.ts';
import type { Weights } from '../../engine/weights.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { picked, type Values } from '../settings/setting.ts';
import { Failure } from '../process/failure.ts';
import { inOwnFolder } from '../store/own-folder.ts';
import { type GateResult, type MatchResult, RESULT_FORMAT } from '../store/runs.ts';
import { withEvidence } from '../store/read-weights.ts';
import type { Contestant } from '../play/participants.ts';
import { estimate } from '../statistics/estimate.ts';
import { gateForm, gateSettings } from './gate-form.ts';
import { incumbentOf, intentionLine, mayReplace } from './incumbent.ts';
import type { Book } from '../play/book.ts';
import { matchJob } from './match-job.ts';
import { bookInput, matchInFolder, type MatchPlace, resultLines } from './match.ts';
import { race, raceLines } from './race.ts';
import { type ProofRecord, writeProofRun } from './proof-run.ts';
import type { SprtSettings } from '../statistics/sprt.ts';
import { sprtRisks } from './sprt-settings.ts';

const USUAL_RACE = 100;

/** What decides a gate's verdict, besides who plays. */
export type GateSettings = Values<typeof gateSettings> & {
  size: number;
  sprt: { elo0: number; elo1: number };
  seed: number;
  /** What names the search parameters of both; those of the game where not given. */
  parameters?: string | null;
  /** What the games on this size begin with instead of random plies. */
  book?: Book | null;
  /** Games of each candidate in the first round of a race. */
  raceGames?: number;
};

export interface Contender {
  name: string;
  weights: Weights;
}

/** Where a gate is played, but for the games at a time a move, which stay on this machine. */
export interface GatePlace extends MatchPlace {
  /** Where accepted weights go; among those that are played by default where not given. */
  weightsFolder?: string | null;
}

/** Tries a candidate, or the best of several, against the champion; an accepted one becomes the weights that are played. */
export async function runGate(
  game: Game,
  candidates: readonly Contender[],
  champion: Contender,
  settings: GateSettings,
  { weightsFolder: named = null, ...place }: GatePlace,
  terminal: Terminal,
): Promise<GateResult> {
  const parameters = namedParameters(game, settings.parameters);
  const about = recordOf(
    game,
    candidates,
    champion,
    { ...settings, parameters: parametersName(game, parameters) },
    named,
  );
  const names = /^(race|by-nodes|by-the-clock|on-size-\d+)$/;
  const claim = { kind: 'gate' as const, names, free: ['games', 'weightsFolder'], ...about };
  const intentions = candidates.map(({ weights }) =>
    intentionLine(incumbentOf(game, weights, named), weights, champion.weights),
  );
  for (const intention of new Set(intentions)) terminal.note(intention);
  return await inOwnFolder(place.folder, claim, async () => {
    const { winner, rounds } = await raceOf(
      game,
      candidates,
      champion,
      settings,
      parameters,
      place,
      terminal,
    );
    const stages = await playStages(game, [winner, champion], settings, parameters, place, terminal);
    const result = rounds.length === 0 ? stages : { ...stages, race: rounds };
    writeProofRun(gateForm, place.folder, about, result);
    if (result.verdict === 'accepted') {
      // Asked again: what is played may have changed while the gate played.
      const incumbent = incumbentOf(game, winner.weights, named);
      if (mayReplace(incumbent, winner.weights, champion.weights))
        install(winner.weights, result, incumbent.file);
      else terminal.note(`${incumbent.replaced!.place} stays: this gate did not play against it`);
    }
    return result;
  });
}

/** The best of the candidates, by games from other openings than those of the test that it will have to pass. */
async function raceOf(
  game: Game,
  candidates: readonly Contender[],
  champion: Contender,
  { size, seed, nodes, raceGames = USUAL_RACE }: GateSettings,
  parameters: ChosenParameters,
  place: MatchPlace,
  terminal: Terminal,
) {
  const racers = candidates.map((candidate) => ({
    ...candidate,
    sha256: candidate.weights.sha256,
    contestant: contestantOf(candidate, parameters),
  }));
  const named = parametersName(game, parameters);
  const settings = { size, seed: seed + 1, nodes, parameters: named, games: raceGames };
  const inRace = { ...place, folder: join(place.folder, 'race') };
  const opponent = contestantOf(champion, parameters);
  const { winner, rounds } = await race(game, racers, opponent, settings, inRace, terminal);
  for (const line of raceLines(rounds)) terminal.out(line);
  return { winner, rounds };
}

async function playStages(
  game: Game,
  [candidate, champion]: readonly [Contender, Contender],
  settings: GateSettings,
  parameters: ChosenParameters,
  place: MatchPlace,
  terminal: Terminal,
): Promise<GateResult> {
  const stages: GateResult['stages'] = [];
  let reason: string | null = null;
  for (const stage of stagesOf(game, candidate.weights, settings)) {
    const { name, size, nodes, seconds, games, sprt } = stage;
    terminal.note(`${name}: ${candidate.name} against ${champion.name}, ${game.name} ${size}`);
    const contestants = [contestantOf(candidate, parameters), contestantOf(champion, parameters)] as const;
    const chosen = { seed: settings.seed, nodes, seconds, parameters: parametersName(game, parameters) };
    const book = size === settings.size ? settings.book : null;
    const job = matchJob(game, size, contestants, { ...chosen, book });
    const result = await matchInFolder(game, job, terminal, {
      ...place,
      folder: join(place.folder, stageFolder(name)),
      games,
      sprt,
      // A smaller board may have few.
      mayBeFewer: size !== settings.size,
      // By the clock, one game at a time, as two would take each other's time, and here: no two machines have the same seconds.
      ...(seconds !== null && { workers: 1, fleet: undefined }),
    });
    if (!result.isOver) throw new Failure('the gate was stopped; the same command resumes from here');
    for (const line of resultLines(result)) terminal.out(line);
    stages.push({ name, result });
    reason = objection(stage, result);
    if (reason !== null) break;
  }
  return {
    format: RESULT_FORMAT,
    kind: 'gate',
    game: game.name,
    size: settings.size,
    candidate: { name: candidate.name, sha256: candidate.weights.sha256 },
    champion: { name: champion.name, sha256: champion.weights.sha256 },
    verdict: reason === null ? 'accepted' : 'rejected',
    reason,
    stages,
  };
}

function contestantOf({ name, weights }: Contender, parameters: ChosenParameters): Contestant {
  return { name, participant: { kind: 'weights', weights, parameters } };
}

/** A match of a gate: nodes or seconds a move, and a test that must be won or, without one, a match that may not be lost. */
interface PlannedMatch {
  name: string;
  size: number;
  nodes: number | null;
  seconds: number | null;
  games: number;
  sprt: SprtSettings | null;
}

/** The match of a gate that is a sequential test. */
export const TESTED_STAGE = 'by nodes';

/** The folder of a match inside that of its gate. */
export const stageFolder = (name: string) => name.replaceAll(' ', '-');

/** The matches of a gate; after the first that is lost no other is played. */
function stagesOf(game: Game, weights: Weights, settings: GateSettings): PlannedMatch[] {
  const { size, nodes, seconds, games, clockGames, otherGames } = settings;
  const sprt = { ...settings.sprt, ...picked(sprtRisks, settings) };
  const others = weights.size === 'any' ? otherSizesOf(game, size) : [];
  return [
    { name: TESTED_STAGE, size, nodes, seconds: null, games, sprt },
    { name: 'by the clock', size, nodes: null, seconds, games: clockGames, sprt: null },
    ...others.map((other) => {
      return { name: `on size ${other}`, size: other, nodes, seconds: null, games: otherGames, sprt: null };
    }),
  ].filter((stage) => stage.games > 0);
}

const USUAL_OTHERS = 2;

/** The sizes that a game names for this, or else those nearest to the one of the gate, larger ones first. */
function otherSizesOf(game: Game, size: number): readonly number[] {
  const named = moduleOf(game).otherSizes?.filter((other) => other !== size);
  if (named !== undefined) return named;
  const distance = (other: number) => Math.abs(other - size);
  return game.sizes
    .filter((other) => other !== size)
    .toSorted((one, other) => distance(one) - distance(other) || other - one)
    .slice(0, USUAL_OTHERS);
}

/** Why a match speaks against the candidate, or null. */
function objection({ name, sprt }: PlannedMatch, result: MatchResult): string | null {
  if (sprt === null) return isWorse(result) ? `${name} it is worse` : null;
  if (result.sprt?.decision === 'H1') return null;
  return result.sprt?.decision === 'H0'
    ? `${name} it is not better by ${sprt.elo1} rather than ${sprt.elo0}`
    : `${name} nothing was decided in ${result.games} games`;
}

/**
 * Whether a match shows a loss of strength: its whole 95 % interval lies below even. As if one pair more had been won
 * and one lost, so that a handful of games condemns nobody.
 */
function isWorse({ pairs: [LL, ...others] }: MatchResult): boolean {
  const WW = others.pop()!;
  const { high } = estimate([LL + 1, ...others, WW + 1])!.elo;
  return high !== null && high < 0;
}

function recordOf(
  { name: game }: Game,
  candidates: readonly Contender[],
  champion: Contender,
  settings: GateSettings,
  named: string | null,
): ProofRecord {
  const { size, sprt, seed, parameters = null, book = null, raceGames = USUAL_RACE } = settings;
  const values = {
    candidate: candidates[0].name,
    rivals: candidates.slice(1).map(({ name }) => name),
    game,
    size,
    champion: champion.name,
    sprt,
    ...picked(gateSettings, settings),
    parameters,
    raceGames,
    book: book?.name ?? null,
    seed,
    weightsFolder: named,
  };
  const inputs = [...candidates, champion].map(({ name, weights }) => ({
    path: name,
    sha256: weights.sha256,
  }));
  return { settings: values, inputs: [...inputs, ...bookInput(book)] };
}

/** Makes weights the ones that are played, with what they have won beside them. */
function install(weights: Weights, result: GateResult, file: string): void {
  const evidence = {
    champion: result.champion.sha256,
    matches: result.stages.map(({ name: stage, result: match }) => ({
      stage,
      size: match.size,
      pairs: match.pairs,
      elo: match.estimate?.elo ?? null,
      sprt: match.sprt,
    })),
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileAtomically(file, weightsText(withEvidence(weights, evidence)));
}
