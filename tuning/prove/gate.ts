import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import { weightsFolder } from '../../engine/node/weights-folder.ts';
import type { Game } from '../../engine/game.ts';
import { weightsText } from '../../engine/seal.ts';
import type { Weights } from '../../engine/weights.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { commandText } from '../settings/command-form.ts';
import { picked, type Values } from '../settings/setting.ts';
import { Failure } from '../process/failure.ts';
import type { FleetChoice } from '../play/fleet/coordinator.ts';
import { codeVersion } from '../store/identity.ts';
import { writeRunFolder } from '../store/run-folder.ts';
import { type GateResult, type MatchResult, RESULT_FORMAT } from '../store/runs.ts';
import { filedName, withEvidence } from '../store/read-weights.ts';
import { estimate } from '../statistics/estimate.ts';
import { gateForm, gateSettings } from './gate-form.ts';
import { matchJob } from './match-job.ts';
import { matchInFolder, resultLines } from './match.ts';
import type { SprtSettings } from '../statistics/sprt.ts';
import { sprtRisks } from './sprt-settings.ts';

/** What decides a gate's verdict, besides who plays. */
export type GateSettings = Values<typeof gateSettings> & {
  size: number;
  sprt: { elo0: number; elo1: number };
  seed: number;
};

export interface Contender {
  name: string;
  weights: Weights;
}

/** Where and how a gate runs: nothing of this decides its verdict. */
export interface GatePlace {
  folder: string;
  workers: number;
  /** Plays the games that no clock limits; the workers of this machine where there is none. */
  fleet?: FleetChoice;
  /** Where accepted weights go; among those that are played by default where not given. */
  weightsFolder?: string | null;
  /** Asked before each game, besides Ctrl-C. */
  shouldStop?: () => boolean;
}

// Sizes on which weights for any size are tried besides the one of the gate.
const OTHER_SIZES: Readonly<Record<string, readonly number[]>> = {
  betsy: [4, 7],
  raichu: [10, 12],
  conga: [3],
};

/** Tries a candidate against the champion; an accepted one becomes the weights that are played. */
export async function runGate(
  game: Game,
  [candidate, champion]: readonly [Contender, Contender],
  settings: GateSettings,
  { folder, workers, fleet, weightsFolder: named = null, shouldStop }: GatePlace,
  terminal: Terminal,
): Promise<GateResult> {
  mkdirSync(folder, { recursive: true });
  const stages: GateResult['stages'] = [];
  const stage = async (
    name: string,
    size: number,
    limits: { nodes: number | null; seconds: number | null },
    games: number,
    sprt: SprtSettings | null,
  ): Promise<MatchResult> => {
    terminal.note(`${name}: ${candidate.name} against ${champion.name}, ${game.name} ${size}`);
    const contestants = [candidate, champion].map(({ weights }) => ({ kind: 'weights', weights }) as const);
    const job = matchJob(game, size, [contestants[0], contestants[1]], { seed: settings.seed, ...limits });
    const result = await matchInFolder(game, job, terminal, {
      folder: join(folder, name.replaceAll(' ', '-')),
      games,
      sprt,
      // By the clock, one game at a time: two would take each other's time.
      workers: limits.seconds === null ? workers : 1,
      // And on this machine: no two have the same seconds.
      fleet: limits.seconds === null ? fleet : undefined,
      names: [candidate.name, champion.name],
      shouldStop,
    });
    if (!result.isOver) throw new Failure('the gate was stopped; the same command goes on from here');
    for (const line of resultLines(result)) terminal.out(line);
    stages.push({ name, result });
    return result;
  };

  const reason = await firstObjection(game, candidate.weights, settings, stage);
  const verdict = reason === null ? 'accepted' : 'rejected';
  const result: GateResult = {
    format: RESULT_FORMAT,
    kind: 'gate',
    game: game.name,
    size: settings.size,
    candidate: { name: candidate.name, sha256: candidate.weights.sha256 },
    champion: { name: champion.name, sha256: champion.weights.sha256 },
    verdict,
    reason,
    stages,
  };
  writeRun(game, folder, result, settings, named);
  if (verdict === 'accepted') install(candidate.weights, result, named ?? weightsFolder());
  return result;
}

type Stage = (
  name: string,
  size: number,
  limits: { nodes: number | null; seconds: number | null },
  games: number,
  sprt: SprtSettings | null,
) => Promise<MatchResult>;

/** Why a candidate is rejected, or null. */
async function firstObjection(
  game: Game,
  weights: Weights,
  settings: GateSettings,
  stage: Stage,
): Promise<string | null> {
  const { size, nodes, seconds } = settings;
  const sprt = { ...settings.sprt, ...picked(sprtRisks, settings) };
  const byNodes = await stage('by nodes', size, { nodes, seconds: null }, settings.games, sprt);
  if (byNodes.sprt?.decision !== 'H1') {
    const { elo0, elo1 } = settings.sprt;
    return byNodes.sprt?.decision === 'H0'
      ? `by nodes it is not better by ${elo1} rather than ${elo0}`
      : `by nodes nothing was decided in ${byNodes.games} games`;
  }
  if (settings.clockGames > 0) {
    const byClock = await stage('by the clock', size, { nodes: null, seconds }, settings.clockGames, null);
    if (isWorse(byClock)) return 'by the clock it is worse';
  }
  if (weights.size !== 'any' || settings.otherGames === 0) return null;
  for (const other of (OTHER_SIZES[game.name] ?? []).filter((known) => known !== size)) {
    const onOther = await stage(
      `on size ${other}`,
      other,
      { nodes, seconds: null },
      settings.otherGames,
      null,
    );
    if (isWorse(onOther)) return `on size ${other} it is worse`;
  }
  return null;
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

function writeRun(
  game: Game,
  folder: string,
  result: GateResult,
  settings: GateSettings,
  named: string | null,
): void {
  const { candidate, champion } = result;
  const { size, sprt, seed } = settings;
  const values = {
    candidate: candidate.name,
    game: game.name,
    size,
    champion: champion.name,
    sprt,
    ...picked(gateSettings, settings),
    seed,
    weightsFolder: named,
  };
  writeRunFolder(
    folder,
    {
      kind: 'gate',
      command: commandText(gateForm, { ...values, out: folder }),
      settings: values,
      seed,
      codeVersion: codeVersion('games', game.name),
      inputs: [candidate, champion].map(({ name, sha256 }) => ({ path: name, sha256 })),
      status: 'done',
    },
    result,
  );
}

/** Makes weights the ones that are played, with what they have won beside them. */
function install(weights: Weights, result: GateResult, folder: string): void {
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
  mkdirSync(folder, { recursive: true });
  writeFileAtomically(join(folder, filedName(weights)), weightsText(withEvidence(weights, evidence)));
}
