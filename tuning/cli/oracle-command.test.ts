import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editSealed } from '../testing/sealed-edit.ts';
import { betsy } from '../../engine/games/betsy/game.ts';
import { answerMove } from '../../engine/text/answer.ts';
import { visitSamples } from '../dataset/samples.ts';
import { readManifest } from '../dataset/manifest.ts';
import { resultOf } from '../tables/oracle.ts';
import { readOracle } from '../oracle/oracle-folder.ts';
import { randomFrom } from '../statistics/random.ts';
import { readResult, readRun } from '../store/run-folder.ts';
import { evalsmith as runCommand } from '../testing/run-command.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-oracle-'));
const at = (...names: string[]) => join(root, ...names);
const oracle = (...args: string[]) => runCommand(['oracle', ...args]);
const json = (...names: string[]) => JSON.parse(readFileSync(at(...names), 'utf8'));

let built: Awaited<ReturnType<typeof oracle>>;

beforeAll(async () => {
  built = await oracle('build', 'betsy', '--size', '3', '--out', at('three'));
  await oracle('build', 'betsy', '--size', '2', '--out', at('two'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('oracle build', () => {
  test('tells what it found and writes values with their hash', () => {
    expect(built.code).toBe(0);
    expect(built.out).toContain('betsy 3: the start is drawn');
    expect(built.out).toContain('over both players to move 956310 won, 379944 lost, 131040 drawn');
    expect(readdirSync(at('three')).toSorted()).toEqual(['checks.bin', 'manifest.json', 'values.bin']);
    expect(json('two', 'manifest.json')).toMatchObject({ game: 'betsy', size: 2, start: 15 });
  });

  test('gives the same bytes each time', async () => {
    await oracle('build', 'betsy', '--size', '2', '--out', at('again'));
    for (const file of readdirSync(at('two')))
      expect(readFileSync(at('again', file))).toEqual(readFileSync(at('two', file)));
  });
});

describe('oracle verify', () => {
  test('finds every position of Betsy 2 and some thousand of Betsy 3 worth as much as their best move', async () => {
    const { code, out } = await oracle('verify', at('two'));
    expect([code, out]).toEqual([0, ['good: betsy 2, 598 of 598 positions checked against the rules']]);
    expect((await oracle('verify', at('three'), '--positions', '5000')).code).toBe(0);
  });

  test('finds all positions of Betsy 3 so, on threads', async () => {
    const { code, out } = await oracle('verify', at('three'), '--all', '--workers', '2');
    expect([code, out]).toEqual([0, ['good: betsy 3, all 368954 positions checked against the rules']]);
  });

  test.each([
    ['a win that is another', 3, /^betsy 2 . \S+ is won in 3 plies, but its best move makes it /],
    ['a value that is missing', -32_768, /^betsy 2 . \S+ has no value$/],
  ])('names a position with %s though the hash is right', async (_, value, message) => {
    rmSync(at('wrong'), { recursive: true, force: true });
    await oracle('build', 'betsy', '--size', '2', '--out', at('wrong'));
    const bytes = readFileSync(at('wrong', 'values.bin'));
    bytes.writeInt16LE(value, 0);
    writeFileSync(at('wrong', 'values.bin'), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    editSealed(at('wrong', 'manifest.json'), (manifest) => ({ ...manifest, sha256 }));
    const all = await oracle('verify', at('wrong'), '--all');
    expect([all.code, all.out]).toEqual([1, [expect.stringMatching(message)]]);
    if (value === -32_768) return;
    const { code, out } = await oracle('verify', at('wrong'));
    expect([code, out]).toEqual([1, [expect.stringMatching(message)]]);
  });

  test('names a value where there is no position', async () => {
    rmSync(at('wrong'), { recursive: true, force: true });
    await oracle('build', 'betsy', '--size', '2', '--out', at('wrong'));
    const bytes = readFileSync(at('wrong', 'values.bin'));
    const empty = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2).indexOf(-32_768);
    bytes.writeInt16LE(0, 2 * empty);
    writeFileSync(at('wrong', 'values.bin'), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    editSealed(at('wrong', 'manifest.json'), (manifest) => ({ ...manifest, sha256 }));
    const { code, out } = await oracle('verify', at('wrong'), '--all');
    expect([code, out]).toEqual([1, [`number ${empty} names no position and has a value`]]);
  });
});

describe('a variant with fewer stones', () => {
  const start = 'c..............C';
  let made: Awaited<ReturnType<typeof oracle>>;
  beforeAll(async () => {
    made = await oracle('build', 'conga', '--size', '4', '--stones', '3', '--out', at('stones'));
  });

  test('is solved, two bits a value', () => {
    expect([made.code, made.out]).toEqual([
      0,
      [
        'conga 4 with 3 stones: the start is drawn',
        '400076 undecided boards, 50242 positions up to symmetry and colour',
        'over both players to move 88 won, 0 lost, 800064 drawn',
        'longest win 1 plies, longest loss 0',
        `written to ${at('stones')}`,
      ],
    ]);
    expect(json('stones', 'manifest.json')).toMatchObject({
      scope: { stones: 3 },
      bits: 2,
      distances: 'none',
    });
  });

  test('is audited whole, and its wins are proved', async () => {
    const { code, out } = await oracle('verify', at('stones'), '--all', '--workers', '2');
    expect([code, out]).toEqual([
      0,
      [
        'good: conga 4 with 3 stones, all 50242 positions checked against the rules',
        '6 won or lost positions proved back from the ends of games, the longest win in 1 plies',
      ],
    ]);
  });

  // A value of two bits: 1 won, 2 lost, 3 drawn.
  test.each([
    ['drawn that is won', 1, 3, /^conga 4 a \S+ is drawn, but its best move makes it won$/],
    ['won that is drawn', 3, 1, /^conga 4 a \S+ is won, but its best move makes it drawn$/],
    // Those before it come first.
    ['lost that is drawn', 3, 2, /^conga 4 a \S+ is drawn, but its best move makes it won$/],
    ['of no value', 3, 0, /^conga 4 a \S+ (?:has no value|is drawn, but its best move makes it won)$/],
  ])('has a position %s, and the audit names it', async (_, right, wrong, message) => {
    cpSync(at('stones'), at('wrong-stones'), { recursive: true });
    const bytes = readFileSync(at('stones', 'values.bin'));
    // Far from both ends, in the middle of a group of positions with the same moves.
    let number = bytes.length;
    while (((bytes[number >> 2] >> (2 * (number & 3))) & 3) !== right)
      number = (number + 1) % (4 * bytes.length);
    bytes[number >> 2] ^= (right ^ wrong) << (2 * (number & 3));
    writeFileSync(at('wrong-stones', 'values.bin'), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    editSealed(at('wrong-stones', 'manifest.json'), (manifest) => ({ ...manifest, sha256 }));
    const { code, out } = await oracle('verify', at('wrong-stones'), '--all', '--workers', '1');
    expect([code, out]).toEqual([1, [expect.stringMatching(message)]]);
  });

  test('that counts otherwise than its manifest is refused', async () => {
    cpSync(at('stones'), at('miscounted'), { recursive: true });
    editSealed(at('miscounted', 'manifest.json'), (manifest) => ({
      ...manifest,
      counts: { ...(manifest.counts as object), won: 90 },
    }));
    const { code, out } = await oracle('verify', at('miscounted'), '--all');
    expect([code, out]).toEqual([1, ['88 are won over both players to move; the manifest counts 90']]);
  });

  test('shows of a drawn position a line until a board comes again', async () => {
    const query = ['query', 'conga', '4', 'a', start, '--oracle', at('stones')];
    const { out } = await oracle(...query);
    const from = out.indexOf('a drawn line, and what the other moves are worth:');
    const lines = out.slice(from + 1, -1);
    const match = /^this is (?:that after move (\d+)|the position asked for) again$/.exec(out.at(-1)!)!;
    const boards = [start, ...lines.map((line) => line.split(' ')[3])];
    expect(boards.at(-1)).toBe(boards[Number(match[1] ?? 0)]);
    expect((boards.length - 1 - Number(match[1] ?? 0)) % 2).toBe(0);
    expect(lines[0]).toMatch(/^1\. a 1\.1-\w+ \S+ \(drawn 1\.1-\w+ 1\.1-\w+\)$/);
    const answer = JSON.parse((await oracle(...query, '--json')).out.join(''));
    expect(answer.drawn.map(({ board }: { board: string }) => board)).toEqual(boards.slice(1));
    expect(answer.repeats).toBe(Number(match[1] ?? 0));
    expect(answer.drawn[0].others).toHaveLength(2);
    expect(answer.drawn[0].others[0]).toMatchObject({ value: 'drawn', plies: null });
  });

  test('can be graded, by players of the game', async () => {
    const args = ['grade', 'random', 'baseline:hand', '--positions', '50', '--nodes', '0,20'];
    const { code, out } = await oracle(...args, '--oracle', at('stones'));
    expect([code, out[0]]).toEqual([0, expect.stringMatching(/^conga 4: 50 positions: \d+ won, \d+ drawn/)]);
  });

  test.each([
    [
      'a board of the game',
      () => oracle('query', 'conga', '4', 'a', 'j..............J', '--oracle', at('stones')),
    ],
    ['a player', () => runCommand(['move', 'conga', '4', 'a', 'j..............J', '--oracle', at('stones')])],
    ['a dataset', () => oracle('dataset', '--oracle', at('stones'), '--out', at('no'))],
  ])('is refused for %s', async (_, run) => {
    const { code, out, notes } = await run();
    expect([code, out, notes.length]).toEqual([2, [], 1]);
    expect(notes[0]).toMatch(
      /expected exactly 3$|is of conga 4 with 3 stones; expected one of conga 4$|is of a variant of conga 4/,
    );
    expect(existsSync(at('no'))).toBe(false);
  });
});

describe('oracle query', () => {
  test('gives the value, every move and the line of best play', async () => {
    const { code, out } = await oracle(
      'query',
      'betsy',
      '3',
      'o',
      '...x..o.ox.oxxxoxo',
      '--oracle',
      at('three'),
    );
    expect(code).toBe(0);
    expect(out.slice(0, 2)).toEqual(['won in 7 plies', '2 won in 7 plies']);
    expect(out).toHaveLength(8);
    expect(out[5]).toBe('-2 drawn');
    expect(out.at(-1)!.split(' ')).toHaveLength('best play:'.split(' ').length + 7);
  });

  test('gives JSON where it is asked for', async () => {
    const { out } = await oracle('query', 'betsy', '2', 'x', '..........', '--oracle', at('two'), '--json');
    const answer = JSON.parse(out.join(''));
    expect(answer).toMatchObject({ value: 'won', plies: 15 });
    expect(answer.moves).toHaveLength(2);
    expect(answer.line).toHaveLength(15);
  });
});

describe('oracle grade', () => {
  const grade = (out: string, ...more: string[]) =>
    oracle(
      'grade',
      'random',
      'baseline:hand',
      '--oracle',
      at('three'),
      '--positions',
      '300',
      ...more,
      '--out',
      at(out),
    );

  test('finds more nodes better than fewer and any heuristic better than chance', async () => {
    const { code, out } = await grade('grade', '--nodes', '0,100,3000');
    expect(code).toBe(0);
    expect(out[0]).toMatch(/^betsy 3: 300 positions: \d+ won, \d+ drawn, \d+ lost; in \d+ of them/);
    const { grades, positions } = readResult(at('grade'), 'grade');
    expect(positions.won + positions.drawn + positions.lost).toBe(300);
    expect(grades.map(({ name, nodes }) => [name, nodes])).toEqual([
      ['random', 0],
      ['baseline:hand', 0],
      ['baseline:hand', 100],
      ['baseline:hand', 3000],
    ]);
    const kept = grades.map((one) => one.kept);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    expect(kept[3]).toBeGreaterThan(0.97);
    for (const { bands, score, keptChoices, blunders, kept: all } of grades) {
      expect(bands.reduce((sum, band) => sum + band.positions, 0)).toBe(300);
      expect(bands.reduce((sum, band) => sum + band.positions * band.kept, 0)).toBeCloseTo(300 * all);
      for (const band of bands) if (band.value === 'lost') expect(band.kept).toBe(1);
      expect(keptChoices).toBeLessThanOrEqual(all);
      expect(blunders).toBeLessThanOrEqual(1 - all + 1e-9);
      expect(score?.calibration.reduce((sum, bin) => sum + bin.rows, 0) ?? 300).toBe(300);
    }
    expect(grades[0].score).toBe(null);
    expect(grades[3].score!.sign).toBeGreaterThan(grades[1].score!.sign!);
    expect(grades[3].score!.rank).toBeGreaterThan(0.95);
  });

  test('may be limited by the clock', async () => {
    const args = ['grade', 'baseline:hand', '--oracle', at('two'), '--positions', '20', '--seconds', '0.01'];
    const { code, out } = await oracle(...args);
    expect(code).toBe(0);
    expect(out[2]).toMatch(/^baseline:hand +\d+ in 0\.01 s /);
  });

  test('writes a whole run folder, the same each time', async () => {
    await grade('one', '--nodes', '0,50');
    await grade('the other', '--nodes', '0,50');
    expect(readdirSync(at('one')).toSorted()).toEqual([
      'bands.csv',
      'calibration.csv',
      'grades.csv',
      'result.json',
      'run.json',
    ]);
    expect(readRun(at('one'))).toMatchObject({ kind: 'grade', status: 'done' });
    expect(readRun(at('the other')).command).toBe(
      `evalsmith oracle grade random baseline:hand --oracle ${at('three')} --nodes 0,50 --positions 300 --out '${at('the other')}'`,
    );
    for (const file of readdirSync(at('one')).filter((name) => name !== 'run.json'))
      expect(readFileSync(at('one', file), 'utf8')).toBe(readFileSync(at('the other', file), 'utf8'));
    expect(readFileSync(at('one', 'grades.csv'), 'utf8').trimEnd().split('\n')).toHaveLength(4);
  });
});

// On the usual board, with 34 pebbles.
const LATE = 'x.x.ooox.xoxo.oxox.ooxx.ooxooxooxxoxxxoo';

describe('a position that is solved by itself', () => {
  test('has the values that an oracle gives', async () => {
    const late = ['query', 'betsy', '3', 'o', '...x..o.ox.oxxxoxo'];
    expect((await oracle(...late)).out).toEqual((await oracle(...late, '--oracle', at('three'))).out);
  });

  test('may be on the usual board, where it is late enough', async () => {
    const { code, out } = await oracle('query', 'betsy', '5', 'x', LATE, '--json');
    const { value, plies, moves, line } = JSON.parse(out.join(''));
    expect(code).toBe(0);
    expect(moves[0]).toMatchObject({ value, plies });
    if (value !== 'drawn') expect(line).toHaveLength(plies);
  });

  test.each([
    [
      'too early',
      ['betsy', '5', 'x', '.'.repeat(40)],
      'with 0 pebbles on the board this position is too early',
    ],
    ['of a game that has no such', ['conga', '4', 'a', 'j..............J'], 'are not solved by themselves'],
    ['slower than the time it has', ['betsy', '5', 'x', LATE, '--seconds', '0.000001'], 'takes too long'],
  ])('is refused in a line where it is %s', async (_, args, reason) => {
    const { code, out, notes } = await oracle('query', ...args);
    expect([code, out, notes]).toEqual([2, [], [expect.stringContaining(reason)]]);
  });
});

describe('oracle sample', () => {
  beforeAll(async () => {
    await oracle('sample', '--oracle', at('three'), '--positions', '200', '--out', at('sample.csv'));
  });

  test('holds positions by which players get the grades that the oracle gives them', async () => {
    const grade = (...from: string[]) =>
      oracle('grade', 'random', 'baseline:hand', '--nodes', '0,50', '--json', ...from);
    const [bySample, byOracle] = [
      await grade('--sample', at('sample.csv')),
      await grade('--oracle', at('three'), '--positions', '200'),
    ];
    const result = (made: typeof bySample) => JSON.parse(made.out.join(''));
    expect(bySample.code).toBe(0);
    const { positions, grades } = result(bySample);
    expect(positions).toEqual(result(byOracle).positions);
    grades.forEach(({ kept, blunders }: { kept: number; blunders: number }, i: number) => {
      expect(kept).toBeCloseTo(result(byOracle).grades[i].kept);
      expect(blunders).toBeCloseTo(result(byOracle).grades[i].blunders);
    });
  });

  test('chooses late positions of a dataset and solves them by themselves', async () => {
    const from = ['--of', join('datasets', 'betsy-sample'), '--least', '38', '--positions', '4'];
    expect((await oracle('sample', ...from, '--out', at('late.csv'))).out).toEqual([
      `${at('late.csv')}: 4 positions`,
    ]);
    const [, ...rows] = readFileSync(at('late.csv'), 'utf8').trimEnd().split('\n');
    for (const row of rows) {
      const [, size, player, board, value] = row.split(',');
      expect(board.replaceAll('.', '').length).toBeGreaterThanOrEqual(38);
      const { out } = await oracle('query', 'betsy', size, player, board, '--json');
      expect(JSON.parse(out.join('')).plies).toBe(Math.abs(Number(value)));
    }
  });

  test.each([
    ['a missing move', (row: string) => row.slice(0, row.lastIndexOf(' ')), 'has no value of'],
    [
      'a value that is another',
      (row: string) => row.replace(/,-?\d+,(?=-?\d:)/, ',777,'),
      'not that of its best move',
    ],
    ['a move too many', (row: string) => `${row} 9:0`, 'has values of'],
    ['another game', (row: string) => row.replace('betsy', 'conga'), 'expected a position of betsy 3'],
    ['a field too few', (row: string) => row.slice(0, row.lastIndexOf(',')), 'it has 5 fields'],
    ['a number that is none', (row: string) => row.replace(/:-?\d+/, ':1.5'), '"1.5" is no value'],
  ])('with %s in a line is refused by its number', async (_, damage, reason) => {
    const rows = readFileSync(at('sample.csv'), 'utf8').split('\n');
    rows[7] = damage(rows[7]);
    writeFileSync(at('damaged.csv'), rows.join('\n'));
    const { code, out, notes } = await oracle('grade', 'random', '--sample', at('damaged.csv'));
    expect([code, out, notes]).toEqual([
      2,
      [],
      [expect.stringMatching(`damaged.csv is wrong at line 8: .*${reason}`)],
    ]);
  });
});

test('a variant of a board has an oracle of its own, which is refused as one of the board', async () => {
  const { out } = await oracle('build', 'betsy', '--size', '3', '--pebbles', '4', '--out', at('supply'));
  expect(out[0]).toMatch(/^betsy 3 with 4 pebbles: the start is /);
  const { counts, palette, bits } = json('supply', 'manifest.json');
  expect([counts.distinct, bits]).toEqual([3658, 8]);
  expect(palette).toContain(counts.longestWin);
  expect((await oracle('verify', at('supply'), '--all')).code).toBe(0);
  const query = await oracle('query', 'betsy', '3', 'x', '.'.repeat(18), '--oracle', at('supply'));
  expect(query.out).toContainEqual(expect.stringMatching(/^best play: /));
  const { code, notes } = await runCommand([
    'move',
    'betsy',
    '3',
    'x',
    '.'.repeat(18),
    '--oracle',
    at('supply'),
  ]);
  expect([code, notes]).toEqual([
    2,
    [expect.stringContaining('is of betsy 3 with 4 pebbles; expected one of betsy 3')],
  ]);
});

test('a palette that is none is refused', async () => {
  await oracle('build', 'betsy', '--size', '2', '--pebbles', '3', '--out', at('palette'));
  editSealed(at('palette', 'manifest.json'), (manifest) => ({ ...manifest, palette: [1, 'two'] }));
  const { code, notes } = await oracle('verify', at('palette'));
  expect([code, notes]).toEqual([2, [expect.stringContaining('is wrong at palette')]]);
});

describe('oracle dataset', () => {
  test('writes positions that verify and can be fitted', async () => {
    const made = await oracle(
      'dataset',
      '--oracle',
      at('three'),
      '--out',
      at('truth'),
      '--positions',
      '3000',
    );
    expect(made).toMatchObject({ code: 0, out: [`${at('truth')}: 3000 positions`] });
    const verified = await runCommand(['dataset', 'verify', at('truth')]);
    expect(verified).toMatchObject({ code: 0, out: ['good: 0 games, 3000 positions, 1 shards'] });
    const { code } = await runCommand(['fit', 'linear', at('truth'), '--out', at('fit')]);
    expect(code).toBe(0);
    const { losses } = json('fit', 'result.json') as {
      losses: { name: string; heldOut: { loss: number } }[];
    };
    const loss = (name: string) => losses.find((one) => one.name === name)!.heldOut.loss;
    expect(loss('fit')).toBeLessThan(loss('hand'));
  });

  test('gives the searched positions of a dataset their true results', async () => {
    const played = ['--size', '3', '--games', '20', '--nodes', '30', '--out', at('played')];
    expect((await runCommand(['selfplay', 'betsy', ...played])).code).toBe(0);
    const { code } = await oracle(
      'dataset',
      '--oracle',
      at('three'),
      '--of',
      at('played'),
      '--out',
      at('same'),
    );
    expect(code).toBe(0);
    const samples = (folder: string) => {
      const found: { side: 0 | 1; board: string; result: number }[] = [];
      visitSamples(betsy, at(folder), readManifest(at(folder)), ({ source, side, board, result }) => {
        if (source === 'search') found.push({ side, board, result });
      });
      return found;
    };
    const { oracle: truth } = readOracle(at('three'));
    const [before, after] = [samples('played'), samples('same')];
    expect(after.map(({ board }) => board)).toEqual(before.map(({ board }) => board));
    for (const { side, board, result } of after)
      expect(result).toBe(resultOf(truth.valueOf(truth.game.parseBoard(3, side, board))));
    expect(after.map(({ result }) => result)).not.toEqual(before.map(({ result }) => result));
  });

  test('holds every position once where none are chosen', async () => {
    const { out } = await oracle('dataset', '--oracle', at('two'), '--out', at('all'));
    expect(out).toEqual([`${at('all')}: 598 positions`]);
  });
});

test('move plays by an oracle, and says so', async () => {
  const args = ['move', 'betsy', '3', 'o', '...x..o.ox.oxxxoxo', '--oracle', at('three')];
  const { code, out, notes } = await runCommand(args);
  expect([code, out.at(-1)]).toEqual([0, '2 ...x..o.oxooxxxoxo']);
  expect(out[0]).toContain('won in 7 plies');
  expect(notes).toEqual([`exact, by the oracle ${at('three')}`]);
  expect((await runCommand([...args, '--nodes', '10'])).code).toBe(2);
});

describe('a player program with an oracle', () => {
  const player = join(import.meta.dirname, '..', '..', 'dist', 'player', 'betsy.cjs');
  const play = (...args: string[]) => spawnSync(process.execPath, [player, ...args], { encoding: 'utf8' });

  test('answers at once by its values, and says so', () => {
    const { status, stdout, stderr } = play('3', 'o', '...x..o.ox.oxxxoxo', '1', '--oracle', at('three'));
    expect([status, stderr]).toEqual([0, `betsy: exact, by the oracle ${at('three')}\n`]);
    expect(stdout).toMatch(/^depth 7, 0 nodes, won in 7 plies: .*\n2 \.\.\.x\.\.o\.oxooxxxoxo\n$/);
  });

  test('keeps the value of every position that it is asked', () => {
    const { oracle: solved } = readOracle(at('three'));
    for (const position of solved.sample(25, randomFrom(1, 'player'))) {
      const board = solved.game.formatBoard(position);
      const { stdout } = play('3', solved.game.players[position.turn], board, '1', '--oracle', at('three'));
      const move = answerMove(solved.game, position, stdout.trimEnd().split('\n').at(-1)!);
      const { value } = solved.movesOf(position).find((one) => one.move === move)!;
      expect(value).toBe(solved.valueOf(position));
    }
  });

  test('solves a late position by itself where it is asked to', () => {
    const { status, stdout, stderr } = play('5', 'x', LATE, '20', '--oracle', 'cone');
    expect([status, stderr]).toEqual([0, 'betsy: exact, by solving it\n']);
    const position = betsy.parseBoard(5, 0, LATE);
    expect(answerMove(betsy, position, stdout.trimEnd().split('\n').at(-1)!)).toBeGreaterThan(0);
    expect(stdout).toContain(', 0 nodes, ');
  });

  test.each([
    ['5', '(with 0 pebbles on the board this position is too early|this position takes too long)'],
    ['0.5', 'SECONDS is 0.5, too short a time'],
  ])('searches a position that it cannot solve so in %s s', (seconds, reason) => {
    const { status, stdout, stderr } = play('5', 'x', '.'.repeat(40), seconds, '--oracle', 'cone');
    expect([status, stderr]).toEqual([0, expect.stringMatching(`^betsy: .*${reason}.*; it is searched\n$`)]);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^\d \.+(\.+x\.+|x)$/);
  });

  test.each([
    ['of another board', at('two'), 'expected one of betsy 3'],
    ['that is none', at('no'), 'is no oracle'],
  ])('refuses one %s and prints no move', (_, folder, reason) => {
    const { status, stdout, stderr } = play('3', 'x', '.'.repeat(18), '1', '--oracle', folder);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(reason)]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('wrong input gets one line, exit code 2 and leaves nothing behind', () => {
  const query = ['query', 'betsy', '3', 'x', '..................', '--oracle'];
  test.each([
    ['a board too large', ['build', 'betsy', '--size', '5', '--out', at('no')], 'betsy 5 cannot be solved'],
    [
      'a game without an oracle',
      ['build', 'raichu', '--size', '8', '--out', at('no')],
      'raichu 8 cannot be solved',
    ],
    [
      'a part that a board has not',
      ['build', 'betsy', '--size', '3', '--stones', '4', '--out', at('no')],
      'betsy 3 with 4 stones cannot be solved',
    ],
    [
      'more pebbles than can be solved',
      ['build', 'betsy', '--size', '5', '--pebbles', '11', '--out', at('no')],
      'betsy 5 with 11 pebbles cannot be solved',
    ],
    ['neither oracle nor sample', ['grade', 'random'], 'expected either --oracle or --sample'],
    [
      'both oracle and sample',
      ['grade', 'random', '--oracle', at('two'), '--sample', at('no')],
      'expected either --oracle or --sample',
    ],
    ['a sample that is not there', ['grade', 'random', '--sample', at('no')], 'does not exist'],
    ['a sample of nothing', ['sample', '--out', at('no')], 'expected --oracle, --of or both'],
    [
      'a sample that nothing can be in',
      ['sample', '--oracle', at('two'), '--least', '11', '--out', at('no')],
      'none of the positions',
    ],
    [
      'a sample where a file is',
      ['sample', '--oracle', at('two'), '--out', at('two', 'manifest.json')],
      'exists already',
    ],
    ['all and some', ['verify', at('two'), '--all', '--positions', '5'], 'exclude each other'],
    ['a size that does not exist', ['build', 'conga', '--size', '7', '--out', at('no')], 'N is "7"'],
    ['a folder that exists', ['build', 'betsy', '--size', '3', '--out', at('two')], 'exists already'],
    ['no oracle', [...query, at('no')], 'is no oracle'],
    ['the oracle of another board', [...query, at('two')], 'expected one of betsy 3'],
    [
      'a decided position',
      ['query', 'betsy', '2', 'o', 'x.x.o.x.o.', '--oracle', at('two')],
      'the game is already decided: x has won',
    ],
    ['a program', ['grade', 'cmd:./betsy', '--oracle', at('two')], 'a program has no score'],
    ['unknown weights', ['grade', 'baseline:none', '--oracle', at('two')], 'the baselines of betsy are'],
    [
      'nodes that are none',
      ['grade', 'random', '--oracle', at('two'), '--nodes', '1,,2'],
      '--nodes is "1,,2"',
    ],
    [
      'nodes and seconds',
      ['grade', 'random', '--oracle', at('two'), '--nodes', '5', '--seconds', '1'],
      'exclude each other',
    ],
    ['no seconds', ['grade', 'random', '--oracle', at('two'), '--seconds', '0'], '--seconds is "0"'],
    ['nodes named twice', ['grade', 'random', '--oracle', at('two'), '--nodes', '5,5'], 'twice'],
    [
      'more positions than there are',
      ['dataset', '--oracle', at('two'), '--out', at('no'), '--positions', '599'],
      'the oracle has 598',
    ],
    [
      'positions and a dataset',
      ['dataset', '--oracle', at('two'), '--out', at('no'), '--positions', '5', '--of', at('two')],
      'exclude each other',
    ],
    [
      'a dataset of another board',
      ['dataset', '--oracle', at('two'), '--out', at('no'), '--of', join('datasets', 'betsy-sample')],
      'is of betsy 5; the oracle is of betsy 2',
    ],
    [
      'more positions to grade than there are',
      ['grade', 'random', '--oracle', at('two'), '--positions', '599'],
      'the oracle has 598',
    ],
  ])('%s', async (_, args, message) => {
    const { code, out, notes } = await oracle(...args);
    expect([code, out, notes]).toEqual([2, [], [expect.stringContaining(message)]]);
    expect(notes[0]).not.toContain('\n');
    expect([existsSync(at('no')), existsSync(at('no.tmp'))]).toEqual([false, false]);
  });

  test.each([
    ['values that were cut off', () => truncateSync(at('bad', 'values.bin'), 100), 'is not the one of'],
    ['missing values', () => rmSync(at('bad', 'values.bin')), 'it has no values.bin'],
    ['a manifest that is no JSON', () => writeFileSync(at('bad', 'manifest.json'), '{'), 'is not JSON'],
    [
      'a manifest of another form',
      () => writeFileSync(at('bad', 'manifest.json'), '{}'),
      'is wrong at format',
    ],
  ])('%s', async (_, damage, message) => {
    rmSync(at('bad'), { recursive: true, force: true });
    await oracle('build', 'betsy', '--size', '2', '--out', at('bad'));
    damage();
    const { code, notes } = await oracle('query', 'betsy', '2', 'x', '..........', '--oracle', at('bad'));
    expect([code, notes]).toEqual([2, [expect.stringContaining(message)]]);
  });
});
