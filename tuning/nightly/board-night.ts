import { basename, dirname, join, relative } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { games } from '../../engine/games/index.ts';
import type { LadderResult, NightlyResult } from '../store/runs.ts';
import { Budget } from './budget.ts';
import { type Champion, Champions } from './champions.ts';
import { type FitConfig, type PartConfig, partName } from './config.ts';
import { type FittedWeights, fitStage } from './fit-stage.ts';
import { type GateOutcome, gateStage } from './gate-stage.ts';
import { ladderPlayers, ladderStage } from './ladder-stage.ts';
import type { Night } from './night.ts';
import { reportStage } from './report-stage.ts';
import { selfplayStage } from './selfplay-stage.ts';
import { shipStage } from './ship-stage.ts';
import { Stages } from './stage.ts';
import { earlierSources, type Source } from './earlier-games.ts';

type PartResult = NightlyResult['parts'][number];

/** How the parts of a night are run. */
export interface PartRun {
  budget: Budget;
  workers: number;
  /** Whether accepted weights become what the package plays. */
  install: boolean;
  terminal: Terminal;
}

/** Does what a night does for one game and size: each stage that has what it needs, as far as there is time. */
export async function runPart(config: PartConfig, night: Night, run: PartRun): Promise<PartResult> {
  const part = new Part(config, night, run);
  const sources = await part.generate();
  for (const [i, fit] of config.fits.entries()) await part.fit(`fit-${i + 1}-${fit.model}`, fit, sources);
  for (const [i] of config.fits.entries()) await part.gate(`gate-${i + 1}`, i);
  await part.ship();
  await part.rate();
  await part.report();
  return part.result;
}

/** A game and size in a night, with what has come of it so far. */
class Part {
  readonly result: PartResult;
  private readonly game: Game;
  private readonly config: PartConfig;
  private readonly night: Night;
  private readonly run: PartRun;
  private readonly stages: Stages;
  private readonly champions: Champions;
  private champion: Champion;
  private readonly fitted: (FittedWeights | undefined)[] = [];

  constructor(config: PartConfig, night: Night, run: PartRun) {
    const name = partName(config);
    this.game = games.find((known) => known.name === config.game)!;
    this.config = config;
    this.night = night;
    this.run = run;
    this.stages = new Stages(name, night.journal, new Budget(name, config.for, run.budget), run.terminal);
    this.champions = new Champions(night.out, this.game, config.size);
    const before = night.championBefore(name);
    this.champion = this.champions.at(before);
    this.result = {
      game: config.game,
      size: config.size,
      stages: this.stages.results,
      generated: null,
      learnedFrom: null,
      fits: [],
      gates: [],
      champion: { before, ...this.championResult(), player: null },
      ladder: null,
    };
  }

  /** Plays the games of the night; returns all that there is to learn from, or nothing where they are not there. */
  async generate(): Promise<Source[]> {
    const { game, config, night, run } = this;
    const folder = this.folder('selfplay');
    const place = { seed: night.seed, folder, workers: run.workers };
    const manifest = await this.stages.run(selfplayStage(game, config, this.champion.weights, place));
    if (manifest === undefined) return [];
    this.result.generated = {
      folder: this.place(folder),
      games: manifest.games,
      positions: manifest.positions,
    };
    const before = night.before(config.window).map((other) => join(other, partName(config), 'selfplay'));
    const earlier = earlierSources(before, config.cap, this.folder('earlier'), run.terminal);
    const sources = [{ folder, manifest }, ...earlier];
    const sum = (count: 'games' | 'positions') =>
      sources.reduce((total, source) => total + source.manifest[count], 0);
    this.result.learnedFrom = {
      datasets: sources.length,
      games: sum('games'),
      positions: sum('positions'),
    };
    return sources;
  }

  async fit(name: string, fit: FitConfig, sources: readonly Source[]): Promise<void> {
    if (sources.length === 0) {
      this.stages.skip(name, 'there are no games to learn from');
      return void this.fitted.push(undefined);
    }
    const stage = fitStage(this.game, this.config.size, name, fit, sources, this.folder(name));
    const fitted = await this.stages.run(stage);
    this.fitted.push(fitted);
    if (fitted === undefined) return;
    this.result.fits.push({
      folder: this.place(fitted.folder),
      model: fitted.result.model,
      weights: fitted.weights.sha256,
      heldOut: fitted.result.losses.find((loss) => loss.name === 'exported')!.heldOut,
    });
  }

  /** Tries a fit against whoever is champion by now. */
  async gate(name: string, fitNumber: number): Promise<void> {
    const { game, config, night, run, champion } = this;
    const fitted = this.fitted[fitNumber];
    if (fitted === undefined) return this.stages.skip(name, 'there is no fit to try');
    if (fitted.weights.sha256 === champion.weights.sha256)
      return this.stages.skip(name, 'the fit is what the champion is');
    const candidate = { name: fitted.file, weights: fitted.weights };
    const defender = { name: champion.file, weights: champion.weights };
    const place = { seed: night.seed, folder: this.folder(name), workers: run.workers };
    const outcome = await this.stages.run(gateStage(game, config, name, candidate, defender, place));
    if (outcome !== undefined) this.enter(outcome);
  }

  /** Makes sure that the champion has a player of its own. */
  async ship(): Promise<void> {
    const { champion, night, config, run } = this;
    const folder = join(night.out, 'players', partName(config), String(champion.number).padStart(4, '0'));
    const isInstalled = run.install && champion.number > night.championBefore(partName(config));
    const manifest = await this.stages.run(shipStage(champion, folder, isInstalled));
    if (manifest !== undefined) this.result.champion.player = this.place(folder);
  }

  async rate(): Promise<void> {
    const { game, config, night, run } = this;
    const first = Math.max(0, this.champion.number + 1 - config.ladder.champions);
    const champions: Champion[] = [];
    for (let number = first; number <= this.champion.number; number++)
      champions.push(this.champions.at(number));
    const players = ladderPlayers(game, config, champions);
    if (players.length < 2) return this.stages.skip('ladder', 'there is nobody to rate the champion by');
    const folder = this.folder('ladder');
    const matches = join(night.out, 'ladders', partName(config));
    const place = { seed: night.ladderSeed, folder, matches, workers: run.workers };
    const ladder = await this.stages.run(ladderStage(game, config, players, place));
    if (ladder !== undefined) this.result.ladder = this.ladderResult(ladder, folder, champions);
  }

  async report(): Promise<void> {
    const { fits, gates, ladder } = this.result;
    const places = [...fits, ...gates, ...(ladder === null ? [] : [ladder])].map(({ folder }) => folder);
    if (places.length === 0) return this.stages.skip('report', 'there is nothing to report on');
    await this.stages.run(reportStage(places.map((place) => join(this.night.folder, place))));
  }

  private enter({ folder, result, accepted }: GateOutcome): void {
    if (accepted !== null) {
      this.champion = this.champions.crown(this.champion.number + 1, accepted);
      Object.assign(this.result.champion, this.championResult());
    }
    const { candidate, champion, verdict, reason, stages } = result;
    const [{ result: byNodes }] = stages;
    this.result.gates.push({
      folder: this.place(folder),
      candidate: this.place(dirname(candidate.name)),
      champion: basename(champion.name, '.json'),
      verdict,
      reason,
      games: byNodes.games,
      elo: byNodes.estimate?.elo ?? null,
    });
  }

  private ladderResult(
    { anchor, players }: LadderResult,
    folder: string,
    champions: readonly Champion[],
  ): PartResult['ladder'] {
    const ratingOf = (champion: Champion | undefined) =>
      players.find(({ identity }) => identity === champion?.weights.sha256);
    const { elo, margin } = ratingOf(this.champion)!;
    const over = (number: number) => {
      const other = ratingOf(champions.find((champion) => champion.number === number));
      return number === this.champion.number || other === undefined ? null : elo - other.elo;
    };
    return {
      folder: this.place(folder),
      anchor,
      elo,
      margin,
      gain: over(this.result.champion.before),
      gainOfAll: over(champions[0].number),
    };
  }

  private folder(stage: string): string {
    return join(this.night.folder, partName(this.config), stage);
  }

  /** As results name a place. */
  private place(path: string): string {
    return relative(this.night.folder, path);
  }

  private championResult(): Pick<PartResult['champion'], 'number' | 'sha256' | 'weights'> {
    const { number, weights, file } = this.champion;
    return { number, sha256: weights.sha256, weights: this.place(file) };
  }
}
