import { expect, describe, test } from 'vitest';
import { canonicalBoard, type Game } from '../../game.ts';
import { games } from '../../games/index.ts';
import { sha256 } from '../../node/sha256.ts';
import { BEYOND } from '../../patterns.ts';
import type { Position, Side } from '../../position.ts';
import { weightsText } from '../../seal.ts';
import { playRandomly } from '../../testing.ts';
import { contributions } from '../../text/contributions.ts';
import { evaluatorOf, hashedText, readWeights } from '../../weights.ts';
import { placesOf } from './pattern-places.ts';
import { combinationName, combinationNamed, PatternTables, tablesOf } from './pattern-tables.ts';
import type { PatternsWeights } from './patterns-weights.ts';
import { sealedRandomPatterns } from './random-patterns.ts';

/** The score by the board's text alone: every pattern looked for by hand wherever it fits, by what the file says. */
function scoreByText(game: Game, position: Position, { weights }: PatternsWeights): number {
  const { size } = position;
  const text = game.formatBoard(position);
  const seen = position.turn === 0 ? text : game.swapColours(size, text);
  const boards = game.symmetricBoards(size, seen);
  const columns = game.width?.(size) ?? size;
  const rows = text.length / columns;
  const tables = tablesOf(game)!;
  let score = 0;
  for (const { pattern, ...table } of tables.list) {
    if (tables.list.find((one) => one.pattern === pattern)!.name !== table.name) continue;
    // By the squares of the board that it was laid on, each once.
    const laid = new Set<string>();
    const letters = [...pattern.squares.join('\n')];
    for (let top = -3; top < rows; top++)
      for (let left = -3; left < columns; left++)
        boards.forEach((board, symmetry) => {
          let [row, column] = [top, left];
          let name = '';
          let fits = true;
          const squares: string[] = [];
          for (const sign of letters) {
            if (sign === '\n') [row, column] = [row + 1, left];
            else {
              const isOn = row >= 0 && row < rows && column >= 0 && column < columns;
              if (sign === '#' || sign === '+') {
                if (sign === '#' && !isOn) fits = false;
                const letter = isOn ? board[row * columns + column] : BEYOND;
                const group = pattern.contents.find((some) => some.includes(letter));
                name += group?.[0] ?? BEYOND;
                squares.push(squareName(game, size, symmetry, row, column));
              }
              column++;
            }
          }
          if (!fits) return;
          const place = pattern.places?.of(top, left, rows, columns) ?? 0;
          const at = squares.toSorted().join(' ');
          if (laid.has(at)) return;
          laid.add(at);
          const itsTable = tables.list.filter((one) => one.pattern === pattern)[place];
          const entries = weights.patterns[itsTable.name] ?? {};
          // A combination stands in the file by one of the names that the pattern's own symmetries make of it.
          const combination = combinationOf(itsTable, name);
          const shared = itsTable.shared[combination];
          if (shared !== -1) score += entries[combinationName(itsTable, shared)] ?? 0;
        });
  }
  return score;
}

function combinationOf({ pattern, base }: PatternTables['list'][number], name: string): number {
  return [...name].reduceRight((sum, letter) => {
    const content = pattern.contents.findIndex((group) => group[0] === letter);
    return sum * base + (content === -1 ? base - 1 : content);
  }, 0);
}

/** Where a place of a symmetric board comes from: the square of the board itself, found by marking each. */
const sources = new Map<string, string[]>();
function squareName(game: Game, size: number, symmetry: number, row: number, column: number): string {
  const key = `${game.name} ${size}`;
  if (!sources.has(key)) {
    const columns = game.width?.(size) ?? size;
    const count = game.formatBoard(game.start(size)).length;
    const marked = Array.from({ length: count }, (_, i) => String.fromCharCode(0x4e00 + i)).join('');
    sources.set(key, [String(columns), ...game.symmetricBoards(size, marked)]);
  }
  const [columns, ...boards] = sources.get(key)!;
  const width = Number(columns);
  const rows = boards[0].length / width;
  const isOn = row >= 0 && row < rows && column >= 0 && column < width;
  if (isOn) return boards[symmetry][row * width + column];
  // Beyond the edge: the square that it would mirror to is told by its neighbours, so by the symmetry and the place itself.
  const clamped = [Math.min(Math.max(row, 0), rows - 1), Math.min(Math.max(column, 0), width - 1)];
  const inside = boards[symmetry][clamped[0] * width + clamped[1]];
  const inner =
    boards[symmetry][
      Math.min(Math.max(2 * clamped[0] - row, 0), rows - 1) * width +
        Math.min(Math.max(2 * clamped[1] - column, 0), width - 1)
    ];
  return `${inside}<${inner}`;
}

describe.each(games.map((game) => ({ name: game.name, game })))('patterns of $name', ({ game }) => {
  const sizes = game.sizes.slice(1, 4);
  const weights = sealedRandomPatterns(game, sha256, 3);

  test.each(sizes)('one file serves size %i, and gives what the texts of boards say', (size) => {
    const evaluator = evaluatorOf({ ...weights, weights: { ...weights.weights, features: {} } }, game);
    for (let seed = 1; seed <= 3; seed++)
      playRandomly(game, size, seed, 24, (position) => {
        if (position.winner !== -1 || position.state.ply % 3 !== 0) return;
        expect(evaluator.evaluate(position)).toBe(scoreByText(game, position, weights));
      });
  });

  test.each(sizes)('sums kept up to date on size %i are those from scratch, back and forth', (size) => {
    const kept = evaluatorOf(weights, game);
    for (let seed = 1; seed <= 2; seed++) {
      const position = playRandomly(game, size, seed, 30, (at) => void kept.evaluate(at));
      while (position.state.ply > 0) {
        position.unmake();
        const fresh = game.parseBoard(size, position.turn, game.formatBoard(position));
        if (position.state.ply % 5 === 0)
          expect(kept.evaluate(position)).toBe(evaluatorOf(weights, game).evaluate(fresh));
      }
    }
  });

  test.each(sizes)(
    'symmetric boards of size %i, and those with the colours exchanged, have one score',
    (size) => {
      const evaluator = evaluatorOf(weights, game);
      playRandomly(game, size, 7, 30, (position) => {
        if (position.winner !== -1) return;
        const board = game.formatBoard(position);
        const score = evaluator.evaluate(position);
        for (const image of game.symmetricBoards(size, board))
          expect(evaluator.evaluate(game.parseBoard(size, position.turn, image))).toBe(score);
        const other = (1 - position.turn) as Side;
        const swapped = game.parseBoard(size, other, game.swapColours(size, board));
        expect(evaluator.evaluate(swapped)).toBe(score);
        expect(canonicalBoard(game, size, board).length).toBe(board.length);
      });
    },
  );

  test('what each combination and feature adds is the score', () => {
    const evaluator = evaluatorOf(weights, game);
    playRandomly(game, game.usualSize, 3, 30, (position) => {
      if (position.winner !== -1) return;
      const terms = contributions(game, position, weights, 1);
      expect(terms.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(
        evaluator.evaluate(position),
      );
      expect(new Set(terms.map(({ feature }) => feature)).size).toBe(terms.length);
    });
  });

  test('each combination is read by the name that it is written by', () => {
    for (const table of tablesOf(game)!.list)
      for (let i = 0; i < table.length; i += 7)
        expect(combinationNamed(table, combinationName(table, i))).toBe(
          table.shared[i] === i ? i : undefined,
        );
  });

  test('a place is laid once, and the mirror image of each place is a place of the same table', () => {
    const tables = tablesOf(game)!;
    const places = placesOf(game, tables, game.usualSize);
    const names = Array.from(places.tables, (table, i) =>
      [table, ...places.cells.subarray(places.offsets[i], places.offsets[i + 1]).toSorted()].join(' '),
    );
    const inside = names.filter((name) => !name.includes('-1'));
    expect(new Set(inside).size).toBe(inside.length);
    expect(places.tables.length).toBeGreaterThan(10);
  });

  test('the player reads the file as it is written', () => {
    expect(readWeights(weightsText(weights), game, game.sizes[1], sha256)).toEqual(weights);
  });

  test.each<[string, (changed: any) => void, string]>([
    [
      'of patterns of another version',
      (w) => (w.patterns = 'old-patterns'),
      'it weighs the patterns "old-patterns"',
    ],
    ['of features of another version', (w) => (w.features = 'old'), 'it weighs the features "old"'],
    [
      'with a pattern that there is not',
      (w) => (w.weights.patterns['star'] = {}),
      '"star", which is no pattern',
    ],
    [
      'with a combination that there is not',
      (w) => (w.weights.patterns[tablesOf(game)!.list[0].name] = { '?': 1 }),
      'which is no combination',
    ],
    [
      'with a combination without a piece',
      (w) => {
        const [table] = tablesOf(game)!.list;
        w.weights.patterns[table.name] = { [combinationName(table, 0)]: 1 };
      },
      'has no piece',
    ],
    [
      'with a weight of more than 16 bits',
      (w) =>
        (Object.values<any>(w.weights.patterns)[0][
          Object.keys(Object.values<any>(w.weights.patterns)[0])[0]
        ] = 40_000),
      'expected a whole number from -32767 to 32767',
    ],
    ['without patterns', (w) => (w.weights.patterns = 3), 'it has no weights'],
    ['with a key of its own', (w) => (w.weights.more = {}), 'its weights have the key "more"'],
  ])('a file %s is refused by name', (_, change, reason) => {
    const changed = structuredClone(weights);
    change(changed);
    changed.sha256 = sha256(hashedText(changed));
    expect(() => readWeights(JSON.stringify(changed), game, game.usualSize, sha256)).toThrow(reason);
  });
});

const [betsy, , conga] = games;

describe('a declaration of patterns is refused', () => {
  test.each<[string, object, string]>([
    ['that names one pattern twice', { name: 'neighbours' }, 'is declared twice'],
    ['that has no square on the board', { squares: ['+'] }, 'has no square that is on the board'],
    ['that does not begin with the empty square', { contents: ['x', '.'] }, 'does not begin its contents'],
    ['that forgets a piece', { contents: ['.', 'abc'] }, 'expected each of'],
  ])('%s', (_, change, reason) => {
    const [first] = conga.patterns!.list;
    const list = [first, { ...first, name: 'another', ...change }];
    expect(() => new PatternTables(conga, { ...conga.patterns!, list })).toThrow(reason);
  });

  test('whose parts of the board do not agree with its symmetries', () => {
    const [first] = betsy.patterns!.list;
    const places = { names: ['left', 'right'], of: (_row: number, column: number) => (column === 0 ? 0 : 1) };
    const list = [{ ...first, squares: ['##'], name: 'pair', places }];
    const patterns = { ...betsy.patterns!, list };
    expect(() => placesOf(betsy, new PatternTables(betsy, patterns), 5)).toThrow(
      'in two places of the board at once',
    );
  });
});

test('weights of patterns for a game that declares none are refused by name', () => {
  const { patterns: _, ...plain } = betsy;
  const text = JSON.stringify(sealedRandomPatterns(betsy, sha256, 50));
  expect(() => readWeights(text, plain as Game, 5, sha256)).toThrow(
    'it weighs patterns; betsy declares none',
  );
});
