import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gameCalled, gameNamed, moduleOf } from '../games/index.ts';
import { InputError } from '../input-error.ts';
import { baselineNames, firstBaseline, loadWeights } from './named-weights.ts';
import { gameIdentity, loadGame, outsideGame, takeOutsideGames } from './outside-games.ts';

// A game of one move: whoever takes the only stone has won.
const stone = (name: string, more = '') => `
  import { boardGame, BoardPosition, type Move, type Outcome, type Side } from 'evalsmith/engine';
  class Stone extends BoardPosition {
    constructor(turn: Side) { super(1, 1, 1, turn); }
    generate(moves: Int32Array, start: number): number {
      if (this.winner === -1 && this.board[0] === 0) moves[start++] = 1;
      return start;
    }
    protected play(_move: Move, mover: Side): void { this.put(0, mover + 1); }
    protected decide(): Outcome { return (this.board[0] - 1) as Outcome; }
  }
  export default boardGame<Stone>({
    name: '${name}', sizes: [1], players: ['x', 'o'], pieces: ['x', 'o'], startBoard: () => '.',
    emptyPosition: (_size, turn) => new Stone(turn), formatMove: () => 'take', wonBy: 'stone',
    features: { id: 'none', names: ['mine'], extract(_position, values) { values[0] = 0; } },
  });
  ${more}`;

let room = '';
const here = process.cwd();
beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), 'evalsmith-outside-'));
  process.chdir(room);
  takeOutsideGames();
});
afterAll(() => {
  process.chdir(here);
  rmSync(room, { recursive: true });
});

function write(path: string, text: string): string {
  mkdirSync(join(room, path, '..'), { recursive: true });
  writeFileSync(join(room, path), text);
  return path;
}

test('a module of TypeScript is a game by its path, and then by its name', () => {
  write('stone/index.ts', stone('stone', 'export const openingPlies = 0;'));
  expect(gameNamed('stone')).toBeUndefined();
  const game = gameCalled('./stone')!;
  expect(game.name).toBe('stone');
  expect(gameNamed('stone')).toBe(game);
  expect(loadGame('./stone/index.ts')).toBe(game);
  expect(moduleOf(game).openingPlies).toBe(0);
});

test('a module of CommonJS is a game as well, and stays CommonJS to be bundled', () => {
  const text = `const { boardGame, BoardPosition } = require('evalsmith/engine');
    class Stone extends BoardPosition {
      constructor(turn) { super(1, 1, 1, turn); }
      generate(moves, start) { if (this.winner === -1) moves[start++] = 1; return start; }
      play(_move, mover) { this.put(0, mover + 1); }
      decide() { return this.board[0] - 1; }
    }
    module.exports = boardGame({
      name: 'required', sizes: [1], players: ['x', 'o'], pieces: ['x', 'o'], startBoard: () => '.',
      emptyPosition: (_size, turn) => new Stone(turn), formatMove: () => 'take', wonBy: 'stone',
      features: { id: 'none', names: ['mine'], extract(_position, values) { values[0] = 0; } },
    });`;
  const { code, module } = outsideGame(loadGame(`./${write('required.cjs', text)}`))!;
  expect(module).toBe(code);
  const written = outsideGame(loadGame(`./${write('imported.ts', stone('imported'))}`))!;
  expect(written.module).toMatch(/^import\{[^}]*boardGame/);
});

test('the hash of a game is of what it does: neither its place nor its comments are in it', () => {
  const [one, other] = ['here', 'there'].map((folder, i) => {
    const where = write(`${folder}/index.ts`, `${i === 0 ? '// A comment.' : ''}${stone('moved')}`);
    return outsideGame(loadGame(`./${where}`))!.hash;
  });
  expect(other).toBe(one);
  expect(gameIdentity('moved')).toEqual({ gameSha256: one });
  expect(gameIdentity('betsy')).toEqual({});
  write('elsewhere/index.ts', stone('moved', 'export const openingPlies = 3;'));
  expect(() => loadGame('./elsewhere')).toThrow('is called "moved", and so is another');
});

test('a name that a file has is found in evalsmith.json and among the installed packages, and nowhere else', () => {
  write('far/index.ts', stone('listed'));
  write('evalsmith.json', '{"games": {"listed": "./far", "wrong": "./far"}}');
  write('node_modules/evalsmith-game-installed/package.json', '{"main": "./game.ts"}');
  write('node_modules/evalsmith-game-installed/game.ts', stone('installed'));
  write('unlisted/index.ts', stone('unlisted'));
  expect(gameNamed('listed')?.name).toBe('listed');
  expect(gameNamed('installed')?.name).toBe('installed');
  expect(() => gameNamed('wrong')).toThrow('./far is the game "listed"; expected "wrong"');
  for (const name of [
    'unlisted',
    './unlisted',
    join(room, 'unlisted'),
    'evalsmith-game-installed',
    '__proto__',
  ])
    expect(gameNamed(name)).toBeUndefined();
  expect(gameCalled('evalsmith-game-installed')).toBe(gameNamed('installed'));
  write('evalsmith.json', '{"games": {"listed": 7}}');
  expect(() => gameNamed('any')).toThrow('expected {"games": {"NAME": "./FOLDER"}}');
  rmSync(join(room, 'evalsmith.json'));
});

test('a game without weights of its own has those of 0, and one with baselines begins with hand', () => {
  const plain = loadGame(`./${write('plain.ts', stone('plain'))}`);
  expect(baselineNames(plain)).toEqual(['baseline:zero']);
  expect(firstBaseline(plain)).toBe('baseline:zero');
  expect(loadWeights(plain, 1)).toMatchObject({ weights: { mine: 0 }, size: 'any', game: 'plain' });
  const by = 'export const baselines = { hand: { scale: 50, weights: { mine: 7 } } };';
  const made = loadGame(`./${write('made.ts', stone('made', by))}`);
  expect(loadWeights(made, 1)).toMatchObject({ weights: { mine: 7 }, scale: 50 });
  expect(() => loadWeights(made, 1, 'baseline:foot')).toThrow(
    '--weights is "baseline:foot"; the baselines of made are baseline:hand, baseline:zero',
  );
});

test.each([
  ['is not there', undefined, /cannot be loaded: Could not resolve/],
  ['does not parse', 'export default {', /cannot be loaded: .*broken\.ts:1/],
  ['throws', 'throw new Error("no luck")', /cannot be loaded: it throws Error: no luck/],
  ['has no default export', 'export const game = 1;', /its default export is no Game/],
  ['exports no Game', 'export default 7;', /its default export is no Game/],
  ['has a name that is none', stone('Two Words'), /its name is "Two Words"; expected small letters/],
  ['has the name of a built-in game', stone('betsy'), /a game is called "betsy" already/],
  ['reads files', 'import "node:fs"; export default {};', /it imports node:fs; expected nothing but/],
  ['reads files by the old name', 'import "fs"; export default {};', /loaded: it imports fs; expected/],
  [
    'imports what learns',
    `import 'evalsmith/tuning'; export default {};`,
    /it imports evalsmith\/tuning; expected nothing but evalsmith\/engine/,
  ],
  [
    'is half a Game',
    `import { games } from 'evalsmith/engine'; const { draw, ...half } = games[0]; export default { ...half, name: 'half' };`,
    /it has no function draw/,
  ],
])('a module that %s is refused in one line', (_, text, reason) => {
  if (text !== undefined) write('broken.ts', text);
  const load = () => loadGame('./broken.ts');
  expect(load).toThrow(InputError);
  expect(load).toThrow(reason);
  expect(load).toThrow(/^[^\n]*$/);
});
