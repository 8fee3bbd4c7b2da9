import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { betsy } from '../../engine/games/betsy/game.ts';
import { conga } from '../../engine/games/conga/game.ts';
import { games } from '../../engine/games/index.ts';
import { raichu } from '../../engine/games/raichu/game.ts';
import { commandOf, parsePlace } from './position-text.ts';
import { parseRecordedGames, recordText, startOf } from './recorded-game.ts';
import { ViewedGame } from './viewed-game.ts';
import { wordsOf } from '../page/game-words.ts';
import { handMoves } from './hand-moves.ts';

const atStart = { game: betsy, size: 3, turn: 0 as const };

describe('a position as text', () => {
  test.each([
    'betsy 3 o ...x..o.oxooxxxoxo 5',
    'npx betsy 3 o ...x..o.oxooxxxoxo 5',
    'evalsmith move betsy 3 o ...x..o.oxooxxxoxo --nodes 10',
    '3 o ...x..o.oxooxxxoxo',
    'o ...x..o.oxooxxxoxo',
  ])('is read from %s', (text) => {
    expect(parsePlace(text, atStart).place).toEqual({
      game: betsy,
      size: 3,
      turn: 1,
      board: '...x..o.oxooxxxoxo',
    });
  });

  test('is quoted where a shell would read it otherwise, and read back', () => {
    const board = `${'.'.repeat(60)}$..@`;
    const place = { game: raichu, size: 8, turn: 1 as const, board };
    expect(commandOf(place)).toBe(`raichu 8 b '${board}' 5`);
    expect(parsePlace(commandOf(place), atStart).place).toEqual(place);
    expect(commandOf(startOf(conga, 4))).toBe('conga 4 a j..............J 5');
  });

  test('lets floating pebbles fall as the player does, and says so', () => {
    const { place, note } = parsePlace('betsy 3 o ...x..o.ox.oxxxo.o 5', atStart);
    expect(place.board).toBe('...x..o.ox.ox.xoxo');
    expect(note).toBe(`BOARD has floating pebbles; they have fallen to ${place.board}`);
  });

  test.each([
    ['chess 8 w xyz', 'GAME is "chess"; expected one of betsy, raichu, conga'],
    ['betsy 99 x ...', 'N is "99"; betsy is played with N of'],
    ['betsy 3 w ..................', 'PLAYER is "w"; the players of betsy are x and o'],
    ['betsy 3 x ...', 'BOARD has 3 characters; Betsy 3 needs 18'],
    ['conga 4 a j..............I', 'BOARD has 9 stones of player b; expected exactly 10'],
    ['betsy 3 x', 'BOARD is missing'],
    ['', 'there is no text'],
  ])('%j is refused in the words of the command line', (text, reason) => {
    expect(() => parsePlace(text, atStart)).toThrow(reason);
  });
});

describe('a recorded game', () => {
  test.each(['betsy', 'raichu', 'conga'])('of %s is read from the rows of a dataset', (name) => {
    const shard = new URL(`../../datasets/${name}-sample/shard-00000.csv.gz`, import.meta.url);
    const text = gunzipSync(readFileSync(shard)).toString();
    const recorded = parseRecordedGames(text, atStart);
    const sessions = recorded.map((game) => game.open());
    expect(recorded.map(({ plies }) => plies)).toEqual(sessions.map(({ moves }) => moves.length));
    expect(sessions).toHaveLength(60);
    expect(sessions.flatMap(({ moves }) => moves)).toHaveLength(text.trim().split('\n').length - 1);
    for (const session of sessions) expect(session.ending).toBeDefined();
    expect(sessions[0].start.game.name).toBe(name);
  });

  test('comes back from its own text, from its boards and from numbered moves', () => {
    const session = new ViewedGame(startOf(betsy, 3));
    for (const move of ['1', '1', '-1', '2']) session.play(move);
    const same = [
      recordText(session),
      session.boards.join('\n'),
      ['x', 'o', 'x', 'o', 'x'].map((player, i) => `${player} ${session.boards[i]}`).join('\n'),
      '1. 1 1 2. -1 2',
    ];
    for (const text of same) {
      const { moves, boards, start } = parseRecordedGames(text, atStart)[0].open();
      expect({ moves, boards, start }).toEqual({
        moves: session.moves,
        boards: session.boards,
        start: session.start,
      });
    }
  });

  test('that breaks the rules is refused by ply', () => {
    expect(() => parseRecordedGames('1 1 7', atStart)).toThrow('the move "7" is not legal at ply 2');
    const boards = `${'.'.repeat(18)}\n${'.'.repeat(17)}x\n${'.'.repeat(16)}xx`;
    expect(() => parseRecordedGames(boards, atStart)).toThrow('board 3 is');
  });
});

describe('a session', () => {
  test('steps, plays on from an earlier ply and takes back', () => {
    const session = new ViewedGame(startOf(betsy, 3));
    for (const move of ['1', '2', '3']) session.play(move);
    session.goTo(1);
    expect([session.ply, session.isAtEnd, session.place.turn]).toEqual([1, false, 1]);
    session.play('-1');
    expect(session.moves).toEqual(['1', '-1']);
    session.undo(1);
    expect([session.moves, session.boards.length]).toEqual([['1'], 2]);
    session.goTo(99);
    expect(session.ply).toBe(1);
  });

  test('asks about the position alone until something has come back, and then tells its past', () => {
    const session = new ViewedGame(startOf(betsy, 3));
    session.play('1');
    expect(session.question()).toEqual({ size: 3, player: 'o', board: session.place.board });
    // A column of one pebble turned round is the same column.
    for (const move of ['-1', '-1', '-1']) session.play(move);
    expect(session.question().moves).toEqual(['1', '-1', '-1', '-1']);
    for (const move of ['-1']) session.play(move);
    expect(session.ending).toEqual({ winner: -1, end: 'repetition' });
    expect(session.choices).toEqual([]);
  });

  test('every legal move of random games can be said and found on the board', () => {
    for (const game of games) {
      const session = new ViewedGame(startOf(game, game.usualSize));
      for (let ply = 0; ply < 60 && session.ending === undefined; ply++) {
        const { choices } = session;
        const words = wordsOf(game);
        const byHand = handMoves(game, session.position);
        expect(byHand.map(({ text }) => text)).toEqual(choices);
        for (const { text, squares, isOfColumn } of byHand) {
          expect(words.move(text)).toMatch(/row \d|column \d/);
          expect(squares.length === 0).toBe(isOfColumn);
        }
        for (const letter of session.place.board) expect(words.piece(letter)).toBeTypeOf('string');
        session.play(choices[(ply * 7) % choices.length]);
      }
    }
  });
});
