import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raichu } from '../../engine/games/raichu/game.ts';
import type { Side } from '../../engine/position.ts';
import { gamesOf, positionsOf } from '../dataset/games.ts';
import { readManifest } from '../dataset/manifest.ts';
import { readOracle } from '../oracle/oracle-folder.ts';
import { readPuzzles } from '../puzzles/puzzle-file.ts';
import type { Explored, ValuedSpot } from '../site/exploration.ts';
import { openedOracles } from '../site/offered-oracles.ts';
import { answersOf } from '../site/served-oracles.ts';
import { outcomeOf } from '../tables/oracle.ts';
import { readOracleManifest } from '../tables/oracle-file.ts';
import { evalsmith } from '../testing/run-command.ts';
import { TestProcess, until } from '../testing/test-process.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-raichu-'));
const at = (...names: string[]) => join(root, ...names);

beforeAll(async () => {
  const { code, out } = await evalsmith([
    'oracle',
    'build',
    'raichu',
    '--size',
    '8',
    '--pieces',
    '2',
    '--workers',
    '1',
    '--out',
    at('two'),
  ]);
  expect([code, out[0]]).toEqual([0, 'raichu 8 with 2 pieces']);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a position is told with its value and the plies to the next capture or promotion', async () => {
  const board = `@.....$.${'.'.repeat(56)}`;
  const query = (text: string) =>
    evalsmith(['oracle', 'query', 'raichu', '8', 'w', text, '--oracle', at('two')]);
  expect((await query(board)).out[0]).toBe('won in 1 ply to the next conversion');
  const { code, notes } = await query(`@.....$.w${'.'.repeat(55)}`);
  expect([code, notes]).toEqual([
    2,
    [expect.stringContaining('is none of the positions that the oracle knows')],
  ]);
});

test('positions chosen at random are checked, and players are graded in them', async () => {
  expect((await evalsmith(['oracle', 'verify', at('two'), '--positions', '2000'])).code).toBe(0);
  const { code, out } = await evalsmith([
    'oracle',
    'grade',
    'random',
    'baseline:hand',
    '--oracle',
    at('two'),
    '--positions',
    '30',
    '--nodes',
    '50',
    '--json',
  ]);
  expect(code).toBe(0);
  const { grades } = JSON.parse(out[0]);
  // What is in the table of the player is played without a fault.
  expect(grades[1].kept).toBe(1);
  expect(grades[0].kept).toBeLessThan(1);
});

test('killed again and again and resumed, the same file comes out', async () => {
  const words = [
    'oracle',
    'build',
    'raichu',
    '--size',
    '8',
    '--pieces',
    '2',
    '--workers',
    '1',
    '--out',
    at('killed'),
  ];
  for (let kills = 0; kills < 3; kills++) {
    const build = new TestProcess(words);
    const file = at('killed.checkpoint', `${2 * kills}.bin`);
    await until(
      () => existsSync(file),
      () => `no ${file}: ${build.notes}`,
    );
    await build.kill();
  }
  expect((await evalsmith(words)).code).toBe(0);
  for (const file of ['values.bin', 'checks.bin', 'manifest.json'])
    expect(readFileSync(at('killed', file)).equals(readFileSync(at('two', file)))).toBe(true);
});

describe('self-play that an oracle ends', () => {
  const games = ['selfplay', 'raichu', '--games', '6', '--nodes', '60', '--workers', '1', '--seed', '3'];

  beforeAll(async () => {
    expect((await evalsmith([...games, '--oracle', at('two'), '--out', at('ended')])).code).toBe(0);
    expect((await evalsmith([...games, '--out', at('whole')])).code).toBe(0);
  });

  test('is adjudicated by the value of the first position that it knows', async () => {
    expect((await evalsmith(['dataset', 'verify', at('ended')])).code).toBe(0);
    const ended = [...gamesOf(at('ended'), readManifest(at('ended')))];
    expect(ended.filter(([{ end }]) => end === 'adjudicated').length).toBeGreaterThan(0);
    const { code, out } = await evalsmith([
      'dataset',
      'replay',
      at('ended'),
      '--game',
      '0',
      '--oracle',
      at('two'),
    ]);
    expect([code, out.at(-1)]).toEqual([0, 'played again from its seed: the same']);
    const other = await evalsmith(['dataset', 'replay', at('ended'), '--game', '0']);
    expect([other.code, other.notes.at(-1)]).toEqual([2, expect.stringContaining('expected it by --oracle')]);
  });

  test('is what whole games come to when they are relabelled', async () => {
    const words = ['dataset', 'relabel', at('whole'), '--oracle', at('two'), '--out', at('exact')];
    const { code, out } = await evalsmith(words);
    expect([code, out[1]]).toEqual([
      0,
      expect.stringMatching(/^\d games known to the oracle, \d results changed$/),
    ]);
    expect((await evalsmith(['dataset', 'verify', at('exact')])).code).toBe(0);
    const [ended, exact] = ['ended', 'exact'].map((name) => [...gamesOf(at(name), readManifest(at(name)))]);
    expect(exact).toEqual(ended);
  });

  test('positions on their own get their values as results and scores', async () => {
    await evalsmith(['dataset', 'dedupe', at('whole'), '--mode', 'none', '--out', at('positions')]);
    await evalsmith([
      'dataset',
      'relabel',
      at('positions'),
      '--oracle',
      at('two'),
      '--out',
      at('exact-positions'),
    ]);
    const { oracle } = readOracle(at('two'));
    const rows = (name: string) => [...positionsOf(at(name), readManifest(at(name)), true)];
    const before = rows('positions');
    let known = 0;
    rows('exact-positions').forEach((row, i) => {
      const position = raichu.parseBoard(8, raichu.players.indexOf(row.player) as Side, row.board);
      if (!oracle.knows(position)) expect(row).toEqual(before[i]);
      else {
        known++;
        const value = oracle.valueOf(position);
        expect([row.result, Math.sign(row.score!)]).toEqual([(1 + Math.sign(value)) / 2, Math.sign(value)]);
      }
    });
    expect(known).toBeGreaterThan(0);
  });
});

describe('wrong or damaged tables are refused by name', () => {
  const position = ['raichu', '8', 'w', `@.....$.${'.'.repeat(56)}`];
  test.each([
    [
      'a board of no endings',
      ['oracle', 'build', 'raichu', '--size', '10', '--pieces', '3', '--out', at('no')],
      'raichu 10 with 3 pieces cannot be solved',
    ],
    [
      'too many pieces',
      ['oracle', 'build', 'raichu', '--size', '8', '--pieces', '5', '--out', at('no')],
      'raichu 8 with 5 pieces cannot be solved',
    ],
    [
      'the oracle of another board',
      ['oracle', 'query', 'raichu', '10', 'w', '.', '--oracle', at('two')],
      'expected one of raichu 10',
    ],
    [
      'self-play on another board',
      ['selfplay', 'raichu', '--size', '10', '--oracle', at('two'), '--out', at('no')],
      'is of raichu 8 with 2 pieces; expected one of raichu 10',
    ],
    [
      'relabelling another game',
      ['dataset', 'relabel', join('datasets', 'betsy-sample'), '--oracle', at('two'), '--out', at('no')],
      'expected one of betsy',
    ],
  ])('%s', async (_, words, message) => {
    const { code, out, notes } = await evalsmith(words);
    expect([code, out, notes]).toEqual([2, [], [expect.stringContaining(message)]]);
  });

  test('values of which a byte was changed', async () => {
    cpSync(at('two'), at('bad'), { recursive: true });
    const values = readFileSync(at('two', 'values.bin'));
    writeFileSync(
      at('bad', 'values.bin'),
      values.map((byte, i) => (i === 17 ? byte ^ 1 : byte)),
    );
    for (const words of [
      ['oracle', 'query', ...position, '--oracle'],
      ['move', ...position, '--oracle'],
      ['oracle', 'verify'],
    ]) {
      const { code, notes } = await evalsmith([...words, at('bad')]);
      expect([code, notes]).toEqual([2, [expect.stringContaining(`${at('bad')} is damaged: values.bin`)]]);
    }
    copyFileSync(at('two', 'manifest.json'), at('bad', 'checks.bin'));
    const { code, notes } = await evalsmith(['oracle', 'query', ...position, '--oracle', at('bad')]);
    expect([code, notes]).toEqual([2, [expect.stringContaining('checks.bin')]]);
  });
});

test('the Explorer is answered what oracle query says, with the longest wins of the table', async () => {
  const answer = answersOf(openedOracles([at('two')]));
  const ask = (question: string, query: Record<string, string> = {}) =>
    answer(['oracles', 'raichu-8-with-2-pieces', question], new URLSearchParams(query));
  const board = `w..................$${'.'.repeat(44)}`;
  const known = (await ask('position', { player: 'w', board })) as Explored;
  const { out } = await evalsmith([
    'oracle',
    'query',
    'raichu',
    '8',
    'w',
    board,
    '--oracle',
    at('two'),
    '--json',
  ]);
  const { value, plies, moves } = JSON.parse(out[0]) as {
    value: string;
    plies: number;
    moves: { move: string }[];
  };
  expect([outcomeOf(known.value), Math.abs(known.value)]).toEqual([value, plies]);
  expect(known.moves.map(({ move }) => move)).toEqual(moves.map(({ move }) => move));
  const longest = (await ask('longest')) as ValuedSpot[];
  const { counts } = readOracleManifest(at('two'));
  expect(Math.max(...longest.map((spot) => spot.value))).toBe(counts.longestWin);
});

test('puzzles are drawn from the endings, each a win that the other moves give away', async () => {
  const words = [
    'puzzles',
    'raichu',
    '--oracle',
    at('two'),
    '--count',
    '2',
    '--candidates',
    '2',
    '--plies',
    '2',
    '--nodes',
    '200',
    '--out',
    at('puzzles.csv'),
  ];
  expect((await evalsmith(words)).code).toBe(0);
  const puzzles = readPuzzles(at('puzzles.csv'));
  expect(puzzles.length).toBeGreaterThan(0);
  const { oracle } = readOracle(at('two'));
  for (const { player, board, best } of puzzles) {
    const position = raichu.parseBoard(8, raichu.players.indexOf(player) as Side, board);
    const won = oracle.movesOf(position).filter(({ value }) => value > 0);
    expect(won.map(({ move }) => raichu.formatMove(position, move))).toEqual([best]);
  }
});
