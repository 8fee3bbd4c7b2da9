import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { KNOWN_WIN, UNKNOWN } from '../../endings.ts';
import { Player } from '../../player.ts';
import { legalMoves, type Side, winnerOf } from '../../position.ts';
import { DRAW } from '../../score.ts';
import { Table } from '../../table.ts';
import type { Evaluator } from '../../evaluator.ts';
import { raichu } from './game.ts';
import { RaichuNumbering } from './numbering.ts';
import type { RaichuPosition } from './position.ts';
import { isDense, smallTable, TABLE_PIECES, TABLE_SIZE } from './small-table.ts';

const drawn = readFileSync(new URL('drawn-endings.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' '));

test('sixty endings that another program found drawn are drawn', () => {
  expect(drawn).toHaveLength(60);
  for (const [player, board] of drawn) {
    const position = raichu.parseBoard(8, raichu.players.indexOf(player) as Side, board);
    expect([board, smallTable.scoreOf(position)]).toEqual([board, DRAW]);
  }
});

/** The best score after a move, and how the move that has it leads on. */
function afterBest(position: RaichuPosition): number {
  let best = -Infinity;
  for (const move of legalMoves(position)) {
    position.make(move);
    const winner = winnerOf(position);
    const score =
      winner === -1 ? -smallTable.scoreOf(position) : winner === position.turn ? -KNOWN_WIN : KNOWN_WIN;
    position.unmake();
    best = Math.max(best, score);
  }
  return best;
}

describe('positions of the table', () => {
  const numbering = new RaichuNumbering(TABLE_SIZE, TABLE_PIECES);
  const dense = numbering.endings.find((ending) => !isDense(ending))!.first;

  test('are worth as much as after their best move, and a won one is nearer to its end there', () => {
    const outcomes = [0, 0, 0];
    for (let number = 1; number < dense; number += 3989) {
      if (numbering.place(number) === 0) continue;
      const { position } = numbering;
      const score = smallTable.scoreOf(position);
      const after = afterBest(position);
      expect(Math.sign(after) === Math.sign(score)).toBe(true);
      if (score > 0) expect(after).toBeGreaterThan(score);
      outcomes[Math.sign(score) + 1]++;
    }
    for (const count of outcomes) expect(count).toBeGreaterThan(20);
  });

  test('are draws among three bare Raichus a side', () => {
    const { first, rows, columns } = numbering.endings.find(({ name }) => name === 'RRR v RRR')!;
    for (let number = first; number < first + rows * columns; number += 9_999_991)
      if (numbering.place(number) > 0) expect(smallTable.scoreOf(numbering.position)).toBe(DRAW);
  });

  test('are unknown on other boards, with more pieces, and where the game is drawn before the next capture', () => {
    expect(smallTable.scoreOf(raichu.start(8))).toBe(UNKNOWN);
    const board = `@.....$.${'.'.repeat(56)}`;
    const position = raichu.parseBoard(8, 0, board);
    const score = KNOWN_WIN - 2 * 128 - 1;
    expect(smallTable.scoreOf(position)).toBe(score);
    for (let ply = 0; ply < 98; ply++) position.pass();
    expect(smallTable.scoreOf(position)).toBe(score);
    position.pass();
    position.pass();
    expect(smallTable.scoreOf(position)).toBe(UNKNOWN);
    const large = raichu.parseBoard(10, 0, board + '.'.repeat(36));
    expect(smallTable.scoreOf(large)).toBe(UNKNOWN);
  });
});

test('a search that judges nothing wins what the table knows as won', () => {
  const blind: Evaluator = { scale: 1, evaluate: () => 0, endings: raichu.endings };
  const player = new Player(raichu, blind, Table.ofMegabytes(1));
  const numbering = new RaichuNumbering(TABLE_SIZE, TABLE_PIECES);
  const { endings } = numbering;
  for (const name of ['RP v K', 'KP v K', 'RR v K']) {
    const { first, rows, columns } = endings.find((ending) => ending.name === name)!;
    // Positions whose next capture is far.
    let [best, far] = [0, Infinity];
    for (let number = first; number < first + rows * columns; number += 97) {
      if (numbering.place(number) === 0) continue;
      const score = smallTable.scoreOf(numbering.position);
      if (score > 0 && score < far) [best, far] = [number, score];
    }
    numbering.place(best);
    const position = raichu.parseBoard(8, 0, raichu.formatBoard(numbering.position));
    for (let ply = 0; winnerOf(position) === -1; ply++) {
      expect(ply).toBeLessThan(120);
      const moves = legalMoves(position);
      const move =
        position.turn === 0 ? player.choose(position, { nodes: 300 }).move : moves[ply % moves.length];
      position.make(move);
    }
    expect([name, winnerOf(position)]).toEqual([name, 0]);
  }
});
