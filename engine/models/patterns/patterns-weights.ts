import type { Game } from '../../game.ts';
import type { Position } from '../../position.ts';
import {
  type Contribution,
  isObject,
  type Model,
  type Parts,
  refuse,
  shown,
  type Weights,
} from '../model.ts';
import { checkFeatureWeights, featureContributions, weightsByName } from '../linear/linear-weights.ts';
import {
  combinationName,
  combinationNamed,
  type PatternTable,
  PatternTables,
  tablesOf,
} from './pattern-tables.ts';
import { type PatternNumbers, PatternsEvaluator } from './patterns-evaluator.ts';

/** Weights over what stands on sets of squares, and over named features. */
export interface PatternsWeights extends Weights {
  kind: 'patterns';
  /** The id of the patterns, and of the features. */
  patterns: string;
  features: string;
  weights: {
    /** By name; a feature that is not named has the weight 0. */
    features: Record<string, number>;
    /** By table, then by combination; those that are not named have the weight 0. */
    patterns: Record<string, Record<string, number>>;
  };
}

const INT16 = 32_767;

export const patternsModel: Model<PatternsWeights> = {
  kind: 'patterns',
  keys: ['patterns', 'features'],
  check(weights, game) {
    const tables = tablesOf(game) ?? refuse(`it weighs patterns; ${game.name} declares none`);
    const { id } = tables.patterns;
    if (weights.patterns !== id)
      refuse(`it weighs the patterns ${shown(weights.patterns)}; this program has ${shown(id)}`);
    if (weights.features !== game.features.id)
      refuse(
        `it weighs the features ${shown(weights.features)}; this program has ${shown(game.features.id)}`,
      );
    const { weights: numbers } = weights;
    if (!isObject(numbers) || !isObject(numbers.features) || !isObject(numbers.patterns))
      refuse(`it has no weights, but ${shown(numbers)}; expected an object of features and patterns`);
    const strange = Object.keys(numbers).find((key) => key !== 'features' && key !== 'patterns');
    if (strange !== undefined)
      refuse(`its weights have the key ${shown(strange)}; expected features and patterns`);
    checkFeatureWeights(numbers.features, game);
    for (const [name, entries] of Object.entries(numbers.patterns)) {
      const table =
        tables.list.find((known) => known.name === name) ??
        refuse(`it has weights for ${shown(name)}, which is no pattern of ${game.name}`);
      if (!isObject(entries))
        refuse(`its weights for ${shown(name)} are ${shown(entries)}; expected an object`);
      for (const [combination, weight] of Object.entries(entries)) checkEntry(table, combination, weight);
    }
  },
  evaluator(weights, game) {
    return new PatternsEvaluator(game, tablesOf(game)!, numbersOf(weights, game), weights.scale);
  },
  over: ({ patterns, features, weights }) =>
    `the patterns ${patterns}, ${countOf(weights.patterns)} combinations of them, and the features ${features}`,
  byFeature({ weights: { features, patterns } }, game) {
    const named = Object.entries(patterns).flatMap(([table, entries]) =>
      Object.entries(entries).map(([combination, weight]) => [`${table}: ${combination}`, weight] as const),
    );
    return { ...weightsByName(features, game), ...Object.fromEntries(named) };
  },
  contributions(weights, game, position) {
    const tables = tablesOf(game)!;
    const numbers = numbersOf(weights, game);
    const evaluator = new PatternsEvaluator(game, tables, numbers, weights.scale);
    return [
      ...featureContributions(game, position, weightsByName(weights.weights.features, game)),
      ...patternContributions(tables, numbers, evaluator, position),
    ];
  },
};

function patternContributions(
  tables: PatternTables,
  { combinations }: PatternNumbers,
  evaluator: PatternsEvaluator<Position>,
  position: Position,
): Contribution[] {
  const byName = new Map<string, Contribution>();
  for (const [combination, count] of evaluator.combinationsOn(position)) {
    const table = tables.tableOf(combination);
    const feature = `${table.name}: ${combinationName(table, table.shared[combination - table.start])}`;
    const weight = combinations[combination];
    const value = (byName.get(feature)?.value ?? 0) + count;
    byName.set(feature, { feature, value, weight, contribution: value * weight });
  }
  return [...byName.values()];
}

function checkEntry(table: PatternTable, combination: string, weight: unknown): void {
  const where = `${table.name}: ${combination}`;
  if (combinationNamed(table, combination) === undefined)
    refuse(
      `it has a weight for ${shown(where)}, which is no combination, has no piece, or is the same as another by a symmetry`,
    );
  if (!Number.isSafeInteger(weight) || Math.abs(weight as number) > INT16)
    refuse(
      `its weight for ${shown(where)} is ${shown(weight)}; expected a whole number from -${INT16} to ${INT16}`,
    );
}

function countOf(patterns: PatternsWeights['weights']['patterns']): number {
  return Object.values(patterns).reduce((sum, entries) => sum + Object.keys(entries).length, 0);
}

function numbersOf({ weights }: Parts<PatternsWeights>, game: Game): PatternNumbers {
  const tables = tablesOf(game)!;
  const combinations = new Int16Array(tables.length);
  for (const table of tables.list) {
    const named = Object.hasOwn(weights.patterns, table.name) ? weights.patterns[table.name] : {};
    const own = combinations.subarray(table.start, table.start + table.length);
    for (const [name, weight] of Object.entries(named)) own[combinationNamed(table, name)!] = weight;
    for (let i = 0; i < own.length; i++) if (table.shared[i] !== -1) own[i] = own[table.shared[i]];
  }
  return { features: Object.values(weightsByName(weights.features, game)), combinations };
}

/** Weights of patterns to be sealed, from those of features and of combinations that stand for all that are the same; 0 is left out. */
export function patternsParts(
  game: Game,
  {
    features,
    combinations,
    ...heading
  }: Pick<PatternsWeights, 'size' | 'scale' | 'provenance'> & {
    features: Record<string, number>;
    combinations: ReadonlyMap<number, number>;
  },
): Parts<PatternsWeights> {
  const tables = tablesOf(game)!;
  const patterns: PatternsWeights['weights']['patterns'] = {};
  for (const combination of [...combinations.keys()].toSorted((a, b) => a - b)) {
    const weight = combinations.get(combination)!;
    if (weight === 0) continue;
    const table = tables.tableOf(combination);
    (patterns[table.name] ??= {})[combinationName(table, combination - table.start)] = weight;
  }
  const named = Object.entries(features).filter(([, weight]) => weight !== 0);
  return {
    ...heading,
    kind: 'patterns',
    patterns: tables.patterns.id,
    features: game.features.id,
    weights: { features: Object.fromEntries(named), patterns },
  };
}
