import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { games } from '../games/index.ts';
import type { Game } from '../game.ts';
import { legalMoves, type Move, type Position, type Side, winnerOf } from '../position.ts';
import { seededBelow } from '../testing.ts';
import { GameMemory } from './game-memory.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'memory.json');
beforeEach(() => rmSync(file, { recursive: true, force: true }));

const PLENTY = 30_000;
const conga = games.find(({ name }) => name === 'conga')!;

/** A position as a program is given it: without the game that led to it. */
function bare(game: Game, position: Position): Position {
  return game.parseBoard(position.size, position.turn, game.formatBoard(position));
}

/** Opens the memory of a file that is in order. */
function opened(): GameMemory {
  return new GameMemory(file, (reason) => expect.unreachable(reason));
}

/** A random move of the position, after which the game goes on. */
function someMove(position: Position, below: (bound: number) => number): Move | undefined {
  const going = legalMoves(position).filter((move) => {
    position.make(move);
    const isOver = winnerOf(position) !== -1;
    position.unmake();
    return !isOver;
  });
  return going.length === 0 ? undefined : going[below(going.length)];
}

describe.each(games.map((game) => ({ game, name: game.name })))('the memory of $name', ({ game }) => {
  test.each<Side>([0, 1])('has every board of the game again, for side %i', async (side) => {
    const below = seededBelow(3);
    const position = game.start(game.usualSize);
    for (let ply = 0; ply < 40; ply++) {
      if (position.turn === side) {
        const memory = opened();
        const recalled = memory.recall(game, bare(game, position));
        expect(game.formatBoard(recalled)).toBe(game.formatBoard(position));
        expect(recalled.turn).toBe(side);
        // As often as in the game itself, but for boards that only our first call could have seen.
        expect(recalled.state.occurrences(9)).toBe(position.state.occurrences(9));
        expect(recalled.state.ply - recalled.state.progress).toBe(
          Math.min(recalled.state.ply, position.state.ply - position.state.progress),
        );
        const answer = someMove(position, below);
        if (answer === undefined) break;
        await memory.keep(game, recalled, answer, PLENTY);
        position.make(answer);
      } else {
        const move = someMove(position, below);
        if (move === undefined) break;
        position.make(move);
      }
    }
    expect(position.state.ply).toBeGreaterThan(8);
    expect(readdirSync(folder)).toEqual(['memory.json']);
  });
});

/** Two calls of a game: the position after our answer and a reply. */
async function secondCall(): Promise<Position> {
  const position = conga.start(4);
  const [answer] = legalMoves(position);
  await new GameMemory(file, () => {}).keep(conga, position, answer, PLENTY);
  position.make(answer);
  position.make(legalMoves(position)[0]);
  return position;
}

test('a board that does not follow by one move begins a game, and so does one of another size or player', async () => {
  const position = await secondCall();
  expect(opened().recall(conga, bare(conga, position)).state.ply).toBe(2);
  const elsewhere = conga.start(4);
  for (let i = 0; i < 4; i++) elsewhere.make(legalMoves(elsewhere)[0]);
  for (const other of [conga.start(4), conga.start(3), elsewhere])
    expect(opened().recall(conga, bare(conga, other)).state.ply).toBe(0);
  const turned = conga.parseBoard(4, 1, conga.formatBoard(position));
  expect(opened().recall(conga, turned).state.ply).toBe(0);
});

test.each<[string, (whole: string) => string, string]>([
  ['nothing in it', () => '', 'it is not what was written'],
  ['half of it', (whole) => whole.slice(0, whole.length / 2), 'it is not what was written'],
  ['a changed move', (whole) => whole.replace('1.1-E', '1.1-S'), 'it is not what was written'],
  ['another file', () => '{"format":"evalsmith-weights-1"}', 'it is no memory of this version'],
  ['too much in it', (whole) => whole + ' '.repeat(1 << 18), 'it is larger than'],
])('a file with %s is not used, and that is said', async (_, damage, reason) => {
  const position = await secondCall();
  writeFileSync(file, damage(readFileSync(file, 'utf8')));
  const notes: string[] = [];
  const memory = new GameMemory(file, (note) => void notes.push(note));
  expect(notes).toEqual([expect.stringContaining(reason)]);
  expect(memory.recall(conga, bare(conga, position)).state.ply).toBe(0);
  // It is written anew.
  await memory.keep(conga, position, legalMoves(position)[0], PLENTY);
  opened();
});

test('what claims a game that the rules do not have is no game', async () => {
  const position = await secondCall();
  const { sha256 } = await import('./sha256.ts');
  const edits = [
    { moves: ['4.4-E'] },
    { player: 'z' },
    { board: 'x' },
    { moves: [7] },
    { last: 5 },
    { size: 99 },
  ];
  const { games: known } = JSON.parse(readFileSync(file, 'utf8')) as { games: object[] };
  for (const edit of edits) {
    const made = [{ ...known[0], ...edit }];
    writeFileSync(
      file,
      JSON.stringify({ format: 'evalsmith-memory-1', games: made, sha256: sha256(JSON.stringify(made)) }),
    );
    const notes: string[] = [];
    const memory = new GameMemory(file, (note) => void notes.push(note));
    expect([edit, memory.recall(conga, bare(conga, position)).state.ply]).toEqual([edit, 0]);
  }
});

test('a folder or a device in its place is not used and keeps nobody waiting', () => {
  mkdirSync(file);
  const notes: string[] = [];
  const note = (reason: string) => void notes.push(reason);
  const ofFolder = new GameMemory(file, note);
  expect(notes.length).toBe(1);
  expect(ofFolder.recall(conga, conga.start(4)).state.ply).toBe(0);
  if (process.platform !== 'win32') {
    const ofDevice = new GameMemory('/dev/zero', note);
    expect(ofDevice.recall(conga, conga.start(4)).state.ply).toBe(0);
    expect(notes.at(-1)).toBe('it is no file');
  }
});

test('a write that comes too late is left, and what was there stays', async () => {
  const position = await secondCall();
  const before = readFileSync(file, 'utf8');
  await opened().keep(conga, position, legalMoves(position)[0], 0);
  const after = readFileSync(file, 'utf8');
  expect(after === before || after.includes('1.1-E')).toBe(true);
  opened();
});

test('two programs share a file: each has its own game again, and the file is whole after any two writes at a time', async () => {
  const one = conga.start(4);
  const other = games[1].start(8);
  const below = seededBelow(1);
  for (let turn = 0; turn < 12; turn++) {
    for (const [game, position] of [
      [conga, one],
      [games[1], other],
    ] as const) {
      const memory = opened();
      const recalled = memory.recall(game, bare(game, position));
      expect(recalled.state.ply).toBeGreaterThanOrEqual(
        Math.min(turn, position.state.ply - position.state.progress),
      );
      const answer = someMove(position, below)!;
      await memory.keep(game, recalled, answer, PLENTY);
      position.make(answer);
      position.make(someMove(position, below)!);
    }
  }
  expect(opened().recall(conga, bare(conga, one)).state.ply).toBe(24);
  const both = [opened(), opened()];
  await Promise.all(both.map((memory) => memory.keep(conga, one, legalMoves(one)[0], PLENTY)));
  opened();
  expect(readdirSync(folder)).toEqual(['memory.json']);
});
