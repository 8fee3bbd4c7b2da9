import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { evalsmith } from '../testing/run-command.ts';
import { packageFolder } from '../store/identity.ts';
import { jsonSchemaText } from '../settings/json-schema.ts';
import { configSchema, nightSettings, parseNightlyConfig, readNightlyConfig } from './config.ts';

const room = mkdtempSync(join(tmpdir(), 'evalsmith-nightly-config-'));
afterAll(() => rmSync(room, { recursive: true }));

const part = { game: 'betsy', size: 3 };
const valid = { out: 'out', games: [part] };

describe('a nightly config', () => {
  it.each<[string, unknown, RegExp]>([
    ['is no object', [], /wrong at the top: .*expected object/],
    ['has no out', { games: [part] }, /wrong at out: /],
    ['has an unknown key', { ...valid, speed: 1 }, /wrong at speed: an unknown key/],
    ['has no games', { ...valid, games: [] }, /wrong at games: /],
    ['has a seed below 0', { ...valid, seed: -1 }, /wrong at seed: /],
    ['has a time without a unit', { ...valid, for: '8' }, /wrong at for: expected a time such as 90s/],
    ['has a number for a time', { ...valid, for: 8 }, /wrong at for: /],
    [
      'names no game of ours',
      { out: 'out', games: [{ ...part, game: 'chess' }] },
      /wrong at games\.0\.game: .*betsy/,
    ],
    [
      'has a size that is not played',
      { out: 'out', games: [{ game: 'raichu', size: 7 }] },
      /games\.0\.size: raichu is played with/,
    ],
    ['has a game twice', { out: 'out', games: [part, part] }, /games\.1: betsy-3 is there already/],
    [
      'has an odd number of games',
      { out: 'out', games: [{ ...part, ladder: { games: 3 } }] },
      /games\.0\.ladder\.games: /,
    ],
    [
      'has elo0 above elo1',
      { out: 'out', games: [{ ...part, gate: { elo0: 9, elo1: 5 } }] },
      /games\.0\.gate\.elo0: expected less than elo1/,
    ],
    [
      'has an unknown model',
      { out: 'out', games: [{ ...part, fits: [{ model: 'deep' }] }] },
      /games\.0\.fits\.0\.model: /,
    ],
    [
      'has a wrong setting of a fit',
      { out: 'out', games: [{ ...part, fits: [{ model: 'network', settings: { hidden: 7 } }] }] },
      /games\.0\.fits\.0\.settings\.hidden: /,
    ],
    [
      'has an unknown setting of a fit',
      { out: 'out', games: [{ ...part, fits: [{ model: 'linear', settings: { hidden: 8 } }] }] },
      /games\.0\.fits\.0\.settings\.hidden: an unknown key/,
    ],
    [
      'leaves out a feature that there is not',
      { out: 'out', games: [{ ...part, fits: [{ model: 'linear', settings: { without: ['wings'] } }] }] },
      /games\.0\.fits\.0\.settings\.without: names "wings"; the features are tempo/,
    ],
    [
      'names an unknown baseline',
      { out: 'out', games: [{ ...part, ladder: { baselines: ['foot'] } }] },
      /games\.0\.ladder\.baselines\.0: .*baseline:hand/,
    ],
    [
      'misspells a key',
      { out: 'out', games: [{ game: 'betsy', sise: 3 }] },
      /wrong at games\.0\.sise: an unknown key/,
    ],
    [
      'leaves out a key',
      { out: 'out', games: [{ game: 'betsy' }] },
      /wrong at games\.0\.size: missing; expected number/,
    ],
    [
      'keeps less than it looks back on',
      { ...valid, keep: 4 },
      /wrong at keep: 4 nights are kept and games\.0\.window is 4/,
    ],
    [
      'plays by no number and no time',
      { out: 'out', games: [{ ...part, selfplay: { games: null } }] },
      /games\.0\.selfplay\.games: null needs a time/,
    ],
    [
      'installs what was not tried by the clock',
      { ...valid, install: true, games: [{ ...part, gate: { clockGames: 0 } }] },
      /wrong at install: games\.0\.gate leaves a match out/,
    ],
  ])('that %s is refused by the path of the key', async (_, json, expected) => {
    const file = join(room, 'config.json');
    writeFileSync(file, JSON.stringify(json));
    const { code, out, notes } = await evalsmith(['nightly', file]);
    expect([code, out, notes]).toEqual([2, [], [expect.stringMatching(expected)]]);
  });

  it.each([
    ['is missing', join(room, 'none.json'), /cannot be read \(ENOENT\)/],
    ['is a folder', room, /cannot be read \(EISDIR\)/],
  ])('that %s is refused', async (_, file, expected) => {
    const { code, notes } = await evalsmith(['nightly', file]);
    expect([code, notes]).toEqual([2, [expect.stringMatching(expected)]]);
  });

  it('that is not JSON is refused, and wrong options are', async () => {
    const file = join(room, 'config.json');
    writeFileSync(file, '{"out": ');
    expect((await evalsmith(['nightly', file])).notes).toEqual([expect.stringContaining('is not JSON')]);
    writeFileSync(file, JSON.stringify(valid));
    for (const [option, text] of [
      ['--for', '8'],
      ['--keep', '0'],
      ['--keep', '4'],
      ['--workers', '0'],
    ]) {
      const { code, notes } = await evalsmith(['nightly', file, option, text]);
      expect([code, notes]).toEqual([2, [expect.stringContaining(`${option} is`)]]);
    }
  });

  it('has its defaults filled in, with times in milliseconds and paths from its folder', () => {
    const config = parseNightlyConfig({ ...valid, for: '90m' }, 'it', room);
    expect(config).toMatchObject({
      out: join(room, 'out'),
      for: 5_400_000,
      seed: 1,
      keep: null,
      install: false,
    });
    expect(config.games[0]).toMatchObject({
      window: 4,
      selfplay: { games: 1000, nodes: 5000 },
      fits: [
        { model: 'linear', settings: { ridge: 1 } },
        { model: 'network', settings: { hidden: 32 } },
      ],
      gate: { elo0: 0, elo1: 10 },
    });
  });

  it('decides a night by all but times, workers and what is kept', () => {
    const settings = (json: object) => nightSettings(parseNightlyConfig({ ...valid, ...json }, 'it', room));
    expect(
      settings({ for: '1h', keep: 9, workers: 3, games: [{ ...part, for: '1m', gate: { for: '2m' } }] }),
    ).toEqual(settings({}));
    expect(settings({ seed: 2 })).not.toEqual(settings({}));
    expect(settings({ games: [{ ...part, gate: { nodes: 9 } }] })).not.toEqual(settings({}));
  });

  it('is given as a sample that can be read', () => {
    const { games } = readNightlyConfig(join(packageFolder(), 'tuning', 'nightly', 'nightly.json'));
    expect(games.map(({ game }) => game)).toEqual(['betsy', 'raichu', 'conga']);
  });
});

// `npx vitest run tuning/nightly/config.test.ts -u` writes it.
it('has a JSON Schema beside the sample, of every key with its help', async () => {
  const text = jsonSchemaText(configSchema, 'The config of evalsmith nightly');
  await expect(text).toMatchFileSnapshot('nightly.schema.json');
});
