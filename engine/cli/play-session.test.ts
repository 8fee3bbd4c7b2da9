import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { endingOf } from '../ending.ts';
import { games } from '../games/index.ts';
import { loadWeights } from '../node/named-weights.ts';
import { plainPaint } from '../node/terminal.ts';
import { Player } from '../player.ts';
import { legalMoves } from '../position.ts';
import { evaluatorOf } from '../weights.ts';
import { levelMove, levelOf, lotOf } from './play-levels.ts';
import { beginSession } from './play-session.ts';
import type { PlayedGame } from './saved-game.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-play-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [betsy, raichu] = games;

function session(changes: Partial<PlayedGame> = {}, weightsName = 'hand') {
  const game = changes.game ?? betsy;
  const size = changes.size ?? 3;
  const said: string[] = [];
  const start = game.start(size);
  const played: PlayedGame = {
    game,
    size,
    player: game.players[0],
    board: game.formatBoard(start),
    person: 0,
    level: 6,
    seed: 1,
    moves: [],
    ...changes,
  };
  const weights = loadWeights(game, size, weightsName);
  const player = new Player(game, evaluatorOf(weights, game));
  const { hear } = beginSession({
    played,
    search: (position) => player.choose(position, { nodes: 500 }),
    weights,
    explaining: () => loadWeights(game, size, 'linear'),
    terminal: { out: (line) => said.push(line), note: () => {}, input: () => '', paint: plainPaint },
  });
  /** What is said to a line. */
  return (line: string): string => {
    said.length = 0;
    hear(line);
    return said.join('\n');
  };
}

describe('a game against the engine', () => {
  test('is played from any position', () => {
    const say = session({ player: 'o', board: '...x..o.ox.oxxxoxo', person: 1 });
    expect(say('moves')).toBe('1 2 3 -1 -2 -3');
    expect(say('2')).toMatch(/x plays /);
  });

  test('takes a move back to where the person was to move, also where the engine began', () => {
    const say = session({ person: 1 });
    expect(say('back')).toBe('there is nothing to take back');
    const before = say('board');
    say('1');
    expect(say('back')).toBe(before);
  });

  test('tells why: the line that the engine saw, and what each feature said before and at its end', () => {
    const say = session();
    expect(say('why')).toBe('the engine has not moved yet');
    say('1');
    const why = say('why');
    expect(why).toMatch(/^depth \d+, \d+ nodes, /);
    expect(why).toMatch(/before .*(at its end|decided)/);
    expect(why).toMatch(/sum +-?\d+/);
  });

  test('tells why by the linear weights where a network plays', () => {
    const say = session({ size: 5 }, 'default');
    say('1');
    expect(say('why')).toContain('a network has no features; this is what the linear weights say of it:');
  });

  test('is saved and loaded with its side, its level and its moves, and a file that is none is named', () => {
    const say = session({ level: 3, seed: 5 });
    say('1');
    const board = say('board');
    const file = join(folder, 'game.json');
    expect(say(`save ${file}`)).toContain(`--load ${file} resumes it`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      format: 'evalsmith-play-1',
      level: 3,
      person: 'x',
    });
    say('2');
    expect(say(`load ${file}`)).toBe(board);
    expect(say(`load ${join(folder, 'none.json')}`)).toContain('cannot be read (ENOENT)');
    for (const [text, what] of [
      ['{', 'it is not JSON'],
      ['{"format":"other"}', 'its format is "other"'],
      [readFileSync(file, 'utf8').replace('"moves": [', '"moves": ["9",'), 'has the move "9"'],
      [readFileSync(file, 'utf8').replace('"level": 3', '"level": 30'), 'its level is "30"'],
    ]) {
      const broken = join(folder, 'broken.json');
      writeFileSync(broken, text);
      expect(say(`load ${broken}`)).toContain(what);
      expect(say('board')).toBe(board);
    }
    expect(say(`save ${join(folder, 'no', 'such', 'folder')}`)).toContain('cannot be written (ENOENT)');
  });
});

describe('level 1', () => {
  // Looks one move ahead with the hand-made weights, and one move of three is any: less than a person soon sees.
  test.each([betsy, raichu, games[2]].map((game) => [game.name, game] as const))(
    'of %s loses most games to a beginner',
    (_, game) => {
      const size = game === betsy ? 5 : game.usualSize;
      const player = new Player(game, evaluatorOf(loadWeights(game, size), game));
      const beginner = new Player(game, evaluatorOf(loadWeights(game, size, 'hand'), game));
      let points = 0;
      const count = 20;
      for (let i = 0; i < count; i++) {
        const position = game.start(size);
        const engine = i % 2;
        const level = levelOf(1);
        let ending = endingOf(game, position);
        for (let ply = 0; ending === undefined && ply < 300; ply++) {
          const moves = legalMoves(position);
          const isCareless = lotOf(1000 + i, 2 * ply) < 1 / 3;
          const move =
            position.turn === engine
              ? levelMove(position, level, i, () => player.choose(position, { nodes: level.nodes })).move
              : isCareless
                ? moves[Math.floor(lotOf(1000 + i, 2 * ply + 1) * moves.length)]
                : beginner.choose(position, { depth: 1 }).move;
          position.make(move);
          ending = endingOf(game, position);
        }
        points += ending === undefined || ending.winner === -1 ? 0.5 : ending.winner === engine ? 0 : 1;
      }
      expect(points / count).toBeGreaterThan(0.5);
    },
  );
});
