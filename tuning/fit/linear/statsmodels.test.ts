import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { gameOf } from '../../dataset/dataset-game.ts';
import { readManifest } from '../../dataset/manifest.ts';
import { loadBackend } from '../backend/backend.ts';
import { readFitData } from '../data/fit-data.ts';
import { fitSettings } from '../data/fit-kind.ts';
import { fitLinear } from './fit-linear.ts';
import { linearKind } from './linear-kind.ts';

// What statsmodels-table.py made: for each feature its weight and its errors by row and by game.
const { fits } = JSON.parse(readFileSync(new URL('statsmodels-table.json', import.meta.url), 'utf8')) as {
  fits: Record<string, Record<string, [number, number, number]>>;
};

test.each(Object.entries(fits))(
  'weights and both kinds of errors of the sample of %s are those of statsmodels',
  async (name, expected) => {
    const folder = `datasets/${name}-sample`;
    const keep = { keepDecided: true, keepRandom: true, keepOpenings: true, keepNoisy: true };
    const settings = fitSettings(linearKind, { ...keep, ridge: 0, heldOut: 0 }, 'test');
    const data = await readFitData(gameOf(readManifest(folder)), [folder], settings);
    const backend = await loadBackend();
    // Single precision, where sums are of plain operations, tells features apart less well that nearly depend on each other.
    const most = backend.name.startsWith('wasm') ? 1e-6 : 1e-4;
    const { result } = fitLinear(backend, data, settings, () => {});
    const weighed = result.features.filter(({ byRow }) => byRow !== null);
    expect(weighed.map((feature) => feature.name)).toEqual(Object.keys(expected));
    for (const { name: feature, weight, byRow, byGame } of weighed) {
      const ours = [weight, byRow!.error, byGame!.error];
      ours.forEach((number, i) =>
        expect(Math.abs(number / expected[feature][i] - 1), `${feature} ${i}`).toBeLessThan(most),
      );
    }
    expect(result.losses.map(({ heldOut }) => heldOut)).toEqual([null, null, null, null, null]);
    expect([result.rows.heldOut, result.calibration, result.phases]).toEqual([0, [], []]);
  },
);
