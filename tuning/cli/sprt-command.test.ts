import { describe, expect, test } from 'vitest';
import { evalsmith as runCommand } from '../testing/run-command.ts';

const evalsmith = (...args: string[]) => runCommand(args);

const cinder = ['50', '287', '610', '387', '73'];

describe('sprt', () => {
  // Figures of fastchess for the same pairs: brunocodutra/cinder pull request 727.
  test('prints the estimates, the ratio and the decision', async () => {
    const { code, out, notes } = await evalsmith('sprt', ...cinder);
    expect([code, notes]).toEqual([0, []]);
    expect(out[0]).toBe('Pairs  460 won, 610 drawn (43.4 %), 337 lost');
    expect(out[1]).toMatch(/^Score {2}52\.59 % of 2814 games, variance of a pair 0\.\d{5}$/);
    expect(out[2]).toMatch(/^Elo {4}18\.04 \[/);
    expect(out[3]).toMatch(/^nElo {3}28\.19 \[/);
    // 100 log10((2 * 73 + 387) / (2 * 50 + 287)).
    expect(out[4]).toMatch(/^ngpElo 13\.90 \[/);
    expect(out.slice(5)).toEqual(['LOS    100.00 %', 'LLR    2.97 (-2.94, 2.94) [0, 5] normalized', 'H1']);
  });

  test('prints the same as one JSON object', async () => {
    const { out } = await evalsmith('sprt', ...cinder, '--json');
    expect(out).toHaveLength(1);
    expect(JSON.parse(out[0])).toEqual({
      pairs: [50, 287, 610, 387, 73],
      estimate: expect.objectContaining({
        games: 2814,
        elo: expect.objectContaining({ value: expect.closeTo(18.04, 2) }),
      }),
      settings: { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.05, model: 'normalized' },
      llr: expect.closeTo(2.97, 2),
      lower: expect.closeTo(-2.94, 2),
      upper: expect.closeTo(2.94, 2),
      decision: 'H1',
    });
  });

  test('takes negative and logistic bounds and other errors', async () => {
    // fastchess sprt_test.cpp, logistic pentanomial 1, seen from the other player.
    const pairs = ['246', '10037', '21279', '9863', '223'];
    const bounds = ['--model', 'logistic', '--elo0', '-2.5', '--elo1', '-0.5'];
    const { out } = await evalsmith('sprt', ...pairs, ...bounds, '--beta', '0.1');
    expect(out.slice(-2)).toEqual(['LLR    3.07 (-2.25, 2.89) [-2.5, -0.5] logistic', 'H1']);
  });

  test('says what no pairs, and pairs all the same, do not tell', async () => {
    const none = await evalsmith('sprt', '0', '0', '0', '0', '0');
    expect(none.out).toEqual(['Pairs  none', 'LLR    0.00 (-2.94, 2.94) [0, 5] normalized', 'continue']);
    const won = await evalsmith('sprt', '0', '0', '0', '0', '3');
    expect(won.out.slice(2, 6)).toEqual([
      'Elo    unknown',
      'nElo   unknown',
      'ngpElo unknown',
      'LOS    unknown',
    ]);
    const nearlyWon = await evalsmith('sprt', '0', '0', '0', '1', '3');
    expect(nearlyWon.out[2]).toMatch(/^Elo {4}470\.\d\d \[\d+\.\d\d, no limit\] \(95 %\)$/);
  });
});

describe('power', () => {
  test('tells the games of a fixed length and of a sequential test', async () => {
    const { code, out, notes } = await evalsmith('power', '--elo', '2.5', '--elo0', '-0.5');
    expect([code, notes]).toEqual([0, []]);
    expect(out[0]).toMatch(/^Fixed length: \d+ pairs, \d+ games$/);
    expect(out[1]).toBe('SPRT [-0.5, 2.5] normalized, on average where the truth is');
    // 116 thousand games: fishtest pull request 914.
    expect(out[3]).toMatch(/^ {2}1: 58\d{3} pairs, 116\d{3} games, H1 accepted in 50\.0 %$/);
    expect(out[4]).toMatch(/^ {2}2\.5: \d+ pairs, \d+ games, H1 accepted in 95\.0 %$/);
    expect(out).toHaveLength(5);
  });

  test('needs fewer games where more are drawn or pairs vary less', async () => {
    const fixed = async (...args: string[]): Promise<number> =>
      JSON.parse((await evalsmith('power', '--elo', '10', '--model', 'logistic', '--json', ...args)).out[0])
        .fixed.pairs;
    expect(await fixed('--draws', '0.5')).toBeLessThan(await fixed());
    expect(await fixed('--variance', '0.125')).toBe(await fixed());
    expect(await fixed('--variance', '0.0625')).toBe(await fixed('--draws', '0.5'));
  });
});

describe('wrong input gets one line that names what is wrong and what is expected', () => {
  test.each([
    [['sprt', '1', '2', '3', '4'], "missing required argument 'WW'"],
    [['sprt', '1', '2', '3', '4', '5', '6'], "too many arguments for 'sprt'"],
    [['sprt', '1', '2', 'x', '4', '5'], 'DD is "x"; expected a whole number from 0 to 1000000000'],
    [['sprt', '1', '2.5', '3', '4', '5'], 'LD is "2.5"; expected a whole number from 0 to 1000000000'],
    [['sprt', ...cinder, '--elo0', 'five'], '--elo0 is "five"; expected a number from -1000 to 1000'],
    [['sprt', ...cinder, '--elo1', '2000'], '--elo1 is "2000"; expected a number from -1000 to 1000'],
    [['sprt', ...cinder, '--elo0', '5'], '--elo0 is 5 and --elo1 is 5; expected --elo0 to be the lower'],
    [['sprt', ...cinder, '--alpha', '0'], '--alpha is "0"; expected a number from 0.0001 to 0.49'],
    [['sprt', ...cinder, '--beta', '1'], '--beta is "1"; expected a number from 0.0001 to 0.49'],
    [['sprt', ...cinder, '--model', 'bayesian'], '--model is "bayesian"; expected logistic or normalized'],
    [['power'], 'expected the option --elo <ELO>'],
    [['power', '--elo', '-'], '--elo is "-"; expected a number from -1000 to 1000'],
    [['power', '--elo', '-3'], '--elo is -3 and --elo0 is 0; expected --elo to be the higher'],
    [['power', '--elo', '5', '--draws', '1'], '--draws is "1"; expected a number from 0 to 0.999'],
    [['power', '--elo', '5', '--variance', '0'], '--variance is "0"; expected a number from 0.0001 to 0.25'],
    [
      ['power', '--elo', '5', '--draws', '0', '--variance', '0.1'],
      '--draws and --variance exclude each other',
    ],
  ])('%j', async (args, reason) => {
    const { code, out, notes } = await evalsmith(...args);
    expect([code, out, notes.length]).toEqual([2, [], 1]);
    expect(notes[0]).toContain(reason);
  });
});

test.each(['sprt', 'power'])('%s --help shows an example that runs', async (command) => {
  const { code, out } = await evalsmith(command, '--help');
  expect(code).toBe(0);
  const [, example] = /Example:\n {2}evalsmith (.+)$/.exec(out.join('\n'))!;
  expect(example).toMatch(new RegExp(`^${command} `));
  expect((await evalsmith(...example.split(' '))).code).toBe(0);
});
