import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { benchPositions } from './bench.ts';
import type { Evaluator } from './evaluator.ts';
import type { Game } from './game.ts';
import { games } from './games/index.ts';
import { loadWeights } from './node/named-weights.ts';
import {
  type ChosenParameters,
  chosenParameters,
  defaultParameters,
  parameterList,
  type ParameterName,
  parameters,
  parametersOf,
  parseParameterList,
  readParameters,
} from './parameters.ts';
import { Player } from './player.ts';
import { legalMoves, winnerOf } from './position.ts';
import { Table } from './table.ts';
import { playRandomly, seededBelow } from './testing.ts';
import { evaluatorOf } from './weights.ts';

const folder = join(import.meta.dirname, 'parameters');
const names = Object.keys(parameters) as ParameterName[];
const fileText = (values: object, more: object = {}) =>
  JSON.stringify({ format: 'evalsmith-parameters-1', game: 'betsy', parameters: values, ...more });

test('every default lies in its range and is whole where values are', () => {
  expect(chosenParameters(defaultParameters)).toEqual({});
  for (const name of names) {
    const { least, most } = parameters[name];
    expect(least).toBeLessThan(most);
  }
});

test('a file changes what it names and nothing else', () => {
  const chosen = readParameters(fileText({ futilityDepth: 5, quiescencePlies: 6 }), 'betsy');
  expect(chosen).toEqual({ futilityDepth: 5 });
  expect(parametersOf(chosen)).toEqual({ ...defaultParameters, futilityDepth: 5 });
});

test('a list is read as it was written, in the order of declaration', () => {
  const chosen = parseParameterList('reductionBase=-0.25,futilityDepth=5,historyLimit=14');
  expect(parameterList(chosen)).toBe('futilityDepth=5,reductionBase=-0.25');
  expect(parseParameterList(parameterList(chosen))).toEqual(chosen);
});

test.each([
  ['{', 'it is not JSON'],
  ['{"format":"a","format":"b"}', 'it is not JSON'],
  ['[]', 'it is not a JSON object'],
  ['{}', 'its format is missing; expected "evalsmith-parameters-1"'],
  [fileText({}, { game: 'conga' }), 'it is for the game "conga"; expected "betsy"'],
  [fileText({}, { size: 5 }), 'it has the key "size"; expected format, game, parameters, provenance'],
  [fileText([]), 'its parameters are []; expected an object'],
  [fileText({ futility: 5 }), /"futility" is no search parameter; expected one of aspirationDepth, /],
  [fileText({ toString: 5 }), '"toString" is no search parameter'],
  [fileText({ futilityDepth: 2.5 }), 'futilityDepth is 2.5; expected a whole number from 0 to 127 (plies)'],
  [fileText({ futilityDepth: -1 }), 'futilityDepth is -1; expected a whole number from 0'],
  [fileText({ futilityMargin: '1' }), 'futilityMargin is "1"; expected a number from 0 to 20 (scale a ply)'],
  [fileText({ futilityMargin: null }), 'futilityMargin is null; expected a number'],
])('the file %s is refused', (text, reason) => {
  expect(() => readParameters(text, 'betsy')).toThrow(reason);
  expect(() => readParameters(text, 'betsy')).toThrow('the parameters file is refused: ');
});

test.each([
  ['futilityDepth', 'futilityDepth is ""; expected a whole number'],
  ['futilityDepth=4,futilityDepth=5', 'futilityDepth is given twice'],
  ['futilityDepth=five', 'futilityDepth is "five"'],
  ['=5', '"" is no search parameter'],
])('the list %s is refused', (text, reason) => {
  expect(() => parseParameterList(text)).toThrow(reason);
});

/** The nodes of searches one after another, each of which knows what the one before learnt. */
function nodesOf(game: Game, depth: number, chosen: ChosenParameters): number {
  const judge = evaluatorOf(loadWeights(game, game.usualSize, 'baseline:hand'), game);
  const { scale, endings } = judge;
  // As good as won early, so that progress counts in some of the positions.
  const evaluator: Evaluator = {
    scale,
    endings,
    won: scale >> 2,
    evaluate: (position) => judge.evaluate(position),
  };
  const player = new Player(game, evaluator, Table.ofMegabytes(1), parametersOf(chosen));
  return benchPositions(game, game.usualSize).reduce(
    (nodes, position) => nodes + player.choose(position, { depth }).nodes,
    0,
  );
}

// What a parameter decides about a rule that is off by default is seen where the rule is on.
const RULES: Readonly<Partial<Record<ParameterName, ChosenParameters>>> = {
  singularMargin: { singularDepth: 4 },
  probCutReduction: { probCutDepth: 3 },
  probCutMargin: { probCutDepth: 3 },
  correctionRate: { correctionShare: 1 },
};
// Only many cutoffs reach the limit of a history, and some rules are for deep nodes.
const DEEP: readonly ParameterName[] = ['historyLimit', 'singularDepth', 'singularMargin', 'tableAsStatic'];

test('every parameter is read by the search: for some value of each it takes other nodes', () => {
  for (const name of names) {
    const { least, most, default: usual } = parameters[name];
    const depth = DEEP.includes(name) ? 8 : 5;
    const rule = RULES[name] ?? {};
    const differs = games.some((game) => {
      const usualNodes = nodesOf(game, depth, rule);
      return [least, Math.min(most, 2 * usual + 1), most].some(
        (value) => nodesOf(game, depth, { ...rule, [name]: value }) !== usualNodes,
      );
    });
    expect([name, differs]).toEqual([name, true]);
  }
}, 240_000);

describe.each(games.map((game) => ({ name: game.name, game })))('in $name', ({ game }) => {
  test('whatever the parameters, a search ends with a legal move and leaves the position as it was', () => {
    const below = seededBelow(7);
    const evaluator = evaluatorOf(loadWeights(game, game.usualSize, 'baseline:hand'), game);
    for (let seed = 0; seed < 25; seed++) {
      const values = names.map((name) => {
        const { least, most, isWhole } = parameters[name];
        const share = [0, 1, below(1000) / 1000][below(3)];
        const value = least + share * (most - least);
        return [name, isWhole ? Math.round(value) : value];
      });
      const position = playRandomly(game, game.usualSize, seed, seed);
      if (winnerOf(position) !== -1) continue;
      const before = game.formatBoard(position);
      const table = Table.ofMegabytes(1);
      const player = new Player(game, evaluator, table, parametersOf(Object.fromEntries(values)));
      const { move } = player.choose(position, { nodes: 3000 });
      expect(legalMoves(position)).toContain(move);
      expect(game.formatBoard(position)).toBe(before);
    }
  });
});

test('the files of the package are of its games and are read', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'schema.json');
  for (const name of files) {
    const game = name.replace(/\.json$/, '');
    expect(games.map((known) => known.name)).toContain(game);
    readParameters(readFileSync(join(folder, name), 'utf8'), game);
  }
});

test('the README lists every parameter as it is declared', async () => {
  const rows = names.map((name) => {
    const { unit, default: usual, least, most, meaning } = parameters[name];
    return `| \`${name}\` | ${unit} | ${usual} | ${least} to ${most} | ${meaning} |`;
  });
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  const begin = '|---|---|---|---|---|\n';
  const head = text.slice(0, text.indexOf(begin) + begin.length);
  const rest = text.slice(text.indexOf('\n\n', head.length));
  await expect(`${head}${rows.join('\n')}${rest}`).toMatchFileSnapshot(join(folder, 'README.md'));
});
