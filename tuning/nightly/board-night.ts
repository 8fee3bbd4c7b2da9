import { basename, dirname, join, relative } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { FitFleetChoice } from '../fit/fleet/fit-desk.ts';
import type { FitWay } from '../fit/fit-run.ts';
import { fitKind } from '../fit/kinds.ts';
import { gameNamed } from '../../engine/games/index.ts';
import type { NightlyResult } from '../store/runs.ts';
import { Budget } from './budget.ts';
import { type Champion, championsOf } from './champions.ts';
import { type FitConfig, type PartConfig, partName } from './config.ts';
import { unlessDamaged } from './unless-damaged.ts';
import { type FittedWeights, fitStage } from './fit-stage.ts';
import { gateStage } from './gate-stage.ts';
import { ladderPlayers, ladderStage } from './ladder-stage.ts';
import type { Night } from './night.ts';
import { reportStage } from './report-stage.ts';
import { selfplayStage } from './selfplay-stage.ts';
import { shipStage } from './ship-stage.ts';
import { type Players, stageRunner } from './stage.ts';
import { earlierSources, type Source } from './earlier-games.ts';

type PartResult = NightlyResult['parts'][number];

/** How the parts of a night are run. */
export interface PartRun {
  budget: Budget;
  players: Players;
  fitFleet: FitFleetChoice | undefined;
  /** Whether accepted weights become what the package plays. */
  install: boolean;
  terminal: Terminal;
}

/** Does what a night does for one game and size: each stage that has what it needs, as far as there is time. */
export async function runPart(config: PartConfig, night: Night, run: PartRun): Promise<PartResult> {
  const { players, terminal } = run;
  const { size } = config;
  const part = partName(config);
  const game = gameNamed(config.game)!;
  const budget = new Budget(part, config.for, run.budget);
  const stages = stageRunner(part, night.journal, budget, terminal);
  const champions = championsOf(night.out, game, size);
  const before = night.championBefore(part);
  let champion = champions.at(before);
  const folderOf = (stage: string) => join(night.folder, part, stage);
  /** As results name a place. */
  const placeOf = (path: string) => relative(night.folder, path);
  const championResult = () => ({
    number: champion.number,
    sha256: champion.weights.sha256,
    weights: placeOf(champion.file),
  });
  const result: PartResult = {
    game: config.game,
    size,
    stages: stages.results,
    generated: null,
    learnedFrom: null,
    fits: [],
    gates: [],
    champion: { before, ...championResult(), player: null },
    ladder: null,
  };

  const sources = await generate();
  const fitted: (FittedWeights | undefined)[] = [];
  for (const [i, settings] of config.fits.entries())
    fitted.push(await fit(`fit-${i + 1}-${settings.model}`, settings, config.fits.slice(i + 1)));
  for (const [i, made] of fitted.entries()) await gate(`gate-${i + 1}`, made);
  await ship();
  await rate();
  await report();
  return result;

  /** Plays the games of the night; returns all that there is to learn from, or nothing where they are not there. */
  async function generate(): Promise<Source[]> {
    const folder = folderOf('selfplay');
    const place = { seed: night.seed, folder, ...players };
    const manifest = await stages.run(selfplayStage(game, config, champion.weights, place));
    if (manifest === undefined) return [];
    const { games, positions } = manifest;
    result.generated = { folder: placeOf(folder), games, positions };
    const nights = night.before(config.window).map((other) => join(other, part, 'selfplay'));
    const earlier = earlierSources(nights, config.cap, folderOf('earlier'), terminal);
    const all = [{ folder, manifest }, ...earlier];
    const sum = (count: 'games' | 'positions') =>
      all.reduce((total, source) => total + source.manifest[count], 0);
    result.learnedFrom = { datasets: all.length, games: sum('games'), positions: sum('positions') };
    return all;
  }

  /** `next` are the fits after it, which the workers of a queue begin beside it. */
  async function fit(
    name: string,
    settings: FitConfig,
    next: readonly FitConfig[],
  ): Promise<FittedWeights | undefined> {
    if (sources.length === 0) return stages.skip(name, 'there are no games to learn from');
    const made = await stages.run(
      fitStage(game, size, name, settings, sources, folderOf(name), fleetFor(next)),
    );
    if (made === undefined) return undefined;
    result.fits.push({
      folder: placeOf(made.folder),
      model: made.result.model,
      weights: made.weights.sha256,
      heldOut: made.result.losses.find((loss) => loss.name === 'exported')!.heldOut,
    });
    return made;
  }

  function fleetFor(next: readonly FitConfig[]): FitWay['fleet'] {
    const { fitFleet } = run;
    return (
      fitFleet && {
        ...fitFleet,
        next: next.map(({ model, settings }) => ({ kind: fitKind(model), settings })),
      }
    );
  }

  /** Tries a fit against whoever is champion by now. */
  async function gate(name: string, made: FittedWeights | undefined): Promise<void> {
    if (made === undefined) return stages.skip(name, 'there is no fit to try');
    if (made.weights.sha256 === champion.weights.sha256)
      return stages.skip(name, 'the fit is what the champion is');
    const candidate = { name: made.file, weights: made.weights };
    const defender = { name: champion.file, weights: champion.weights };
    const place = { seed: night.seed, folder: folderOf(name), ...players };
    const outcome = await stages.run(gateStage(game, config, name, candidate, defender, place));
    if (outcome === undefined) return;
    const { verdict, reason, stages: matches } = outcome.result;
    const [{ result: byNodes }] = matches;
    result.gates.push({
      folder: placeOf(outcome.folder),
      candidate: placeOf(dirname(outcome.result.candidate.name)),
      champion: basename(outcome.result.champion.name, '.json'),
      verdict,
      reason,
      games: byNodes.games,
      elo: byNodes.estimate?.elo ?? null,
    });
    if (outcome.accepted === null) return;
    champion = champions.crown(champion.number + 1, outcome.accepted);
    Object.assign(result.champion, championResult());
  }

  /** Makes sure that the champion has a player of its own. */
  async function ship(): Promise<void> {
    const folder = join(night.out, 'players', part, String(champion.number).padStart(4, '0'));
    const isInstalled = run.install && champion.number > before;
    const manifest = await stages.run(shipStage(champion, folder, isInstalled));
    if (manifest !== undefined) result.champion.player = placeOf(folder);
  }

  async function rate(): Promise<void> {
    const first = Math.max(0, champion.number + 1 - config.ladder.champions);
    const numbers = Array.from({ length: champion.number - first }, (_, i) => first + i);
    const rated = [...numbers.flatMap((number) => earlierChampion(number) ?? []), champion];
    const rivals = ladderPlayers(game, config, rated);
    if (rivals.length < 2) return stages.skip('ladder', 'there is nobody to rate the champion by');
    const folder = folderOf('ladder');
    const matches = join(night.out, 'ladders', part);
    // The same seed every night, so that matches need be played but once.
    const place = { seed: night.configSeed, folder, matches, ...players };
    const ladder = await stages.run(ladderStage(game, config, rivals, place));
    if (ladder === undefined) return;
    const ratingOf = (number: number) => {
      const hash = rated.find((known) => known.number === number)?.weights.sha256;
      return ladder.players.find(({ identity }) => identity === hash);
    };
    const { elo, margin } = ratingOf(champion.number)!;
    const over = (number: number) => {
      const other = ratingOf(number);
      return number === champion.number || other === undefined ? null : elo - other.elo;
    };
    const gains = { gain: over(before), gainOfAll: over(first) };
    result.ladder = { folder: placeOf(folder), anchor: ladder.anchor, elo, margin, ...gains };
  }

  function earlierChampion(number: number): Champion | undefined {
    const damaged = (problem: string) => terminal.note(`not rated: ${champions.fileOf(number)}: ${problem}`);
    return unlessDamaged(() => champions.at(number), damaged);
  }

  async function report(): Promise<void> {
    const { fits, gates, ladder } = result;
    const places = [...fits, ...gates, ...(ladder === null ? [] : [ladder])].map(({ folder }) => folder);
    if (places.length === 0) return stages.skip('report', 'there is nothing to report on');
    await stages.run(reportStage(places.map((place) => join(night.folder, place))));
  }
}
