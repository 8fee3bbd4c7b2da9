import { makeFolder, needNewFolder } from '../store/new-folder.ts';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { Game } from '../../engine/game.ts';
import { gameNamed } from '../../engine/games/index.ts';
import { namedParameters, parametersName } from '../../engine/node/named-parameters.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { type CommandValues, commandText } from '../settings/command-form.ts';
import { picked } from '../settings/setting.ts';
import { identityOf, parseParticipant, weightsNameOf } from '../play/participants.ts';
import { startProgress } from '../process/progress.ts';
import { randomFrom, shuffled } from '../statistics/random.ts';
import { codeVersion } from '../store/identity.ts';
import { isFinished } from '../store/own-folder.ts';
import { hasRun, readResult, writeRunFolder } from '../store/run-folder.ts';
import { type GradeResult, RESULT_FORMAT } from '../store/runs.ts';
import { tableLines } from '../process/text-table.ts';
import { bandText, type Budget, type Graded, grade, isChoice, type Question, questionsOf } from './grade.ts';
import { gradeForm, gradeSettings } from './oracle-forms.ts';
import { outcomeOf } from '../tables/oracle.ts';
import { readOracle } from './oracle-folder.ts';
import { readSample } from './sample.ts';
import { checkCount } from './truth-dataset.ts';

const USUAL_POSITIONS = 1000;
const USUAL_NODES = [0, 100, 1000, 10_000];

type GradeSettings = Omit<CommandValues<typeof gradeForm>, 'json'>;

/** Grades players on the same sample of positions; with `out` also writes a run folder. */
export function runGrade(settings: GradeSettings, terminal: Terminal): GradeResult {
  const { out } = settings;
  if (out !== null && !hasRun(out)) needNewFolder(out);
  const nodes = settings.seconds === null ? (settings.nodes ?? USUAL_NODES) : null;
  const limits: Budget[] =
    nodes?.map((most) => ({ nodes: most })) ?? settings.seconds!.map((seconds) => ({ seconds }));
  const { game, size, path, sha256, count, questionsOf } = truthOf(settings);
  // Players are of the game by its rules, though the oracle may be of a variant.
  const byRules = gameNamed(game.name)!;
  const parameters = namedParameters(byRules, settings.parameters);
  const players = settings.players.map((name) => {
    const participant = parseParticipant(byRules, size, name, 'PLAYER', parameters);
    if (participant.kind === 'command')
      throw new InputError(`PLAYER is ${JSON.stringify(name)}; a program has no score or nodes to grade`);
    // Chance searches nothing, whatever the nodes.
    const budgets = participant.kind === 'random' ? [{ nodes: 0 }] : limits;
    return { name, graded: participant satisfies Graded, identity: identityOf(participant), budgets };
  });
  const inputs = players.flatMap(({ name, graded }) =>
    graded.kind === 'weights' ? [{ path: weightsNameOf(name), sha256: graded.weights.sha256 }] : [],
  );
  const values = {
    ...picked(gradeSettings, settings),
    players: settings.players,
    nodes,
    positions: count,
    parameters: parametersName(game, parameters),
  };
  const run = {
    kind: 'grade' as const,
    settings: values,
    seed: settings.seed,
    codeVersion: codeVersion('grade', game.name),
    inputs: [{ path, sha256 }, ...inputs],
    status: 'done' as const,
  };
  if (out !== null && isFinished(out, run)) {
    terminal.note(`${out} has these grades already`);
    return readResult(out, 'grade');
  }
  const questions = questionsOf();
  const total = players.reduce((sum, { budgets }) => sum + budgets.length * questions.length, 0);
  const progress = startProgress(total, 'positions', terminal);
  let done = 0;
  const grades = players.flatMap(({ name, graded, identity, budgets }) =>
    budgets.map((budget) => ({
      name,
      identity,
      ...grade(game, graded, budget, questions, () => progress.update(++done, name)),
    })),
  );
  progress.end();
  const countOf = (outcome: string) => questions.filter(({ value }) => outcomeOf(value) === outcome).length;
  const result: GradeResult = {
    format: RESULT_FORMAT,
    kind: 'grade',
    game: game.name,
    size,
    oracle: sha256,
    seed: settings.seed,
    positions: {
      won: countOf('won'),
      drawn: countOf('drawn'),
      lost: countOf('lost'),
      choices: questions.filter(isChoice).length,
    },
    grades,
  };
  if (out !== null)
    makeFolder(out, (folder) => {
      const write = (name: string, rows: object[]) =>
        writeFileAtomically(join(folder, name), stringify(rows, { header: true }));
      write('grades.csv', gradeRows(result));
      write('bands.csv', bandRows(result));
      write('calibration.csv', calibrationRows(result));
      writeRunFolder(folder, { ...run, command: commandText(gradeForm, { ...values, out }) }, result);
    });
  return result;
}

/** What players are graded by: values of positions, from an oracle or a sample. */
interface Truth {
  game: Game;
  size: number;
  path: string;
  sha256: string;
  /** How many positions are chosen. */
  count: number;
  questionsOf: () => Question[];
}

function truthOf({ oracle: folder, sample, positions, seed }: GradeSettings): Truth {
  if ((folder === null) === (sample === null)) throw new InputError('expected either --oracle or --sample');
  const random = randomFrom(seed, 'oracle');
  if (sample !== null) {
    const { questions, ...truth } = readSample(sample);
    if (positions !== null && positions > questions.length)
      throw new InputError(`--positions is ${positions}; the sample has ${questions.length}`);
    const count = positions ?? questions.length;
    return { ...truth, path: sample, count, questionsOf: () => shuffled(questions, random).slice(0, count) };
  }
  const { oracle, manifest } = readOracle(folder!);
  const { game, size } = oracle;
  const count = positions ?? Math.min(USUAL_POSITIONS, oracle.distinct);
  checkCount(oracle, count);
  return {
    game,
    size,
    path: folder!,
    sha256: manifest.sha256,
    count,
    questionsOf: () => questionsOf(oracle, oracle.sample(count, random)),
  };
}

function gradeRows({ grades }: GradeResult): object[] {
  return grades.map(({ name, nodes, seconds, kept, keptChoices, blunders, score }) => ({
    player: name,
    nodes,
    seconds,
    kept,
    kept_choices: keptChoices,
    blunders,
    sign: score?.sign,
    rank: score?.rank,
    squared_error: score?.squaredError,
  }));
}

function bandRows({ grades }: GradeResult): object[] {
  return grades.flatMap(({ name, nodes, bands }) => bands.map((band) => ({ player: name, nodes, ...band })));
}

function calibrationRows({ grades }: GradeResult): object[] {
  return grades.flatMap(({ name, nodes, score }) =>
    (score?.calibration ?? []).map((bin) => ({ player: name, nodes, ...bin })),
  );
}

function searched(nodes: number, seconds: number | undefined): string {
  return seconds === undefined ? String(nodes) : `${nodes} in ${seconds} s`;
}

/** The grades for people: a line a player and number of nodes, then how the values are kept by distance. */
export function gradeLines({ game, size, positions, grades }: GradeResult): string[] {
  const { won, drawn, lost, choices } = positions;
  const percent = (share: number | null | undefined) =>
    share == null ? '-' : `${(100 * share).toFixed(1)}%`;
  const decimal = (number: number | null | undefined) => (number == null ? '-' : number.toFixed(3));
  const rows = grades.map(({ name, nodes, seconds, kept, keptChoices, blunders, score }) => [
    name,
    searched(nodes, seconds),
    percent(kept),
    percent(keptChoices),
    percent(blunders),
    percent(score?.sign),
    decimal(score?.rank),
    decimal(score?.squaredError),
  ]);
  // Every move keeps a loss, so those bands say nothing.
  const shown = grades[0].bands.filter(({ value }) => value !== 'lost');
  const heading = shown.map(bandText);
  const bands = grades.map(({ name, nodes, seconds, bands: its }) => [
    name,
    searched(nodes, seconds),
    ...its.filter(({ value }) => value !== 'lost').map(({ kept }) => percent(kept)),
  ]);
  return [
    `${game} ${size}: ${won + drawn + lost} positions: ${won} won, ${drawn} drawn, ${lost} lost; in ${choices} of them moves differ in value`,
    ...tableLines([
      ['player', 'nodes', 'value kept', 'of choices', 'blunders', 'sign', 'rank', 'squared error'],
      ...rows,
    ]),
    '',
    'value kept, by true value and plies to the end',
    ...tableLines([['player', 'nodes', ...heading], ...bands]),
  ];
}
