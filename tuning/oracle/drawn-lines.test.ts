import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findMove } from '../../engine/game.ts';
import { gameNamed } from '../../engine/games/index.ts';
import { legalMoves, type Position, type Side, winnerOf } from '../../engine/position.ts';
import type { Scope } from '../../engine/numbering.ts';
import { TableOracle } from '../tables/oracle.ts';
import { solvableOf } from '../tables/solvable.ts';
import { drawnLine, drawnLineTexts } from './drawn-line.ts';
import { countsOf, solve } from './retrograde.ts';

interface Printed {
  command: string;
  texts: string[];
}

const SCOPES: Readonly<Record<string, string>> = { betsy: 'pebbles', conga: 'stones' };

const printed = ['betsy', 'conga'].flatMap((name) =>
  readFileSync(join(import.meta.dirname, name, 'drawn-lines.txt'), 'utf8')
    .trimEnd()
    .split('\n\n')
    .map((block): Printed => {
      const [command, ...texts] = block.split('\n');
      return { command, texts };
    }),
);

/** The board of a command such as `evalsmith oracle query conga 4 a c..............C --oracle oracles/conga-4-3`. */
function boardOf(command: string) {
  const [, , , name, size, player, board, , folder] = command.split(' ');
  const supply = folder.split('-')[2];
  const scope: Scope = supply === undefined ? {} : { [SCOPES[name]]: Number(supply) };
  const solvable = solvableOf(gameNamed(name)!, Number(size), scope);
  const { game } = solvable;
  const start = game.parseBoard(Number(size), game.players.indexOf(player) as Side, board);
  return { ...solvable, size: Number(size), start };
}

test('there is a drawn line from the start of every table that is drawn', () => {
  expect(printed.map(({ command }) => command.split('oracles/')[1])).toEqual([
    'betsy-3',
    'betsy-4',
    'betsy-5-6',
    'betsy-5-8',
    'betsy-5-9',
    'betsy-5-10',
    'conga-3',
    'conga-4-3',
    'conga-4-4',
    'conga-4-5',
    'conga-4-6',
    'conga-4-7',
  ]);
});

describe.each(printed)('$command', ({ command, texts }) => {
  const { game, start, size } = boardOf(command);

  test('begins at the start, names every legal move, and comes back', () => {
    expect(game.formatBoard(start)).toBe(game.formatBoard(game.start(size)));
    const position: Position = start;
    const boards = [game.formatBoard(position)];
    const steps = texts.slice(1, -1);
    for (const [i, step] of steps.entries()) {
      const [, number, player, move, board, others] = /^(\d+)\. (\S+) (\S+) (\S+) \((.*)\)$/.exec(step)!;
      expect([Number(number), player]).toEqual([i + 1, game.players[position.turn]]);
      const legal = Array.from(legalMoves(position), (one) => game.formatMove(position, one));
      // Values are words, and `lost in 24 plies` has a number without a sign before the moves.
      const named = others.split('; ').flatMap((group) => {
        const [, moves] = /^(?:drawn|(?:won|lost)(?: in \d+ pl(?:y|ies))?|no other move) ?(.*)$/.exec(group)!;
        return moves.split(' ').filter((text) => text !== '');
      });
      expect([move, ...named].toSorted()).toEqual(legal.toSorted());
      position.make(findMove(game, position, legalMoves(position), move)!);
      expect([game.formatBoard(position), winnerOf(position)]).toEqual([board, -1]);
      boards.push(board);
    }
    const [, before] = /^this is (?:that after move (\d+)|the position asked for) again$/.exec(
      texts.at(-1)!,
    )!;
    const first = Number(before ?? 0);
    expect(boards[first]).toBe(boards.at(-1));
    expect((boards.length - 1 - first) % 2).toBe(0);
  });
});

test.each(['betsy-3', 'conga-4-3'])('that of %s is what its oracle gives', (folder) => {
  const { command, texts } = printed.find((one) => one.command.endsWith(`oracles/${folder}`))!;
  const { game, numbering, start, size } = boardOf(command);
  const values = solve(numbering);
  const distances = folder === 'conga-4-3' ? 'none' : 'end';
  const valueAt = (number: number) => (distances === 'none' ? Math.sign(values[number]) : values[number]);
  const { distinct } = countsOf(numbering, values);
  const oracle = new TableOracle(game, size, { numbering, distances, valueAt, distinct });
  expect(drawnLineTexts(drawnLine(oracle, start), distances)).toEqual(texts);
});
