import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raichu } from '../../../engine/games/raichu/game.ts';
import { RaichuNumbering } from '../../../engine/games/raichu/numbering.ts';
import { legalMoves, winnerOf } from '../../../engine/position.ts';
import { storedValue } from '../../tables/exact-values.ts';
import { killedTenTimes } from '../../testing/killed-solver.ts';
import { Audit } from '../audit.ts';
import type { Solution } from '../oracle-folder.ts';
import { solveEndings } from './raichu-solution.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-endings-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const goal = (name: string, workers = 2) => ({
  workers,
  checkpoint: join(root, name),
  checkpointMilliseconds: Infinity,
  shouldStop: () => false,
  heard: () => {},
});

/** What a move comes to: it wins at once, or leads to a board for the other player, by a capture or promotion or by neither. */
interface Step {
  board: string;
  isConversion: boolean;
}

/** A board for White to move, who wins at once or goes on. */
interface Node {
  wins: boolean;
  steps: Step[];
  value: number;
}

/** Every board of so many pieces with White to move that is not decided, by its text. */
function boardsOf(size: number, pieces: number, letters: string): Map<string, Node> {
  const nodes = new Map<string, Node>();
  const add = (board: string[], from: number, left: number) => {
    if (left === 0) {
      const text = board.join('');
      if (!/[wW@]/.test(text) || !/[bB$]/.test(text)) return;
      if (/[bB]/.test(text.slice(0, size)) || /[wW]/.test(text.slice(-size))) return;
      const node = nodeOf(size, text);
      if (node !== undefined) nodes.set(text, node);
      return;
    }
    for (let square = from; square < size * size; square++)
      for (const letter of letters) add(board.with(square, letter), square + 1, left - 1);
  };
  add(Array<string>(size * size).fill('.'), 0, pieces);
  return nodes;
}

function nodeOf(size: number, text: string): Node | undefined {
  const position = raichu.parseBoard(size, 0, text);
  const moves = legalMoves(position);
  if (moves.length === 0) return undefined;
  const node: Node = { wins: false, steps: [], value: 0 };
  const before = materialOf(text);
  for (const move of moves) {
    position.make(move);
    if (winnerOf(position) === 0) node.wins = true;
    const board = raichu.formatBoard(position);
    position.unmake();
    node.steps.push({ board: raichu.swapColours(size, board), isConversion: materialOf(board) !== before });
  }
  return node;
}

function materialOf(text: string): string {
  return text.replaceAll('.', '').split('').toSorted().join('');
}

/** Boards of so many pieces, and of one Raichu more, solved by going over all of them until nothing changes, those with fewer pieces and fewer that may promote first. */
function bruteForce(size: number, pieces: number): Map<string, Node> {
  const all = new Map<string, Node>();
  const groups = new Map<number, Node[]>();
  const add = (count: number, letters: string) => {
    for (const [board, node] of boardsOf(size, count, letters)) {
      all.set(board, node);
      const group = 100 * count + board.replaceAll(/[^wWbB]/g, '').length;
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group)!.push(node);
    }
  };
  for (let count = 2; count <= pieces; count++) add(count, 'wW@bB$');
  add(pieces + 1, '@$');
  for (const [, nodes] of [...groups].toSorted(([a], [b]) => a - b)) {
    for (let plies = 1, open = nodes, isFirst = true; ; plies++, isFirst = false) {
      const found = open.map((node) => valueIn(node, plies, all));
      open.forEach((node, i) => (node.value = found[i]));
      const left = open.filter((_, i) => found[i] === 0);
      if (left.length === open.length && !isFirst) break;
      open = left;
    }
  }
  return all;
}

/** The value of an open node if it is decided in so many plies, from those that are decided in fewer; else 0. */
function valueIn(node: Node, plies: number, all: Map<string, Node>): number {
  if (node.wins) return 1;
  let best = -Infinity;
  for (const { board, isConversion } of node.steps) {
    const reply = all.get(board)!.value;
    const further = isConversion ? 0 : Math.abs(reply);
    if (reply === 0) best = Math.max(best, 0);
    else if (further >= plies) best = Math.max(best, 0);
    else best = Math.max(best, reply < 0 ? 1000 - 1 - further : -1000 + 1 + further);
  }
  return best === 0 ? 0 : best > 0 ? 1000 - best : -1000 - best;
}

describe('Raichu 4 with 3 pieces', () => {
  const numbering = new RaichuNumbering(4, 3);
  let truth: Map<string, Node>;
  let solution: Solution;

  beforeAll(async () => {
    truth = bruteForce(4, 3);
    solution = (await solveEndings(4, 3, goal('first')))!;
  }, 120_000);

  const valueAt = (number: number) => storedValue(solution.values.bytes, 8, number);

  test('has the value and the distance of a solution by force at every board', () => {
    expect(truth.size).toBe(78_790);
    for (const [board, { value }] of truth) {
      const number = numbering.numberOf(raichu.parseBoard(4, 0, board));
      if (valueAt(number) !== value || number === -1)
        expect([board, valueAt(number)]).toEqual([board, value]);
    }
  });

  test('counts what is there, in all and by material', () => {
    for (const [name, material] of Object.entries({ 'RR v R': '$@@', 'K v RP': '$Wb', 'R v RRR': '$$$@' })) {
      const counts = { boards: 0, won: 0, lost: 0, drawn: 0, longestWin: 0, longestLoss: 0 };
      for (const [board, { value }] of truth) {
        if (materialOf(board) !== material) continue;
        counts.boards++;
        counts[value === 0 ? 'drawn' : value > 0 ? 'won' : 'lost'] += 2;
        counts.longestWin = Math.max(counts.longestWin, value);
        counts.longestLoss = Math.max(counts.longestLoss, -value);
      }
      expect([name, solution.parts![name]]).toEqual([name, expect.objectContaining(counts)]);
    }
    const parts = Object.values(solution.parts!);
    for (const key of ['boards', 'won', 'lost', 'drawn', 'distinct'] as const)
      expect(solution.counts[key]).toBe(parts.reduce((sum, part) => sum + part[key], 0));
    const distinct = solution.values.bytes.filter((byte) => byte !== 0x80).length;
    expect(solution.counts.distinct).toBe(distinct);
  });

  test('passes the audit by the rules', () => {
    const values = { numbering, distances: 'conversion', valueAt, distinct: 0 } as const;
    const { found, wrong } = new Audit(raichu, values).range(0, numbering.count);
    expect(wrong).toBeUndefined();
    expect(found).toMatchObject({ distinct: solution.counts.distinct, won: solution.counts.won });
  });

  test.each([1, 3])('is the same with %i workers', async (workers) => {
    const again = await solveEndings(4, 3, goal(`workers-${workers}`, workers));
    expect(again).toEqual(solution);
  });

  test('is the same when it was stopped after every material and resumed', async () => {
    let stops = 0;
    let again;
    while (again === undefined) {
      again = await solveEndings(4, 2, { ...goal('stopped', 1), shouldStop: () => true });
      if (again === undefined) expect(readdirSync(join(root, 'stopped'))).toHaveLength(++stops);
    }
    expect(stops).toBe(8);
    expect(again).toEqual(await solveEndings(4, 2, goal('unstopped', 1)));
  });

  test('is the same when it was killed ten times', async () => {
    const modules = { solveEndings: 'tuning/oracle/raichu/raichu-solution.js' };
    const kept = await killedTenTimes(modules, 'solveEndings(4, 3, goal)', join(root, 'killed'));
    expect(new Set(kept.map(String)).size).toBe(10);
    expect(await solveEndings(4, 3, goal('killed'))).toEqual(solution);
  });

  test('does not resume from a file that is cut off', async () => {
    await solveEndings(4, 2, { ...goal('cut'), shouldStop: () => true });
    truncateSync(join(root, 'cut', '0.bin'), 20);
    await expect(solveEndings(4, 2, goal('cut'))).rejects.toThrow(/0\.bin is damaged or of another board/);
  });
});

test('numbers of Raichu 8 come back from the positions that they name', () => {
  const numbering = new RaichuNumbering(8, 4);
  for (let number = 5; number < numbering.count; number += 1_000_003) {
    if (numbering.place(number) === 0) continue;
    expect(numbering.numberOf(numbering.position)).toBe(number);
    const board = raichu.formatBoard(numbering.position);
    for (const same of raichu.symmetricBoards(8, board)) {
      expect(numbering.numberOf(raichu.parseBoard(8, 0, same))).toBe(number);
      expect(numbering.numberOf(raichu.parseBoard(8, 1, raichu.swapColours(8, same)))).toBe(number);
    }
  }
  expect(numbering.numberOf(raichu.start(8))).toBe(-1);
});
