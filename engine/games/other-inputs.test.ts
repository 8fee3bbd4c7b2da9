import { describe, expect, test } from 'vitest';
import { inputsIds, inputsOf } from '../input-sets.ts';
import type { Inputs } from '../inputs.ts';
import { legalMoves, type Position, type Side } from '../position.ts';
import { playRandomly } from '../testing.ts';
import { fromSquare, jumpedSquare } from './raichu/position.ts';
import { games } from './index.ts';

// What the inputs that are not the usual ones look at, told a second time from the board text and the legal moves.

const [betsy, raichu, conga] = games;

function active(inputs: Inputs, position: Position, side: Side): number[] {
  const written = new Uint16Array(inputs.mostActive);
  return [...written.subarray(0, inputs.extract(position, side, written))].sort((a, b) => a - b);
}

/** Positions of random games, with the side that looks. */
function positionsOf(game: (typeof games)[number], size: number): { position: Position; side: Side }[] {
  return Array.from({ length: 60 }, (_, seed) => ({
    position: playRandomly(game, size, seed, seed),
    side: (seed & 1) as Side,
  })).filter(({ position }) => position.winner === -1);
}

test.each([3, 5, 9])('lines of Betsy %i count the pebbles of either side', (size) => {
  const inputs = inputsOf(betsy, size, 'betsy-lines-1')!;
  const columns = betsy.inputs(size);
  const pairs = ((size + 1) * (size + 2)) / 2;
  for (const { position, side } of positionsOf(betsy, size)) {
    const board = betsy.formatBoard(position);
    const at = (row: number, column: number) => board[(size - 1 - row) * size + column];
    const all = Array.from({ length: size }, (_, i) => i);
    const lines = [
      ...all.map((row) => all.map((column) => at(row, column))),
      ...all.map((column) => all.map((row) => at(row, column))),
      all.map((i) => at(i, i)),
      all.map((i) => at(size - 1 - i, i)),
    ];
    const expected = lines.map((line, i) => {
      const own = line.filter((letter) => letter === betsy.players[side]).length;
      const both = line.filter((letter) => letter !== '.').length;
      return columns.count + i * pairs + (both * (both + 1)) / 2 + own;
    });
    expect(active(inputs, position, side)).toEqual([...active(columns, position, side), ...expected]);
  }
});

test.each([8, 10])('threats of Raichu %i count the pieces that legal moves can take', (size) => {
  const inputs = inputsOf(raichu, size, 'raichu-threats-1')!;
  const kindOf = (letter: string) => 'wW@bB$'.indexOf(letter);
  let found = 0;
  for (const { position, side } of positionsOf(raichu, size)) {
    const board = raichu.formatBoard(position);
    const letterAt = (square: number) => {
      const row = Math.floor(square / (size + 2));
      return board[(row - 1) * size + (square % (size + 2)) - 1];
    };
    // Own kinds first, as the side sees them; attacked, then hanging.
    const counts = Array.from({ length: 12 }, () => 0);
    for (const turn of [0, 1] as const) {
      const attacked = new Set<number>();
      const hanging = new Set<number>();
      for (const move of legalMoves(raichu.parseBoard(size, turn, board))) {
        const prey = jumpedSquare(move);
        if (prey === 0) continue;
        attacked.add(prey);
        if (kindOf(letterAt(fromSquare(move))) % 3 < 2) hanging.add(prey);
      }
      for (const [first, squares] of [
        [0, attacked],
        [6, hanging],
      ] as const)
        for (const square of squares) {
          const kind = kindOf(letterAt(square));
          counts[first + (side === 0 ? kind : (kind + 3) % 6)]++;
        }
    }
    const expected = counts.flatMap((count, threat) =>
      count === 0 ? [] : [6 * size * size + 3 * threat + Math.min(count, 3) - 1],
    );
    found += expected.length;
    expect(active(inputs, position, side).filter((input) => input >= 6 * size * size)).toEqual(expected);
  }
  expect(found).toBeGreaterThan(50);
});

test('exits of Conga count legal moves, and stacks by height', () => {
  const inputs = inputsOf(conga, 4, 'conga-exits-1')!;
  const stones = conga.inputs(4).count;
  for (const { position, side } of positionsOf(conga, 4)) {
    const board = conga.formatBoard(position);
    const expected = ([side, side ^ 1] as Side[]).flatMap((whose, part) => {
      const moves = legalMoves(conga.parseBoard(4, whose, board));
      const exits = new Map<number, number>();
      for (const move of moves) exits.set(move & 15, (exits.get(move & 15) ?? 0) + 1);
      const stacks = [...board].flatMap((letter, square) => {
        const isOwn = letter !== '.' && (letter === letter.toLowerCase() ? 0 : 1) === whose;
        return isOwn
          ? [{ height: letter.toLowerCase().charCodeAt(0) - 96, exits: exits.get(square) ?? 0 }]
          : [];
      });
      const between = (from: number, to: number) =>
        stacks.filter(({ height }) => height >= from && height < to).length;
      const withExits = (count: number) => stacks.filter((stack) => stack.exits === count).length;
      return [
        between(1, 2),
        between(2, 3),
        between(3, 5),
        between(5, 7),
        between(7, 11),
        moves.length,
        withExits(0),
        withExits(1),
        withExits(2),
      ].flatMap((number, i) =>
        number === 0 ? [] : [stones + (9 * part + i) * 24 + Math.min(number, 24) - 1],
      );
    });
    expect(active(inputs, position, side).filter((input) => input >= stones)).toEqual(expected);
  }
});

describe.each(games.map((game) => ({ name: game.name, game })))(
  'inputs of the features of $name',
  ({ game }) => {
    test('tell in levels what either side has, which the features tell the difference of', () => {
      const id = inputsIds(game).at(-1)!;
      const { names } = game.features;
      const values = new Float64Array(names.length);
      const levels = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
      const named =
        game.name === 'betsy' ? 'pebbles on top' : game.name === 'raichu' ? 'pichu moves' : 'squares';
      const feature = names.indexOf(named);
      for (const size of [game.sizes[0], game.usualSize]) {
        for (const { position } of positionsOf(game, size)) {
          game.features.extract(position, values);
          const on = active(inputsOf(game, size, id)!, position, position.turn);
          const levelOf = (place: number) => on.filter((input) => Math.floor(input / 12) === place).length;
          const [own, enemy] = [levelOf(feature), levelOf(names.length + feature)];
          // A number lies between the level that it reaches and the next.
          const least = (level: number) => (level === 0 ? 0 : levels[level - 1]);
          const most = (level: number) => (levels[level] ?? Infinity) - 1;
          expect(values[feature]).toBeGreaterThanOrEqual(least(own) - most(enemy));
          expect(values[feature]).toBeLessThanOrEqual(most(own) - least(enemy));
        }
      }
    });
  },
);

test.each(games.map((game) => ({ name: game.name, game })))(
  'phases of $name are whole numbers from 0 to 7, the same with the colours exchanged',
  ({ game }) => {
    const phases = new Set<number>();
    for (let seed = 0; seed < 40; seed++) {
      playRandomly(game, game.usualSize, seed, 120, (position) => {
        const phase = game.phase!(position);
        expect(Number.isInteger(phase) && phase >= 0 && phase < 8).toBe(true);
        const board = game.swapColours(position.size, game.formatBoard(position));
        expect(game.phase!(game.parseBoard(position.size, position.turn, board))).toBe(phase);
        phases.add(phase);
      });
    }
    expect(phases.size).toBeGreaterThan(4);
  },
);
