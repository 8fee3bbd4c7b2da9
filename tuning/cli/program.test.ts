import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { games } from '../../engine/games/index.ts';
import { playRandomly, seededBelow } from '../../engine/testing.ts';
import { evaluatorOf } from '../../engine/weights.ts';
import { evalsmith } from '../testing/run-command.ts';

const main = fileURLToPath(new URL('../../dist/tuning/cli/main.js', import.meta.url));
const program = (args: readonly string[], input = '') =>
  spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', input });

const RAICHU_START = '........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........';
const figure = ['betsy', '3', 'o', '...x..o.ox.oxxxoxo'];

describe('moves', () => {
  test('lists each legal move with the board after it', async () => {
    const { code, out, notes } = await evalsmith(['moves', ...figure]);
    expect([code, notes]).toEqual([0, []]);
    expect(out).toContain('2 ...x..o.oxooxxxoxo');
    expect(out).toHaveLength(6);
  });

  test('names the winner by a line, by a capture, and by a blockade', async () => {
    expect((await evalsmith(['moves', 'betsy', '3', 'o', 'x..o..xoooooxxxxxo'])).out).toContain(
      '-1 x..x..oooxoooxxxxo o',
    );
    const capture = `${'.'.repeat(17)}w${'.'.repeat(8)}b${'.'.repeat(37)}`;
    expect((await evalsmith(['moves', 'raichu', '8', 'w', capture])).out.at(-1)).toMatch(/^3\.2-5\.4 \S+ w$/);
    const blockade = (await evalsmith(['moves', 'conga', '4', 'a', 'I.a.aaa.aaaaAaa.'])).out;
    expect(blockade).toContain('1.3-W Ia..aaa.aaaaAaa. a');
  });

  test('of a decided position are none, with a note and exit code 0', async () => {
    expect(await evalsmith(['moves', 'betsy', '2', 'o', 'x.x.o.x.o.'])).toEqual({
      code: 0,
      out: [],
      notes: ['the game is already decided: x has won'],
    });
  });

  test('of thousands of random positions are those of the position, each line in its form', async () => {
    const below = seededBelow(7);
    for (let i = 0; i < 2000; i++) {
      const game = games[i % 3];
      const size = game.sizes[below(Math.min(game.sizes.length, 5))];
      const position = playRandomly(game, size, i, below(80));
      const player = game.players[position.turn];
      const { code, out } = await evalsmith([
        'moves',
        game.name,
        String(size),
        player,
        game.formatBoard(position),
      ]);
      expect(code).toBe(0);
      expect(new Set(out).size).toBe(out.length);
      for (const line of out) expect(line).toMatch(/^\S+ [.\w@$]+( \w)?$/);
    }
  });
});

describe('perft', () => {
  test('prints a line a depth, or one JSON object', async () => {
    const { out } = await evalsmith(['perft', 'betsy', '5', '3']);
    expect(out.map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
      'betsy 5 1 5',
      'betsy 5 2 30',
      'betsy 5 3 200',
    ]);
    const json = JSON.parse((await evalsmith(['perft', 'conga', '4', '4', '--json'])).out[0]);
    expect(json).toEqual({ game: 'conga', size: 4, depth: 4, nodes: 1112, seconds: expect.any(Number) });
  });

  test('counts from a given position', async () => {
    const { out } = await evalsmith(['perft', 'betsy', '3', '1', '--player', 'o', '--board', figure[3]]);
    expect(out[0]).toMatch(/^betsy 3 1 6 /);
  });
});

test('show draws the board and tells the turn, the moves and the winner', async () => {
  const { out } = await evalsmith(['show', ...figure]);
  expect(out.at(-1)).toBe('o to move, 6 legal: 1 2 3 -1 -2 -3');
  expect((await evalsmith(['show', 'betsy', '2', 'o', 'x.x.o.x.o.'])).out.at(-1)).toBe('x has won');
});

describe('check', () => {
  test.each([
    ['a legal last line', 'thinking\n1 o..x..o.ox.oxxxoxo\n2 ...x..o.oxooxxxoxo\n', 0],
    ['a legal last line without its newline', '2 ...x..o.oxooxxxoxo', 0],
    ['a wrong board', '2 ...x..o.ox.oxxxoxo\n', 1],
    ['an illegal move', '4 ...x..o.oxooxxxoxo\n', 1],
    ['a trailing word', '2 ...x..o.oxooxxxoxo !\n', 1],
    ['an empty last line', '2 ...x..o.oxooxxxoxo\n\n', 1],
    ['silence', '', 1],
  ])('of %s', async (_, output, code) => {
    const outcome = await evalsmith(['check', ...figure], output);
    expect(outcome.code).toBe(code);
    expect(outcome.out[0]).toMatch(code === 0 ? /^legal: 2$/ : /^not legal: /);
  });

  test('takes the board alone in Raichu', async () => {
    const board = '........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........';
    const next = '..........W.W.W..w.w.w.wW...............b.b.b.b..B.B.B.B........';
    expect((await evalsmith(['check', 'raichu', '8', 'w', board], `${next}\n`)).out).toEqual([
      'legal: 2.1-4.1',
    ]);
  });
});

describe('move', () => {
  test('is the same every time at a number of nodes, as text and as JSON', async () => {
    const first = await evalsmith(['move', ...figure, '--nodes', '20000']);
    expect(first).toEqual(await evalsmith(['move', ...figure, '--nodes', '20000']));
    expect(first.out.at(-1)).toBe('2 ...x..o.oxooxxxoxo');
    const json = JSON.parse((await evalsmith(['move', ...figure, '--nodes', '20000', '--json'])).out[0]);
    expect(json).toMatchObject({ move: '2', board: '...x..o.oxooxxxoxo', winProbability: 1 });
  });

  test.each(games.map((game) => [game.name, game] as const))(
    'plays %s with every baseline',
    async (name, game) => {
      const size = game.usualSize;
      const board = game.formatBoard(game.start(size));
      const { code, out } = await evalsmith([
        'move',
        name,
        String(size),
        game.players[0],
        board,
        '--depth',
        '3',
        '--weights',
        'baseline:hand',
      ]);
      expect(code).toBe(0);
      expect((await evalsmith(['check', name, String(size), game.players[0], board], out.at(-1))).code).toBe(
        0,
      );
    },
  );
});

test('analyze explains: the contributions of the features add up to the static score', async () => {
  const { out } = await evalsmith([
    'analyze',
    'raichu',
    '8',
    'w',
    RAICHU_START,
    '--depth',
    '3',
    '--lines',
    '2',
    '--weights',
    'baseline:hand',
    '--json',
  ]);
  const analysis = JSON.parse(out[0]);
  expect(analysis.lines).toHaveLength(2);
  for (const line of analysis.lines) expect(line.line[0]).toBe(line.move);
  const position = games[1].start(8);
  const sum = analysis.features.reduce(
    (total: number, { contribution }: { contribution: number }) => total + contribution,
    0,
  );
  expect(evaluatorOf(loadWeights(games[1], 8, 'baseline:hand'), games[1]).evaluate(position)).toBe(sum);
  const text = await evalsmith([
    'analyze',
    'raichu',
    '8',
    'w',
    RAICHU_START,
    '--depth',
    '2',
    '--weights',
    'baseline:hand',
  ]);
  expect(text.out.join('\n')).toContain('What each feature adds');
});

test('bench prints one signature, the same every time', async () => {
  const runs = [await evalsmith(['bench', '--json']), await evalsmith(['bench', '--json'])].map(({ out }) =>
    JSON.parse(out[0]),
  );
  expect(runs[0].bench).toBe(runs[1].bench);
  expect(runs[0].bench).toBe(runs[0].betsy + runs[0].raichu + runs[0].conga);
});

test('play takes moves, hints, undo and nonsense from a person', () => {
  const { status, stdout } = program(
    ['play', 'betsy', '--size', '3', '--level', '1', '--as', 'o'],
    '1\nhint\nundo\nmoves\n9\nquit\n',
  );
  expect(status).toBe(0);
  expect(stdout).toContain('You are o.');
  expect(stdout).toContain('x plays');
  expect(stdout).toMatch(/depth \d+, \d+ nodes/);
  expect(stdout).toContain('"9" is not a legal move');
});

describe('wrong input gets one line on stderr, exit code 2 and nothing on stdout', () => {
  const rightArguments = games.map((game) => {
    const size = game.sizes[0];
    return ['moves', game.name, String(size), game.players[0], game.formatBoard(game.start(size))];
  });

  test('whatever one argument is replaced with', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '',
        '0',
        '-1',
        '1e9',
        '5.0',
        'NaN',
        '99999999999999999999',
        ' 5',
        '__proto__',
        'X',
        'x\ny',
      ),
      fc.array(fc.constantFrom(...'.xowWbB@$aAjJ'), { maxLength: 70 }).map((letters) => letters.join('')),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...rightArguments),
        fc.integer({ min: 0, max: 4 }),
        anyText,
        async (args, index, text) => {
          const { code, out, notes } = await evalsmith(args.with(index, text));
          if (code === 0) return;
          expect([code, out, notes.length]).toEqual([2, [], 1]);
          expect(notes[0]).toMatch(/^evalsmith: \P{Cc}+$/u);
        },
      ),
      { numRuns: 5000, seed: 1 },
    );
  });

  test.each([
    [['moves', 'chess', '3', 'x', '.'], 'GAME is "chess"; expected one of betsy, raichu, conga'],
    [['moves', 'betsy', '1', 'x', '.'], 'N is "1"; betsy is played with N of 2, 3, 4'],
    [['moves', 'raichu', '9', 'w', '.'], 'N is "9"; raichu is played with N of 8, 10'],
    [['moves', 'conga', '5', 'a', '.'], 'N is "5"; conga is played with N of 3, 4'],
    [['moves', 'betsy', '3', 'w', '.'], 'PLAYER is "w"; the players of betsy are x and o'],
    [['moves', 'betsy', '3', 'o', '...x..o.ox.oxxxo.o'], 'BOARD has a floating pebble in column 2'],
    [['moves', 'betsy', '3', 'o'], "missing required argument 'BOARD'"],
    [['moves', ...figure, '5'], "too many arguments for 'moves'"],
    [['perft', 'betsy', '3', '0'], 'DEPTH is "0"; expected a whole number from 1 to 99'],
    [['perft', 'betsy', '3', '2', '--board', '...'], '--player and --board belong together'],
    [['check', 'betsy', '2', 'o', 'x.x.o.x.o.'], 'BOARD leaves nothing to answer'],
    [['move', ...figure, '--nodes', '0'], '--nodes is "0"; expected a whole number from 1'],
    [['move', ...figure, '--nodes', '5', '--depth', '5'], 'exclude each other'],
    [['move', ...figure, '--weights', 'baseline:nobody'], 'the baselines of betsy are'],
    [['move', 'betsy', '2', 'o', 'x.x.o.x.o.'], 'the game is already decided: x has won'],
    [['analyze', ...figure, '--lines', 'many'], '--lines is "many"'],
    [['play', 'betsy', '--level', '11'], '--level is "11"; expected a whole number from 1 to 10'],
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['moves', '--frobnicate'], "unknown option '--frobnicate'"],
    [['mtach'], '(Did you mean match?)'],
    [['match', '--sedd', '3'], '(Did you mean --seed?)'],
    [['moves', '--jsno'], '(Did you mean --json?)'],
    [['dataset', 'verfy'], '(Did you mean verify?)'],
    [['selfplay', 'betsy'], 'expected the option --out <DIR>'],
  ])('%j', async (args, reason) => {
    const { code, out, notes } = await evalsmith(args);
    expect([code, out, notes.length]).toEqual([2, [], 1]);
    expect(notes[0]).toContain(reason);
  });
});

describe('the installed program', () => {
  test('lists moves on stdout', () => {
    const { status, stdout, stderr } = program(['moves', ...figure]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.endsWith('\n')).toBe(true);
    expect(stdout.trimEnd().split('\n')).toHaveLength(6);
  });

  test('reads an output on stdin and exits with 1 when it is not legal', () => {
    expect(program(['check', ...figure], '2 ...x..o.oxooxxxoxo\n').status).toBe(0);
    expect(program(['check', ...figure], 'resign\n').status).toBe(1);
  });

  test('refuses wrong input in one line without a stack trace', () => {
    expect(program(['moves', 'betsy', '3', 'o', 'zzz'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'evalsmith: BOARD has 3 characters; Betsy 3 needs 18\n',
    });
  });

  test.each(['', 'move', 'analyze', 'play', 'moves', 'show', 'check', 'perft', 'bench'])(
    'explains %j with an example',
    (command) => {
      const { status, stdout } = program([command, '--help'].filter((word) => word !== ''));
      expect(status).toBe(0);
      expect(stdout).toContain('Usage: evalsmith');
      if (command !== '') expect(stdout).toMatch(/Example:\n {2}\S/);
    },
  );
});
