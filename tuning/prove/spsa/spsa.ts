import { join, relative } from 'node:path';
import { loadWeights } from '../../../engine/node/named-weights.ts';
import { namedParameters } from '../../../engine/node/named-parameters.ts';
import type { Terminal } from '../../../engine/node/terminal.ts';
import { parameterList } from '../../../engine/parameters.ts';
import { weightsText } from '../../../engine/seal.ts';
import type { FleetChoice } from '../../play/fleet/coordinator.ts';
import { matchSettings } from '../../play/match-settings.ts';
import { type Book, BookOpenings, openBook } from '../../play/book.ts';
import { fleetPlayers, threadPlayers } from '../../play/job-players.ts';
import { Openings, type OpeningSource } from '../../play/openings.ts';
import { type Contestant, type Heuristic, refusePrograms } from '../../play/participants.ts';
import { firstsSide, type PlayedGame } from '../../play/referee.ts';
import { stopAfterGames } from '../../process/interrupt.ts';
import { startProgress } from '../../process/progress.ts';
import { commandText } from '../../settings/command-form.ts';
import { picked } from '../../settings/setting.ts';
import { Perturbation } from '../../statistics/perturbation.ts';
import { writeFileAtomically } from '../../store/atomic-file.ts';
import { codeVersion } from '../../store/identity.ts';
import type { Json } from '../../store/json-value.ts';
import { inOwnFolder } from '../../store/own-folder.ts';
import { writeRunFolder } from '../../store/run-folder.ts';
import { type MatchResult, RESULT_FORMAT, type SpsaResult } from '../../store/runs.ts';
import { matchJob } from '../match-job.ts';
import { bookInput, matchInFolder, resultLines } from '../match.ts';
import { sprtRisks } from '../sprt-settings.ts';
import { installParameters, parametersPlace } from './accepted-parameters.ts';
import { readSpsaConfig, type SpsaConfig } from './spsa-config.ts';
import { spsaForm } from './spsa-form.ts';
import { SpsaJournal, type SpsaStep, wonOf } from './spsa-journal.ts';
import { type Tuned, tunedOf } from './tuned-numbers.ts';

/** Where a run plays, and where search parameters go that it accepts; nothing of this decides what it finds. */
export interface SpsaPlace {
  folder: string;
  workers: number;
  fleet?: FleetChoice;
  /** Those that the game is played with where not given. */
  parametersFolder: string | null;
}

const NAMES = /^(steps\.jsonl|test|candidate\.json|weights\.json)$/;
const USUAL_OPENINGS = 1000;
// More points of a course could not be told apart.
const MOST_POINTS = 200;

/** Tunes numbers by games and tests what came of it; an accepted estimate is written. One that was stopped has no verdict yet. */
export async function runSpsa(configFile: string, place: SpsaPlace, terminal: Terminal): Promise<SpsaResult> {
  const config = readSpsaConfig(configFile);
  const { game, size, settings } = config;
  const weights = loadWeights(game, size, settings.weights, 'CONFIG: weights');
  const book = settings.book === null ? null : openBook(game, size, settings.book, 'CONFIG: book');
  const named = namedParameters(game, settings.parameters, 'CONFIG: parameters');
  const heuristic: Heuristic = { kind: 'weights', weights, parameters: named };
  if (place.fleet !== undefined) refusePrograms([], settings.seconds ?? settings.test.seconds);
  // What is wrong with the config is said before anything is written.
  tunedOf(game, heuristic, settings);
  const recorded = JSON.parse(JSON.stringify({ ...settings, size })) as Record<string, Json>;
  const inputs = [{ path: settings.weights, sha256: weights.sha256 }, ...bookInput(book)];
  const claim = { kind: 'spsa' as const, names: NAMES, free: [], settings: recorded, inputs };
  return await inOwnFolder(place.folder, claim, async () => {
    const journal = new SpsaJournal(place.folder);
    const version = codeVersion('games', game.name);
    // A run that has won may have changed what the game is played with: it resumes from what it began with.
    const parameters = settings.parameters === null ? (journal.begin?.parameters ?? named) : named;
    const run = new Run(config, { ...heuristic, parameters }, book, place, terminal);
    journal.open({ codeVersion: version, weights: weights.sha256, parameters, settings: recorded });
    const isTuned = await run.tune(journal);
    const test = isTuned && run.isChanged ? await run.test() : undefined;
    const result = run.resultOf(isTuned, test);
    const header = {
      kind: 'spsa' as const,
      command: commandText(spsaForm, { config: relative('.', configFile), out: relative('.', place.folder) }),
      settings: recorded,
      seed: settings.seed,
      codeVersion: version,
      inputs,
      status: result.verdict === null ? ('stopped' as const) : ('done' as const),
    };
    writeRunFolder(place.folder, header, result);
    if (result.verdict === 'accepted') run.install(result);
    return result;
  });
}

/** One run on its way. */
class Run {
  private readonly config: SpsaConfig;
  private readonly start: Heuristic;
  private readonly book: Book | null;
  private readonly place: SpsaPlace;
  private readonly terminal: Terminal;
  private readonly tuned: Tuned;
  private readonly perturbation: Perturbation;
  private readonly openings: OpeningSource;
  private readonly openingsOfSteps: number;
  private readonly course: { games: number; values: number[] }[] = [];
  private steps = 0;
  private drawn = 0;
  private plies = 0;

  constructor(config: SpsaConfig, start: Heuristic, book: Book | null, place: SpsaPlace, terminal: Terminal) {
    const { game, size, settings } = config;
    this.config = config;
    this.start = start;
    this.book = book;
    this.place = place;
    this.terminal = terminal;
    this.tuned = tunedOf(game, start, settings);
    const pairs = settings.games / 2;
    this.perturbation = new Perturbation(this.tuned.numbers, { ...settings, pairs }, settings.seed);
    const job = this.jobOf(start, start);
    this.openings =
      book === null
        ? new Openings(game, size, job.settings, job.judge)
        : new BookOpenings(book, settings.seed);
    this.openingsOfSteps = this.countOpenings();
  }

  /** Whether the estimate is another player than the start. */
  get isChanged(): boolean {
    const values = this.perturbation.rounded();
    return this.tuned.numbers.some(({ start }, i) => values[i] !== start);
  }

  /** Plays the steps that are missing; false where it was told to stop before. */
  async tune(journal: SpsaJournal): Promise<boolean> {
    const { games, gamesPerStep } = this.config.settings;
    const { perturbation } = this;
    const stop = stopAfterGames(this.terminal);
    const progress = startProgress(games, 'games', this.terminal);
    this.mark();
    for (const step of journal.steps) this.take(step);
    const { fleet, folder, workers } = this.place;
    const shouldStop = () => stop.requested;
    if (2 * perturbation.pairs < games) this.tellRanges();
    const players =
      fleet === undefined ? threadPlayers(workers) : fleetPlayers(fleet, join(folder, 'steps'), shouldStop);
    try {
      while (2 * perturbation.pairs < games) {
        const count = Math.min(gamesPerStep, games - 2 * perturbation.pairs);
        const { plus, minus } = perturbation.sides();
        const job = this.jobOf(this.tuned.player(plus), this.tuned.player(minus));
        const tally = new StepTally();
        await players.play(String(this.steps), job, this.tasks(count, shouldStop), (played) =>
          tally.enter(played),
        );
        if (tally.games < count) return false;
        const step = tally.step();
        journal.write(step);
        this.take(step);
        progress.update(2 * perturbation.pairs, this.valuesText());
      }
      return true;
    } finally {
      stop.forget();
      progress.end();
      await players.close();
    }
  }

  /** The estimate against the start, from openings that no step has played. */
  async test(): Promise<MatchResult> {
    const { game, size, settings } = this.config;
    const { test, seed } = settings;
    const { nodes, seconds } = test;
    const contestants = this.contestants();
    const job = matchJob(game, size, contestants, {
      ...picked(matchSettings, settings),
      ...(nodes !== null || seconds !== null ? { nodes, seconds } : {}),
      seed,
      book: this.book,
      skipOpenings: this.openingsOfSteps,
    });
    const [estimate, start] = contestants;
    this.terminal.note(`test: ${estimate.name} against ${start.name}`);
    const result = await matchInFolder(game, job, this.terminal, {
      ...this.place,
      folder: join(this.place.folder, 'test'),
      games: test.games,
      sprt: { elo0: test.elo0, elo1: test.elo1, ...picked(sprtRisks, test) },
      // By the clock, one game at a time, as two would take each other's time.
      ...(job.settings.seconds !== null && { workers: 1 }),
    });
    for (const line of resultLines(result)) this.terminal.out(line);
    return result;
  }

  resultOf(isTuned: boolean, test: MatchResult | undefined): SpsaResult {
    const { game, size } = this.config;
    const { values, variances, pairs } = this.perturbation;
    const chosen = this.perturbation.rounded();
    const isOver = isTuned && (test === undefined || test.isOver);
    const reason = !isOver ? null : this.objection(test);
    const shown = (value: number) => Number(value.toPrecision(7));
    const step = Math.ceil(this.course.length / MOST_POINTS);
    const course = this.course.filter((_, i) => i % step === 0 || i === this.course.length - 1);
    return {
      format: RESULT_FORMAT,
      kind: 'spsa',
      game: game.name,
      size,
      tuned: this.tuned.what,
      games: 2 * pairs,
      steps: this.steps,
      drawn: this.drawn,
      pliesPerGame: this.plies / Math.max(1, 2 * pairs),
      numbers: this.tuned.numbers.map((number, i) => ({
        ...number,
        end: shown(values[i]),
        chosen: chosen[i],
        spread: shown(Math.sqrt(variances[i])),
      })),
      course: course.map(({ games, values: then }) => ({ games, values: then.map(shown) })),
      test: test ?? null,
      verdict: isOver ? (reason === null ? 'accepted' : 'rejected') : null,
      reason,
    };
  }

  /** Writes an accepted estimate to where it is played, or kept for a gate. */
  install({ test }: SpsaResult): void {
    const { game } = this.config;
    const { folder, parametersFolder } = this.place;
    const { weights, parameters } = this.estimate();
    if (this.tuned.what === 'weights') {
      const file = join(folder, 'weights.json');
      writeFileAtomically(file, weightsText(weights));
      this.terminal.note(
        `${file} has the accepted weights; evalsmith gate tries them against those that are played`,
      );
      return;
    }
    const { pairs, estimate, sprt } = test!;
    const provenance = { ...this.provenance(), test: { pairs, elo: estimate?.elo ?? null, sprt } };
    const place = parametersPlace(game, parametersFolder);
    this.terminal.note(installParameters(game, place, this.start.parameters, parameters, provenance));
  }

  private provenance(): Record<string, unknown> {
    const { game, size, settings } = this.config;
    return {
      origin: 'spsa',
      size,
      weights: this.start.weights.sha256,
      seed: settings.seed,
      games: settings.games,
      nodes: settings.nodes,
      codeVersion: codeVersion('games', game.name),
    };
  }

  private estimate(): Heuristic {
    return this.tuned.player(this.perturbation.rounded(), this.provenance());
  }

  /** Estimate and start under names by which a match finds them again. */
  private contestants(): [Contestant, Contestant] {
    const participant = this.estimate();
    const { weights } = this.config.settings;
    const named = ({ parameters }: Heuristic, file = weights) =>
      `${file},${parameterList(parameters) || 'default'}`;
    const start = { name: named(this.start), participant: this.start };
    if (this.tuned.what === 'parameters') return [{ name: named(participant), participant }, start];
    const file = join(this.place.folder, 'candidate.json');
    writeFileAtomically(file, weightsText(participant.weights));
    return [{ name: named(participant, relative('.', file)), participant }, start];
  }

  private objection(test: MatchResult | undefined): string | null {
    if (test === undefined) return 'the estimate is the start';
    const { elo0, elo1 } = this.config.settings.test;
    if (test.sprt?.decision === 'H1') return null;
    return test.sprt?.decision === 'H0'
      ? `it is not better by ${elo1} rather than ${elo0}`
      : `nothing was decided in ${test.games} games`;
  }

  private jobOf(first: Heuristic, second: Heuristic): ReturnType<typeof matchJob> {
    const { game, size, settings } = this.config;
    const sides = [
      { name: 'plus', participant: first },
      { name: 'minus', participant: second },
    ] as const;
    return matchJob(game, size, sides, {
      ...picked(matchSettings, settings),
      seed: settings.seed,
      book: this.book,
    });
  }

  private *tasks(count: number, shouldStop: () => boolean) {
    const first = 2 * this.perturbation.pairs;
    for (let index = first; index < first + count; index++) {
      if (shouldStop()) return;
      yield { index, opening: this.openings.at((index >> 1) % this.openingsOfSteps)! };
    }
  }

  private take(step: SpsaStep): void {
    const pairs = step.pairs.reduce((sum, number) => sum + number, 0);
    this.perturbation.follow(pairs, wonOf(step.pairs));
    this.steps++;
    this.drawn += step.drawn;
    this.plies += step.plies;
    this.mark();
  }

  private mark(): void {
    this.course.push({ games: 2 * this.perturbation.pairs, values: [...this.perturbation.values] });
  }

  /** How many openings the steps play: as many as chosen, or half of those there are where these are few. */
  private countOpenings(): number {
    const { openingsOfSteps } = this.config.settings;
    if (openingsOfSteps !== null) {
      this.openings.provide(openingsOfSteps + 1);
      return openingsOfSteps;
    }
    const all = this.book?.openings.length ?? 2 * USUAL_OPENINGS;
    let there = 0;
    while (there < all && this.openings.at(there) !== undefined) there++;
    return Math.max(1, Math.min(USUAL_OPENINGS, there >> 1));
  }

  private tellRanges(): void {
    for (const { name, unit, start, least, most, cEnd, rEnd } of this.tuned.numbers.slice(0, 40))
      this.terminal.note(
        `${name}: from ${start}, ${least} to ${most} (${unit}), c ${cEnd}, r ${rEnd} at the end`,
      );
  }

  private valuesText(): string {
    const { values } = this.perturbation;
    const shown = this.tuned.numbers.slice(0, 4).map(({ name }, i) => `${name} ${values[i].toPrecision(4)}`);
    return shown.join(', ');
  }
}

/** The games of a step, in any order; one that comes a second time is the same. */
class StepTally {
  private readonly played = new Map<number, { points: number; plies: number }>();

  get games(): number {
    return this.played.size;
  }

  enter({ index, winner, plies }: PlayedGame): void {
    this.played.set(index, { points: winner === -1 ? 1 : winner === firstsSide(index) ? 2 : 0, plies });
  }

  step(): SpsaStep {
    const pairs = [0, 0, 0, 0, 0];
    let drawn = 0;
    let plies = 0;
    for (const [index, game] of this.played) {
      if (index % 2 === 0) pairs[game.points + this.played.get(index + 1)!.points]++;
      if (game.points === 1) drawn++;
      plies += game.plies;
    }
    return { pairs, drawn, plies };
  }
}

/** A run for people. */
export function spsaLines({ numbers, games, verdict, reason }: SpsaResult): string[] {
  const width = Math.max(...numbers.map(({ name }) => name.length));
  return [
    ...numbers.map(
      ({ name, start, end, chosen, spread }) =>
        `${name.padEnd(width)}  ${start} -> ${chosen} (estimate ${end}; by chance alone it would stray by ${spread})`,
    ),
    `${games} games`,
    ...(verdict === null ? [] : [reason === null ? verdict : `${verdict}: ${reason}`]),
  ];
}
