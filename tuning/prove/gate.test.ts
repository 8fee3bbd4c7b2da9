import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../engine/node/sha256.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { namedWeightsFile } from '../../engine/node/weights-folder.ts';
import { games } from '../../engine/games/index.ts';
import { linearWeights, weightsText } from '../../engine/seal.ts';
import { readWeights } from '../../engine/weights.ts';
import { gamesOf } from '../dataset/games.ts';
import { readManifest } from '../dataset/manifest.ts';
import { evalsmith } from '../testing/run-command.ts';
import { readResult, readRun } from '../store/run-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-gate-'));
const betsy = games.find(({ name }) => name === 'betsy')!;
const file = (name: string) => namedWeightsFile(betsy, 5, `baseline:${name}`);
const QUICK = ['--nodes', '60', '--sprt', '0,80', '--games', '400', '--seconds', '0.01'];

async function gate(name: string, candidate: string, champion: string) {
  const out = join(folder, name);
  const weights = join(out, 'weights');
  const contenders = [
    file(candidate),
    '--champion',
    `baseline:${champion}`,
    '--game',
    'betsy',
    '--size',
    '4',
  ];
  const few = ['--clock-games', '6', '--other-games', '6', '--weights-folder', weights, '--out', out];
  const { code, out: lines } = await evalsmith(['gate', ...contenders, ...QUICK, ...few]);
  const result = readResult(out, 'gate');
  return { code, last: lines.at(-1), result, weights };
}

test('a clearly better candidate is accepted on every stage and becomes the one that is played, with its evidence', async () => {
  const { code, last, result, weights } = await gate('better', 'hand', 'lines');
  expect([code, last]).toEqual([0, 'accepted']);
  expect(result.stages.map(({ name }) => name)).toEqual(['by nodes', 'by the clock', 'on size 7']);
  expect(readdirSync(weights)).toEqual(['betsy.json']);
  const installed = readWeights(readFileSync(join(weights, 'betsy.json'), 'utf8'), betsy, 5, sha256);
  expect(installed.sha256).toBe(loadWeights(betsy, 5, 'baseline:hand').sha256);
  const { command } = readRun(join(weights, '..'));
  expect(command).toContain(` --weights-folder ${weights}`);
  expect(installed.evidence).toMatchObject({ matches: [{ stage: 'by nodes' }, {}, { size: 7 }] });
}, 120_000);

test('a clearly worse candidate is rejected, and nothing is installed', async () => {
  const { code, last, result, weights } = await gate('worse', 'lines', 'hand');
  expect([code, last]).toEqual([1, 'rejected: by nodes it is not better by 80 rather than 0']);
  expect([result.stages.length, result.stages[0].result.sprt!.decision]).toEqual([1, 'H0']);
  expect(existsSync(weights)).toBe(false);
}, 120_000);

test('an equal candidate is rejected', async () => {
  const { code, result } = await gate('equal', 'hand', 'hand');
  expect([code, result.verdict]).toEqual([1, 'rejected']);
  expect(result.stages[0].result.estimate!.score).toBe(0.5);
}, 120_000);

test('a gate that is asked again says the same without playing again', async () => {
  const again = await gate('worse', 'lines', 'hand');
  expect([again.code, again.result.verdict]).toEqual([1, 'rejected']);
});

test.each([
  [['nowhere.json', '--game', 'betsy'], 'CANDIDATE is "nowhere.json"'],
  [['baseline:hand', '--game', 'betsy', '--sprt', '3'], 'expected ELO0,ELO1'],
  [['baseline:hand', '--game', 'betsy', '--clock-games', '3'], 'expected an even number'],
  [['baseline:hand', '--game', 'conga', '--champion', file('hand')], 'it is for the game "betsy"'],
])('gate %j is refused in a line', async (args, reason) => {
  const out = join(folder, 'never');
  const { code, notes } = await evalsmith(['gate', ...args, '--out', out]);
  expect([code, notes]).toEqual([2, [expect.stringContaining(reason)]]);
  expect(existsSync(out)).toBe(false);
});

test('accepted weights never replace weights that were not beaten, and the file is named before the games', async () => {
  const weights = join(folder, 'kept');
  mkdirSync(weights);
  const kept = readFileSync(file('hand'), 'utf8').replace('"tempo": 10', '"tempo": 10 ');
  writeFileSync(join(weights, 'betsy.json'), kept);
  const open = ['--sprt=-600,-200', '--alpha', '0.4', '--beta', '0.4', '--games', '60', '--nodes', '20'];
  const play = async (name: string, champion: string) => {
    const out = join(folder, name);
    const who = ['gate', 'baseline:lines', '--champion', champion, '--game', 'betsy', '--size', '3', ...open];
    const few = ['--clock-games', '0', '--other-games', '0', '--weights-folder', weights, '--out', out];
    const { code, notes } = await evalsmith([...who, ...few]);
    return { code, first: notes[0], last: notes.at(-1) };
  };
  const target = join(weights, 'betsy.json');
  expect(await play('other', 'baseline:lines')).toEqual({
    code: 0,
    first: `accepted weights will replace nothing: ${target} has other weights than the champion of this gate`,
    last: `${target} stays: this gate did not play against it`,
  });
  expect(readFileSync(target, 'utf8')).toBe(kept);
  const beaten = await play('beaten', 'hand');
  expect([beaten.code, beaten.first]).toEqual([0, `accepted weights will replace ${target}`]);
  expect(JSON.parse(readFileSync(target, 'utf8')).sha256).toBe(
    loadWeights(betsy, 5, 'baseline:lines').sha256,
  );
}, 120_000);
test('of several candidates the better half goes on, and the one that is left is tried from other openings', async () => {
  const out = join(folder, 'race');
  const weights = join(folder, 'race-weights');
  const zero = join(folder, 'zero.json');
  writeFileSync(zero, weightsText(linearWeights(betsy, { scale: 100, weights: {} }, sha256)));
  const command = [
    'gate',
    zero,
    file('hand'),
    file('lines'),
    '--champion',
    'baseline:lines',
    '--game',
    'betsy',
  ];
  const options = ['--size', '4', '--race-games', '20', '--clock-games', '0', '--other-games', '0', ...QUICK];
  const run = () => evalsmith([...command, ...options, '--weights-folder', weights, '--out', out]);
  const { code, out: lines, notes } = await run();
  expect(code, notes.join('\n')).toBe(0);
  const { race, candidate, stages } = readResult(out, 'gate');
  expect(race!.map(({ games: each, kept, candidates }) => [each, kept, candidates.length])).toEqual([
    [20, 2, 3],
    [40, 1, 2],
  ]);
  expect(candidate.sha256).toBe(loadWeights(betsy, 4, 'baseline:hand').sha256);
  expect(race![1].candidates[0].sha256).toBe(candidate.sha256);
  expect(lines[0]).toMatch(/^race, round 1: .* % of 20 games$/);
  const { settings, command: recorded, inputs } = readRun(out);
  expect(settings).toMatchObject({ candidate: zero, rivals: [file('hand'), file('lines')], raceGames: 20 });
  expect(recorded).toContain('--race-games 20');
  expect(inputs).toHaveLength(4);
  const begun = (place: string) =>
    new Set(
      Array.from(gamesOf(join(out, place, 'games'), readManifest(join(out, place, 'games'))), (rows) =>
        rows.map(({ move }) => move).join(' '),
      ),
    );
  const raced = [...begun(join('race', candidate.sha256.slice(0, 12)))];
  const tested = begun('by-nodes');
  expect(raced.filter((text) => tested.has(text)).length).toBeLessThan(raced.length / 4);
  expect(stages).toHaveLength(1);
  for (const again of [await run(), await evalsmith(['report', out])])
    expect([again.code, again.notes.filter((note) => note.startsWith('evalsmith:'))]).toEqual([0, []]);
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('Race of the candidates');
}, 120_000);

test('a candidate that is named twice is refused', async () => {
  const out = [
    '--champion',
    'baseline:hand',
    '--game',
    'betsy',
    '--size',
    '4',
    '--out',
    join(folder, 'twice'),
  ];
  const { code, notes } = await evalsmith(['gate', file('lines'), 'baseline:lines', ...out]);
  expect([code, notes.length]).toEqual([2, 1]);
  expect(notes[0]).toContain('"baseline:lines" is there twice');
});
