import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { canonicalBoard } from '../../engine/game.ts';
import { games } from '../../engine/games/index.ts';
import { gamesOf } from '../dataset/games.ts';
import { readManifest } from '../dataset/manifest.ts';
import { type BookFile, openBook } from '../play/book.ts';
import { readResult, readRun } from '../store/run-folder.ts';
import { writeSealed } from '../store/sealed-json.ts';
import { evalsmith } from '../testing/run-command.ts';

const [betsy] = games;
const room = mkdtempSync(join(tmpdir(), 'evalsmith-book-'));
const at = (name: string) => join(room, name);

const MAKING = (
  'openings betsy --size 4 --tried 24 --keep 6 --openings 5 --seed 3 --first baseline:hand --first-nodes 40,60,50 ' +
  '--second baseline:lines --second-nodes 40,60,50 --workers 1'
).split(' ');
const MATCH = ['match', 'baseline:hand', 'random', '--game', 'betsy', '--size', '4', '--nodes', '30'];
const file = at('made/book.json');
const read = () => JSON.parse(readFileSync(file, 'utf8')) as BookFile & { checksum: string };

beforeAll(async () => {
  const { code, notes } = await evalsmith([...MAKING, '--out', at('made')]);
  expect(code, notes.join('\n')).toBe(0);
}, 120_000);

test('a book has fair openings, no two the same up to symmetry, and says how it was made', () => {
  const { openings, making } = read();
  expect(openings.length).toBeGreaterThan(0);
  expect(openings.length).toBeLessThanOrEqual(6);
  const boards = openBook(betsy, 4, file).openings.map((moves) => {
    const position = betsy.start(4);
    for (const move of moves) position.make(move);
    return canonicalBoard(betsy, 4, betsy.formatBoard(position));
  });
  expect(new Set(boards).size).toBe(openings.length);
  const { tried, chosen, confirmed, players } = making;
  expect([tried.openings, tried.games]).toEqual([24, 96]);
  expect([chosen.games, confirmed.games]).toEqual([4 * openings.length, 2 * openings.length]);
  expect(chosen.firstWins ?? 0.5).toBeGreaterThanOrEqual(0.4);
  expect(chosen.firstWins ?? 0.5).toBeLessThanOrEqual(0.6);
  expect(players.map(({ nodes }) => nodes)).toEqual([
    [40, 60, 50],
    [40, 60, 50],
  ]);
  expect(making.command).toContain('openings betsy --out');
});

test('the same command resumes what was lost, and any number of workers makes the same openings', async () => {
  cpSync(at('made'), at('resumed'), { recursive: true });
  for (const lost of ['book.json', 'confirm', 'try-2'])
    rmSync(join(at('resumed'), lost), { recursive: true });
  const { code, notes } = await evalsmith([...MAKING.slice(0, -1), '2', '--out', at('resumed')]);
  expect(code, notes.join('\n')).toBe(0);
  const again = JSON.parse(readFileSync(at('resumed/book.json'), 'utf8')) as BookFile;
  expect(again.openings).toEqual(read().openings);
  expect(again.making.confirmed).toEqual(read().making.confirmed);
}, 120_000);

test('a match begins its pairs with the openings of the book, and records its hash', async () => {
  const count = read().openings.length;
  const games_ = String(2 * count);
  const { code, notes } = await evalsmith([
    ...MATCH,
    '--book',
    file,
    '--games',
    games_,
    '--out',
    at('match'),
  ]);
  expect(code, notes.join('\n')).toBe(0);
  const begun = Array.from(gamesOf(at('match/games'), readManifest(at('match/games'))), (rows) =>
    rows
      .filter(({ source }) => source === 'opening')
      .map(({ move }) => move)
      .join(' '),
  );
  const pairs = begun.filter((_, i) => i % 2 === 0);
  expect(begun.filter((_, i) => i % 2 === 1)).toEqual(pairs);
  expect(pairs.toSorted()).toEqual(
    read()
      .openings.map(({ moves }) => moves)
      .toSorted(),
  );
  const { sha256 } = openBook(betsy, 4, file);
  expect(readManifest(at('match/games')).settings['book']).toBe(sha256);
  const run = readRun(at('match'));
  expect(run.inputs).toContainEqual({ path: file, sha256 });
  expect([run.settings['book'], run.settings['openings']]).toEqual([file, null]);
  expect(readResult(at('match'), 'match').estimate).toHaveProperty('gamePairElo');
}, 60_000);

test('ladders and gates take it, and it is not another run’s', async () => {
  const few = ['--games', '2', '--workers', '1', '--book', file, '--nodes', '30', '--size', '4'];
  const ladder = ['ladder', 'random', 'baseline:hand', '--game', 'betsy', ...few, '--out', at('ladder')];
  expect((await evalsmith(ladder)).code).toBe(0);
  expect(readRun(at('ladder')).settings['book']).toBe(file);
  const gate = ['gate', 'baseline:lines', '--champion', 'baseline:hand', '--game', 'betsy', ...few];
  const where = ['--weights-folder', at('weights'), '--out', at('gate')];
  expect((await evalsmith([...gate, '--clock-games', '0', '--other-games', '0', ...where])).code).toBe(1);
  expect(readRun(at('gate')).settings['book']).toBe(file);
  const { code, notes } = await evalsmith([...MATCH, '--games', '2', '--out', at('match')]);
  expect([code, notes.length]).toEqual([2, 1]);
}, 60_000);

test.each<[string, string[], RegExp]>([
  ['too many games', ['--book', file, '--games', '60'], /has \d openings, too few for 60 games/],
  ['openings beside a book', ['--book', file, '--openings', '4'], /expected it without --openings/],
  ['no file', ['--book', at('none.json')], /cannot be read \(ENOENT\); expected a book of openings/],
  ['no book of this size', ['--book', 'default'], /expected a game and size with a book in datasets\/books/],
])('%s: one line, exit code 2', async (_, options, reason) => {
  const { code, out, notes } = await evalsmith([...MATCH, ...options, '--out', at('refused')]);
  expect([code, out, notes.length]).toEqual([2, [], 1]);
  expect(notes[0]).toMatch(reason);
});

test.each<[string, (book: BookFile) => void, RegExp]>([
  ['of another size', (book) => (book.size = 5), /is a book of betsy 5; expected one of betsy 4/],
  [
    'with an illegal move',
    (book) => (book.openings[0].moves = '1 9'),
    /its opening 1, "1 9", has the move 9/,
  ],
  [
    'with the same opening twice',
    (book) => (book.openings[1] = { ...book.openings[0] }),
    /its opening 2, .* is another one up to symmetry/,
  ],
])('a book %s is refused', (_, change, reason) => {
  const { checksum: __, ...book } = read();
  const [first] = book.openings;
  book.openings = [first, { moves: '1 1 1', pairs: 'WW' }];
  change(book);
  writeSealed(at('changed.json'), book);
  expect(() => openBook(betsy, 4, at('changed.json'))).toThrow(reason);
});

test('a damaged book is refused', () => {
  writeFileSync(at('damaged.json'), readFileSync(file, 'utf8').replace('"seed": 3', '"seed": 4'));
  expect(() => openBook(betsy, 4, at('damaged.json'))).toThrow('is damaged');
});
