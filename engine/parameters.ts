// The constants of the search as data: every number in it that could as well be another is declared here, once.
import { InputError } from './input-error.ts';
import { isObject, parseBounded, shown } from './json-text.ts';

export const PARAMETERS_FORMAT = 'evalsmith-parameters-1';

/** One constant of the search. */
export interface Parameter {
  /** `scale` is the evaluator's: a margin of 1 moves an even game to a win probability of 73 %. */
  readonly unit: string;
  readonly default: number;
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
  readonly meaning: string;
}

// Deeper than any search: a rule that begins there is off.
const NEVER = 127;

const whole = (usual: number, least: number, most: number, unit: string, meaning: string): Parameter => ({
  unit,
  default: usual,
  least,
  most,
  isWhole: true,
  meaning,
});

const real = (...declared: Parameters<typeof whole>): Parameter => ({
  ...whole(...declared),
  isWhole: false,
});

const DECLARED = {
  aspirationDepth: whole(4, 1, NEVER, 'plies', 'from this depth on the root is searched in a window'),
  aspirationMargin: real(0.06, 0.001, 20, 'scale', 'how far that window reaches from the last score'),
  aspirationSwing: real(0, 0, 4, 'times', 'and farther by so much of the difference of the last two scores'),
  aspirationGrowth: whole(4, 2, 64, 'times', 'how much wider it becomes when it fails'),
  iterativeDepth: whole(
    NEVER,
    2,
    NEVER,
    'plies',
    'from this depth on a node without a table move is searched a ply less deep',
  ),
  singularDepth: whole(
    NEVER,
    4,
    NEVER,
    'plies',
    'from this depth on a table move that beats all others is searched a ply deeper',
  ),
  singularMargin: real(0.02, 0, 4, 'scale a ply', 'by how much it must beat them'),
  probCutDepth: whole(
    NEVER,
    3,
    NEVER,
    'plies',
    'from this depth on a shallow search may stand for the deep one',
  ),
  probCutReduction: whole(4, 1, 16, 'plies', 'how much shallower it is'),
  probCutMargin: real(0.5, 0, 20, 'scale', 'how far its score must lie beyond the window'),
  tableInQuiescence: whole(0, 0, 1, 'off or on', 'whether quiescence uses the table'),
  tableAsStatic: whole(0, 0, 1, 'off or on', 'whether the score of a table entry betters the static score'),
  correctionShare: real(
    0,
    0,
    2,
    'times',
    'how much of the mean error in positions of one structure is taken off the static score',
  ),
  correctionRate: real(0.01, 0.0001, 0.05, 'share a ply', 'how fast that mean follows'),
  nullMoveDepth: whole(3, 1, NEVER, 'plies', 'the least depth at which passing is tried'),
  nullMoveReduction: whole(3, 1, 16, 'plies', 'how much less deep a pass is searched'),
  reverseFutilityDepth: whole(6, 0, NEVER, 'plies', 'the most depth that a static score can cut off'),
  reverseFutilityMargin: real(0.3, 0, 20, 'scale a ply', 'how far it must lie above beta'),
  improvingPlies: whole(
    0,
    0,
    8,
    'plies',
    'by how much less deep it counts where the static score has grown in two plies',
  ),
  futilityDepth: whole(4, 0, NEVER, 'plies', 'the most depth at which hopeless quiet moves are pruned'),
  futilityBase: real(0.2, 0, 20, 'scale', 'how far below alpha is hopeless, at least'),
  futilityMargin: real(0.3, 0, 20, 'scale a ply', 'and how much farther with each ply'),
  lateMoveDepth: whole(3, 0, NEVER, 'plies', 'the most depth at which late quiet moves are pruned'),
  lateMoveBase: whole(3, 1, 1000, 'moves', 'how many moves come before late ones, at least'),
  lateMoveGrowth: real(2, 0, 100, 'moves a squared ply', 'and how many more with depth'),
  reductionDepth: whole(
    3,
    2,
    NEVER,
    'plies',
    'the least depth at which late quiet moves are searched less deep',
  ),
  reductionMoves: whole(3, 1, 1000, 'moves', 'how many moves come before those'),
  reductionBase: real(0.5, -4, 8, 'plies', 'a move is searched less deep by this'),
  reductionDivisor: real(
    2.2,
    0.2,
    100,
    'plies^-1',
    'and by ln(depth) ln(number of the move) over this, rounded down',
  ),
  reductionWorsening: real(
    0,
    0,
    4,
    'plies',
    'how much less deep moves are searched where the static score has not grown in two plies',
  ),
  rootReductionMoves: whole(1000, 1, 1000, 'moves', 'how many moves come before reduced ones at the root'),
  quiescencePlies: whole(
    6,
    0,
    60,
    'plies',
    'how long captures, promotions and threats are followed beyond the depth',
  ),
  historyBonus: whole(
    400,
    1,
    4096,
    'points',
    'the most that a cutoff adds to the history of its move: the squared depth, up to this',
  ),
  historyLimit: whole(14, 8, 19, 'bits', 'the size of the largest history'),
  continuationOne: whole(
    0,
    0,
    4,
    'times',
    'how much the history of answers to the last move counts in the order of moves',
  ),
  continuationTwo: whole(0, 0, 4, 'times', 'and that of moves after the move before'),
  progressCredit: real(
    0.15,
    0,
    4,
    'scale',
    'what a capture or promotion counts more at the root of a game as good as won, and as much again after 32 quiet plies',
  ),
  historyDecay: whole(3, 0, 31, 'bits', 'how much of it a new search forgets'),
  contempt: real(
    0,
    0,
    20,
    'scale',
    'how much less than nothing a draw by repetition or by rule is worth, times the probability of winning that the position shows',
  ),
} as const satisfies Record<string, Parameter>;

/** The name of one. */
export type ParameterName = keyof typeof DECLARED;

/** Every constant of the search by its name. */
export const parameters: Readonly<Record<ParameterName, Parameter>> = DECLARED;

/** A value for each. */
export type SearchParameters = Readonly<Record<ParameterName, number>>;

/** The values that are not the default, in the order of declaration: what a run records. */
export type ChosenParameters = Readonly<Partial<SearchParameters>>;

const NAMES = Object.keys(DECLARED) as ParameterName[];

/** The default of each. */
export const defaultParameters: SearchParameters = parametersOf({});

/** All values, of those that were chosen. */
export function parametersOf(chosen: ChosenParameters): SearchParameters {
  const entries = NAMES.map((name) => [name, chosen[name] ?? DECLARED[name].default]);
  return Object.fromEntries(entries) as SearchParameters;
}

/** What is wrong with values by name, in a few words; undefined where nothing is. */
export function parametersFault(values: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, value] of Object.entries(values)) {
    if (!Object.hasOwn(DECLARED, name))
      return `${shown(name)} is no search parameter; expected one of ${NAMES.join(', ')}`;
    const { least, most, isWhole, unit } = DECLARED[name as ParameterName];
    const isRight = isWhole ? Number.isSafeInteger(value) : Number.isFinite(value);
    if (isRight && (value as number) >= least && (value as number) <= most) continue;
    const kind = isWhole ? 'a whole number' : 'a number';
    return `${name} is ${shown(value)}; expected ${kind} from ${least} to ${most} (${unit})`;
  }
  return undefined;
}

/** Values by name, checked, without those that are the default; throws an InputError. */
export function chosenParameters(values: Readonly<Record<string, unknown>>): ChosenParameters {
  const fault = parametersFault(values);
  if (fault !== undefined) throw new InputError(fault);
  const given = values as ChosenParameters;
  const differ = NAMES.filter((name) => (given[name] ?? DECLARED[name].default) !== DECLARED[name].default);
  // Without a second way to write 0.
  return Object.fromEntries(differ.map((name) => [name, given[name]! + 0]));
}

/** Reads a file of parameters for a game; throws an InputError that says why it is refused. */
export function readParameters(text: string, game: string): ChosenParameters {
  const refuse = (reason: string): never => {
    throw new InputError(`the parameters file is refused: ${reason}`);
  };
  let file: unknown;
  try {
    file = parseBounded(text);
  } catch {
    return refuse('it is not JSON');
  }
  if (!isObject(file)) return refuse('it is not a JSON object');
  const { format, game: itsGame, parameters: values } = file;
  if (format !== PARAMETERS_FORMAT)
    refuse(`its format is ${shown(format)}; expected ${shown(PARAMETERS_FORMAT)}`);
  if (itsGame !== game) refuse(`it is for the game ${shown(itsGame)}; expected ${shown(game)}`);
  const strange = Object.keys(file).find((key) => !KEYS.includes(key));
  if (strange !== undefined) refuse(`it has the key ${shown(strange)}; expected ${KEYS.join(', ')}`);
  if (!isObject(values)) return refuse(`its parameters are ${shown(values)}; expected an object`);
  const fault = parametersFault(values);
  return fault === undefined ? chosenParameters(values) : refuse(fault);
}

// The provenance is whatever the tuner, or a person, has to say of the values.
const KEYS = ['format', 'game', 'parameters', 'provenance'];

/** NAME=VALUE,NAME=VALUE: how parameters are typed, and how they stand in an identity. */
export function parameterList(chosen: ChosenParameters): string {
  return Object.entries(chosen)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}

/** Reads such a list; throws an InputError. */
export function parseParameterList(text: string): ChosenParameters {
  const values: Record<string, unknown> = {};
  for (const item of text.split(',')) {
    const [name, value = ''] = item.split('=', 2);
    if (Object.hasOwn(values, name)) throw new InputError(`${name} is given twice`);
    values[name] = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(value) ? Number(value) : value;
  }
  return chosenParameters(values);
}
