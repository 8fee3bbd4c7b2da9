import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileEntry, needFiles, readManifest, type ShipManifest, writeManifest } from './ship-manifest.ts';

let folder: string;
let manifest: ShipManifest;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evalsmith-shipped-'));
  writeFileSync(join(folder, 'betsy.cjs'), 'a player');
  const trial = { sha256: 'a'.repeat(64), vectors: 1, bench: { size: 5, depth: 4, nodes: 100 } };
  manifest = {
    format: 'evalsmith-ship-2',
    game: 'betsy',
    codeVersion: '0.1.0',
    bench: 100,
    weights: [{ size: 'any', kind: 'linear', ...trial, evidence: { elo: 12 } }],
    files: { 'betsy.cjs': fileEntry(folder, 'betsy.cjs') },
  };
  writeManifest(folder, manifest);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const change = (name: string, from: string, to: string) => {
  const file = join(folder, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
};

test('a manifest is read back, and one of the older format, which had no checksum, too', () => {
  expect(readManifest(folder)).toEqual(manifest);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, format: 'evalsmith-ship-1' }));
  expect(readManifest(folder)).toEqual(manifest);
});

test.each([
  ['evidence', '12', '13'],
  ['bench', '100', '101'],
  ['format', 'ship-2', 'ship-3'],
])('a manifest that was changed in its %s is refused', (_, from, to) => {
  change('manifest.json', from, to);
  expect(() => readManifest(folder)).toThrow('manifest.json');
});

test('a file that is not the one that was shipped is named', () => {
  expect(() => needFiles(folder, manifest)).not.toThrow();
  change('betsy.cjs', 'player', 'prayer');
  expect(() => needFiles(folder, manifest)).toThrow('betsy.cjs is damaged');
  rmSync(join(folder, 'betsy.cjs'));
  expect(() => needFiles(folder, manifest)).toThrow('betsy.cjs is damaged');
});
