import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMove } from '../../engine/game.ts';
import { betsy } from '../../engine/games/betsy/game.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { usualParameters } from '../../engine/node/named-parameters.ts';
import { parametersOf } from '../../engine/parameters.ts';
import { Player } from '../../engine/player.ts';
import { legalMoves, type Side } from '../../engine/position.ts';
import { winProbability } from '../../engine/score.ts';
import { evaluatorOf } from '../../engine/weights.ts';
import { gamesOf } from '../dataset/games.ts';
import { readManifest } from '../dataset/manifest.ts';
import { evalsmith } from '../testing/run-command.ts';
import { difficultyOf, effortOf } from './effort.ts';
import { gradedPuzzles } from './find-puzzles.ts';
import type { Puzzle } from './puzzle.ts';
import { PUZZLE_COLUMNS, puzzlesText, readPuzzles } from './puzzle-file.ts';

const parameters = parametersOf(usualParameters(betsy));

let room: string;
const at = (name: string) => join(room, name);

beforeAll(async () => {
  room = mkdtempSync(join(tmpdir(), 'evalsmith-puzzles-'));
  const made = [
    ['oracle', 'build', 'betsy', '--size', '3', '--out', at('oracle')],
    [
      'selfplay',
      'betsy',
      '--size',
      '3',
      '--nodes',
      '60',
      '--games',
      '30',
      '--workers',
      '1',
      '--out',
      at('games'),
    ],
    [
      'match',
      'baseline:hand',
      'random',
      '--game',
      'betsy',
      '--size',
      '3',
      '--nodes',
      '60',
      '--games',
      '4',
    ].concat(['--workers', '1', '--out', at('match')]),
  ];
  for (const words of made) expect(await evalsmith(words)).toMatchObject({ code: 0 });
}, 60_000);

afterAll(() => rmSync(room, { recursive: true, force: true }));

const puzzles = (...words: string[]) => evalsmith(['puzzles', 'betsy', ...words]);

async function found(...words: string[]): Promise<Puzzle[]> {
  const { code, notes } = await puzzles(...words, '--out', at('found.csv'));
  expect([code, notes]).toMatchObject([0, expect.anything()]);
  return readPuzzles(at('found.csv'));
}

const positionOf = ({ player, board }: Puzzle) =>
  betsy.parseBoard(3, betsy.players.indexOf(player) as Side, board);

describe('evalsmith puzzles of an oracle', () => {
  test('finds positions that one move alone wins, with what is true of them', async () => {
    const some = await found('--oracle', at('oracle'), '--count', '12', '--nodes', '2000');
    expect(some).toHaveLength(12);
    for (const puzzle of some) {
      const asked = ['3', puzzle.player, puzzle.board, '--oracle', at('oracle'), '--json'];
      const { out } = await evalsmith(['oracle', 'query', 'betsy', ...asked]);
      const { value, plies, moves } = JSON.parse(out[0]) as {
        value: string;
        plies: number;
        moves: { move: string; value: string }[];
      };
      expect([value, puzzle.plies]).toEqual(['won', plies]);
      expect(plies).toBeGreaterThanOrEqual(3);
      const winning = moves.filter((move) => move.value === 'won');
      expect(winning.map(({ move }) => move)).toEqual([puzzle.best]);
      expect(moves).toHaveLength(puzzle.moves);
      const losing = moves.filter((move) => move.value === 'lost').length;
      expect(puzzle.losing).toBeCloseTo(losing / (moves.length - 1), 3);
      expect([puzzle.gap, puzzle.swing, puzzle.disagreement]).toEqual([null, null, null]);
    }
    const difficulties = some.map(({ difficulty }) => difficulty);
    expect(difficulties).toEqual(difficulties.toSorted((a, b) => a - b));
  });

  test('tells after how many nodes the player has the move, which is what it plays with as many', async () => {
    const some = await found('--oracle', at('oracle'), '--count', '30', '--nodes', '500');
    expect(some.some(({ nodes }) => nodes === null)).toBe(true);
    const player = new Player(betsy, evaluatorOf(loadWeights(betsy, 3), betsy), undefined, parameters);
    for (const puzzle of some) {
      const position = positionOf(puzzle);
      const chosen = (nodes: number) => {
        player.forget();
        return betsy.formatMove(position, player.choose(position, { nodes }).move);
      };
      const { best, nodes, difficulty } = puzzle;
      if (nodes === null) {
        expect(chosen(500)).not.toBe(best);
        expect(difficulty).toBeCloseTo(Math.log2(500) + 1, 1);
      } else {
        for (const more of [0, 1, 50]) if (nodes + more <= 500) expect(chosen(nodes + more)).toBe(best);
        expect(difficulty).toBeCloseTo(Math.log2(nodes), 1);
      }
    }
  });

  test('prints the same for the same seed and others for another, each position once', async () => {
    const words = ['--oracle', at('oracle'), '--count', '5', '--nodes', '100'];
    const [one, again, other] = [
      await puzzles(...words),
      await puzzles(...words),
      await puzzles(...words, '--seed', '2'),
    ];
    expect(one.out[0]).toBe(PUZZLE_COLUMNS.join(','));
    expect(one.out).toHaveLength(6);
    expect(new Set(one.out).size).toBe(6);
    expect(again.out).toEqual(one.out);
    expect(other.out).not.toEqual(one.out);
  });

  test('judges the positions of games where both are given', async () => {
    const some = await found(at('games'), '--oracle', at('oracle'), '--nodes', '100');
    for (const { plies, gap, disagreement } of some)
      expect([plies, gap, disagreement]).toEqual([expect.any(Number), null, expect.any(Number)]);
  });
});

describe('evalsmith puzzles of games', () => {
  test('tells by how much the players erred, and finds moves that a search likes better than all others', async () => {
    const words = [
      at('games'),
      '--gap',
      '0.1',
      '--count',
      '10',
      '--nodes',
      '2000',
      '--other',
      'baseline:lines',
    ];
    const some = await found(...words);
    expect(some.length).toBeGreaterThan(2);
    const evaluator = evaluatorOf(loadWeights(betsy, 3), betsy);
    const other = evaluatorOf(loadWeights(betsy, 3, 'baseline:lines'), betsy);
    const rows = [...gamesOf(at('games'), readManifest(at('games')))].flatMap((game) =>
      game.map((row, i) => ({ ...row, next: game[i + 1] })),
    );
    const chance = (score: number) => winProbability(score, evaluator.scale);
    const player = new Player(betsy, evaluator, undefined, parameters);
    for (const puzzle of some) {
      const swings = rows
        .filter(
          ({ board, player: mover, score }) =>
            board === puzzle.board && mover === puzzle.player && score !== undefined,
        )
        .map(
          ({ score, result, next }) =>
            chance(score!) - (next === undefined ? result : 1 - chance(next.score!)),
        );
      expect(swings.map((swing) => swing.toFixed(3))).toContain(puzzle.swing!.toFixed(3));
      const position = positionOf(puzzle);
      const views = [evaluator, other].map((one) => winProbability(one.evaluate(position), one.scale));
      expect(puzzle.disagreement).toBeCloseTo(Math.abs(views[0] - views[1]), 3);
      player.forget();
      const [first, second] = player.bestLines(position, () => ({ nodes: 2000 }), 2);
      expect(betsy.formatMove(position, first.move)).toBe(puzzle.best);
      expect(puzzle.gap).toBeCloseTo(chance(first.score) - chance(second.score), 3);
      expect(puzzle.gap).toBeGreaterThanOrEqual(0.1);
      expect([puzzle.plies, puzzle.losing]).toEqual([null, null]);
    }
  });

  test('reads the games of a match by its run folder', async () => {
    const { code, out } = await puzzles(at('match'), '--gap', '0.01', '--nodes', '200', '--moves', '2');
    expect([code, out.length > 1]).toEqual([0, true]);
  });
});

test('wrong input is refused in a line, with exit code 2', async () => {
  const cases: [string[], string][] = [
    [[], 'there is nothing to find puzzles in; expected --oracle DIR or a DATASET'],
    [['--oracle', at('games')], 'manifest.json is wrong at format'],
    [['--oracle', at('none')], 'is no oracle'],
    [[at('none')], 'is no dataset'],
    [[at('games'), '--gap', '0'], '--gap is "0"; expected a number above 0, at most 1'],
    [[at('games'), '--moves', '1'], '--moves is "1"; expected a whole number from 2'],
    [[at('games'), '--weights', 'none.json'], 'none.json'],
  ];
  for (const [words, reason] of cases) {
    const { code, out, notes } = await puzzles(...words);
    expect([code, out]).toEqual([2, []]);
    expect(notes).toEqual([expect.stringContaining(reason)]);
  }
  const raichu = await evalsmith(['puzzles', 'raichu', '--oracle', at('oracle')]);
  expect([raichu.code, raichu.notes[0]]).toEqual([2, expect.stringContaining('expected one of raichu')]);
  const none = await puzzles('--oracle', at('oracle'), '--plies', '41', '--tries', '500');
  expect([none.code, none.notes.at(-1)]).toEqual([
    1,
    expect.stringContaining('none of 500 positions is a puzzle'),
  ]);
});

const puzzle = (difficulty: number, nodes: number | null = 1): Puzzle => ({
  game: 'betsy',
  size: 3,
  scope: {},
  player: 'x',
  board: '..................',
  best: '1',
  moves: 3,
  plies: 5,
  losing: 0.5,
  gap: null,
  swing: -0.25,
  disagreement: 0,
  nodes,
  difficulty,
});

test('those that are kept are spread over all difficulties, the easiest first', () => {
  const some = [9, 0, 0.1, 0.2, 0.3, 0.4, 5, 5.1, 2].map((difficulty) => puzzle(difficulty));
  const kept = (count: number) => gradedPuzzles(some, count).map(({ difficulty }) => difficulty);
  expect(kept(1)).toEqual([0]);
  expect(kept(2)).toEqual([0, 9]);
  expect(kept(4)).toEqual([0, 2, 5.1, 9]);
  expect(kept(20)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 2, 5, 5.1, 9]);
});

test('what is never found is harder than all that is', () => {
  expect([difficultyOf(1, 1000), difficultyOf(8, 1000), difficultyOf(1000, 1000)]).toEqual([0, 3, 10]);
  expect(difficultyOf(undefined, 1024)).toBe(11);
  const position = betsy.parseBoard(3, 1, '...x..o.ox.oxxxoxo');
  const player = new Player(betsy, evaluatorOf(loadWeights(betsy, 3), betsy), undefined, parameters);
  const worst = findMove(betsy, position, legalMoves(position), '-1')!;
  expect(effortOf(player, position, worst, 5000)).toBe(undefined);
});

test('a file of puzzles is read as it was written, and one that is not refused by name', () => {
  const some = [puzzle(3), puzzle(4, null)];
  writeFileSync(at('some.csv'), puzzlesText(some));
  expect(readPuzzles(at('some.csv'))).toEqual(some);
  const text = readFileSync(at('some.csv'), 'utf8');
  const wrong = (contents: string, reason: string) => {
    writeFileSync(at('wrong.csv'), contents);
    expect(() => readPuzzles(at('wrong.csv'))).toThrow(reason);
  };
  wrong(text.replace('game,', 'chess,'), 'its first line is another');
  wrong(text.replace('betsy', 'chess'), 'row 1 is wrong: the board is of "chess"');
  wrong(text.replace('3,,x', '3,stones,x'), 'row 1 is wrong at scope: expected such as pieces=4');
  wrong(text.replace('3,,x', '3,stones=2;pieces=4,x'), 'betsy 3 with 2 stones and 4 pieces are not numbered');
  wrong(text.replace('.,1,', '.,-1,'), 'row 1 has the best move "-1", which is not legal');
  wrong(text.replace('.,1,', 'x.,1,'), 'row 1 is wrong: BOARD');
  wrong(text.replace(',4\n', ',easy\n'), 'row 2 is wrong at difficulty: expected a number');
  wrong(text.slice(0, -1), 'row 2 is cut off');
  expect(() => readPuzzles(at('nowhere.csv'))).toThrow('is not there; evalsmith puzzles makes one');
});
