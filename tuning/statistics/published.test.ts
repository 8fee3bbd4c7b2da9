import { describe, expect, test } from 'vitest';
import type { EloModel } from './elo.ts';
import { estimate, type Interval } from './estimate.ts';
import { logLikelihoodRatio, sprt } from './sprt.ts';

// Results that others published, each with what their own program made of them.

const errors = { alpha: 0.05, beta: 0.05 };
const marginOf = ({ low, high }: Interval) => (high! - low!) / 2;

// Source, tally, bounds, log-likelihood ratio; where it was printed too, Elo and its margin.
type Published = [string, number[], EloModel, number, number, number, number?, number?];

const openBench: Published[] = [
  ['Yoshie2000/PlentyChess pull request 95', [46, 936, 2083, 1043, 63], 'normalized', 0, 5, 2.91, 5.87],
  ['Yoshie2000/PlentyChess pull request 334', [5, 942, 2469, 1050, 5], 'normalized', -3, 1, 2.9, 4.2, 3.43],
  [
    'cosmobobak/viridithas pull request 210',
    [189, 845, 1540, 899, 214],
    'normalized',
    -5,
    0,
    2.98,
    4.9,
    5.35,
  ],
  [
    'cosmobobak/viridithas pull request 292',
    [584, 11950, 25215, 11975, 596],
    'normalized',
    0,
    3,
    -2.96,
    0.17,
    1.15,
  ],
  ['cosmobobak/viridithas pull request 196', [51, 648, 1441, 809, 76], 'normalized', 0, 3, 2.97, 12.12, 4.98],
  ['Aethdv/Soul pull request 25', [315, 1070, 1746, 1013, 310], 'normalized', 0, 5, -2.27, -2.61, 5.18],
  [
    'xu-shawn/Serendipity pull request 96',
    [367, 3530, 6977, 3784, 363],
    'normalized',
    0,
    5,
    2.95,
    2.85,
    2.29,
  ],
  ['sscg13.pythonanywhere.com/test/413', [2, 13, 79, 87, 61], 'normalized', 0, 5, 2.99, 145.83],
];

// The bounds of fishtest are logistic until 2021, normalised since.
const fishtest: Published[] = [
  [
    'official-stockfish/Stockfish pull request 2493, short',
    [424, 2948, 5832, 3045, 460],
    'logistic',
    -1,
    3,
    2.94,
  ],
  [
    'official-stockfish/Stockfish pull request 2493, long',
    [1284, 17437, 55536, 18085, 1292],
    'logistic',
    0,
    2,
    2.94,
  ],
  [
    'official-stockfish/Stockfish pull request 2971, short',
    [17, 253, 1042, 337, 39],
    'logistic',
    -0.5,
    1.5,
    2.96,
  ],
  [
    'official-stockfish/Stockfish pull request 3098, short',
    [491, 7345, 29693, 7670, 465],
    'logistic',
    -0.25,
    1.25,
    2.96,
  ],
  [
    'official-stockfish/Stockfish pull request 3098, long',
    [53, 2220, 21459, 2445, 47],
    'logistic',
    0.25,
    1.25,
    2.97,
  ],
  [
    'official-stockfish/Stockfish pull request 3515, short',
    [238, 5274, 26761, 5326, 237],
    'normalized',
    -2.5,
    0.5,
    2.94,
  ],
  [
    'official-stockfish/Stockfish pull request 6019, short',
    [320, 12431, 27275, 12858, 316],
    'normalized',
    0,
    2,
    2.95,
  ],
  [
    'official-stockfish/Stockfish pull request 6019, long',
    [197, 45541, 117722, 46579, 228],
    'normalized',
    0.5,
    2.5,
    2.96,
  ],
  [
    'official-stockfish/Stockfish pull request 6255, short',
    [317, 12094, 28735, 12231, 319],
    'normalized',
    -1.75,
    0.25,
    2.96,
  ],
];

const fastchess: Published[] = [
  [
    'Disservin/fastchess sprt_test.cpp, normalized 1',
    [365, 16618, 36229, 16974, 390],
    'normalized',
    0,
    2,
    2.25,
  ],
  [
    'Disservin/fastchess sprt_test.cpp, normalized 2',
    [127, 4883, 10712, 5150, 104],
    'normalized',
    -1.75,
    0.25,
    3.01,
  ],
  ['Disservin/fastchess sprt_test.cpp, normalized 3', [0, 0, 0, 0, 5550], 'normalized', 0, 5, 111.82],
  [
    'Disservin/fastchess sprt_test.cpp, logistic 1',
    [223, 9863, 21279, 10037, 246],
    'logistic',
    0.5,
    2.5,
    -3.07,
  ],
  ['Disservin/fastchess sprt_test.cpp, logistic 2', [871, 26175, 55983, 26678, 821], 'logistic', 0, 2, -4.98],
  ['Disservin/fastchess pull request 783', [379, 10170, 21828, 10640, 343], 'normalized', 0, 2, 2.94598],
  ['Disservin/fastchess pull request 882, one draw', [77, 1, 0, 0, 0], 'normalized', -1000, -500, -2.95],
  ['Disservin/fastchess pull request 882, ten draws', [72, 10, 0, 0, 0], 'normalized', -1000, -500, -2.97],
  [
    'Disservin/fastchess sprt_test.cpp, normalized trinomial 1',
    [36027, 68692, 36433],
    'normalized',
    0,
    2,
    0.92,
  ],
  [
    'Disservin/fastchess sprt_test.cpp, normalized trinomial 2',
    [10650, 20431, 10871],
    'normalized',
    -1.75,
    0.25,
    2.3,
  ],
  [
    'Disservin/fastchess sprt_test.cpp, logistic trinomial 1',
    [21184, 40708, 21404],
    'logistic',
    0.5,
    2.5,
    -1.57,
  ],
  [
    'Disservin/fastchess sprt_test.cpp, logistic trinomial 2',
    [57030, 106593, 57433],
    'logistic',
    0,
    2,
    -2.59,
  ],
];

describe('the log-likelihood ratio is the published one to one per cent', () => {
  test.each([...openBench, ...fishtest, ...fastchess])('%s', (_, tally, model, elo0, elo1, published) => {
    const llr = logLikelihoodRatio(tally, { model, elo0, elo1, ...errors });
    expect(Math.abs(llr / published - 1)).toBeLessThan(0.01);
  });
});

describe('the logistic Elo is the published one to a tenth', () => {
  test.each(openBench)('%s', (_source, tally, _model, _elo0, _elo1, _llr, published, margin) => {
    const { elo } = estimate(tally)!;
    expect(Math.abs(elo.value! - published!)).toBeLessThan(0.1);
    if (margin !== undefined) expect(Math.abs(marginOf(elo) - margin)).toBeLessThan(0.1);
  });
});

// Source, tally, Elo and its margin, normalised Elo and its margin, likelihood of superiority in per cent.
// Fishtest's own normalised margins allow for skewness and kurtosis: they differ in the first decimal.
describe('Elo, normalised Elo and the likelihood of superiority are those printed together by', () => {
  test.each([
    ['fastchess: brunocodutra/cinder 727', [50, 287, 610, 387, 73], 18.04, 8.23, 28.19, 12.84, 100],
    ['fastchess: brunocodutra/cinder 836', [835, 6884, 13116, 7201, 852], 2.11, 1.7, 3.52, 2.83, 99.25],
    ['fastchess: lynx-chess/Lynx 1899', [235, 1384, 2521, 1341, 239], -1.06, 4.05, -1.67, 6.37, 30.33],
    ['fastchess: xu-shawn/Serendipity 55', [283, 1151, 2214, 1221, 281], 2.23, 4.5, 3.32, 6.71, 83.4],
    ['fastchess: Matthies/RubiChess 523', [8, 633, 1558, 804, 6], 9.64, 4.36, 19.42, 8.78, 100],
    ['fastchess: Disservin/fastchess 807', [30, 6, 18, 0, 6], -168.4, 73.37, -170.08, 62.16, 0],
    ['fastchess elo_test.cpp, pairs 2', [332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96, 5.05],
    ['fastchess elo_test.cpp, games 2', [96, 111, 136], 40.7, 30.43, 49.77, 36.77, 99.6],
    ['fishtest: Stockfish 4160', [39, 5335, 18992, 5622, 12], 1.35, 1.2, 3.13, 2.8, 98.6],
    ['fishtest: Stockfish 6255', [1, 137, 4659, 203, 0], 2.22, 1.3, 12, 6.8, 100],
    ['fishtest: stockfish-web 10', [66, 1042, 2452, 1370, 70], 11.68, 3.7, 21.55, 6.9, 100],
  ])('%s', (_, tally, elo, margin, normalizedElo, normalizedMargin, superiority) => {
    const measured = estimate(tally)!;
    expect(Math.abs(measured.elo.value! - elo)).toBeLessThan(0.1);
    expect(Math.abs(marginOf(measured.elo) - margin)).toBeLessThan(0.1);
    expect(Math.abs(measured.normalizedElo.value! - normalizedElo)).toBeLessThan(0.1);
    expect(Math.abs(marginOf(measured.normalizedElo) - normalizedMargin)).toBeLessThan(0.1);
    expect(Math.abs(measured.superiority! * 100 - superiority)).toBeLessThan(0.051);
  });
});

test('the decision is the one that fastchess prints, between its bounds of 2.94 either way', () => {
  const settings = { elo0: 0, elo1: 2, model: 'normalized', ...errors } as const;
  const { lower, upper, decision } = sprt([379, 10170, 21828, 10640, 343], settings);
  expect([lower.toFixed(2), upper.toFixed(2), decision]).toEqual(['-2.94', '2.94', 'H1']);
});
