import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sha256 } from '../../engine/node/sha256.ts';
import { hashedText, type Weights } from '../../engine/weights.ts';
import { describeDataset } from '../dataset/dataset-writer.ts';
import { readManifest } from '../dataset/manifest.ts';
import { packageFolder } from '../store/identity.ts';
import { type Artefact, artefactAt, datasetArtefact, unknownArtefact } from './artefact.ts';
import { KnownArtefacts } from './known-artefacts.ts';
import { type Lineage, lineageOf } from './lineage.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-artefacts-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SAMPLE = join(packageFolder(), 'datasets', 'conga-sample');
const described = describeDataset(readManifest(SAMPLE));
const hash = (digit: string) => digit.repeat(64);
const namesOf = ({ name, inputs }: Lineage): unknown[] => [name, ...inputs.map(namesOf)];

/** Weights as a file that tells of the datasets it learned from. */
function weightsFile(name: string, datasets: unknown[]): string {
  const file = join(root, name, 'weights.json');
  mkdirSync(join(root, name), { recursive: true });
  const provenance = { origin: 'fit linear', seed: 1, codeVersion: 'old', datasets };
  const weights = { game: 'conga', kind: 'linear', provenance } as unknown as Weights;
  writeFileSync(file, JSON.stringify({ ...weights, sha256: sha256(hashedText(weights)) }));
  return file;
}

test('a dataset that is gone is known by what learned from it, down to the weights of this package that played', () => {
  const weights = artefactAt(weightsFile('alone', [described]))!;
  const [dataset] = lineageOf(weights, new KnownArtefacts().find).inputs;
  expect(dataset).toMatchObject({
    sha256: described.sha256,
    kind: 'dataset',
    seed: described.settings['seed'],
  });
  expect(dataset.place).toBeUndefined();
  expect(dataset.command).toMatch(
    /^evalsmith selfplay conga --out \S+ --size 4 .*--weights engine\/weights\/conga-4\.json/,
  );
  expect(dataset.inputs.map(({ name }) => name)).toEqual(['engine/weights/conga-4.json']);
});

test('a dataset beside the run that learned from it is found by its hash', () => {
  cpSync(SAMPLE, join(root, 'games'), { recursive: true });
  const weights = artefactAt(weightsFile('beside', [{ sha256: described.sha256 }]))!;
  const [dataset] = lineageOf(weights, new KnownArtefacts().find).inputs;
  expect(dataset.place).toBe(join(root, 'games'));
});

test('what is nowhere and told of by nobody is known by its hash alone', () => {
  const weights = artefactAt(weightsFile('orphan', [{ sha256: hash('d') }]))!;
  const [dataset] = lineageOf(weights, new KnownArtefacts().find).inputs;
  expect(dataset).toMatchObject({ kind: 'unknown', what: 'known by its hash alone', inputs: [] });
});

test.each([
  ['never ends', '/dev/zero'],
  ['is no path', '\0'],
])('what a run names is not read where it %s', (_, path) => {
  const unknown = new KnownArtefacts().find({ sha256: hash('e'), path }, root);
  expect(unknown.kind).toBe('unknown');
});

test('a dataset whose settings no command has is told of without a command', () => {
  const manifest = readManifest(SAMPLE);
  const odd = { ...manifest, settings: { ...manifest.settings, nodes: 'many' } };
  expect(datasetArtefact(SAMPLE, manifest).command!('OUT', ['W'])).toContain('--nodes');
  expect(datasetArtefact(SAMPLE, odd).command!('OUT', ['W'])).toBeUndefined();
});

test.each<[string, string]>([
  ['their origin', '"origin":"fit linear"'],
  ['a dataset that they learned from', described.sha256],
])('weights that are damaged in the name of %s are no artefact', (_, name) => {
  const file = weightsFile('damaged', [described]);
  const text = readFileSync(file, 'utf8');
  const flipped = name.replace(/[a-f]/, (letter) => String.fromCharCode(letter.charCodeAt(0) ^ 1));
  expect(artefactAt(file)).toBeDefined();
  writeFileSync(file, text.replace(name, flipped));
  expect(artefactAt(file)).toBeUndefined();
});

test.each(['not JSON', '[]', '{"sha256": 1}'])('a file that holds %s is no artefact', (text) => {
  writeFileSync(join(root, 'damaged.json'), text);
  expect(artefactAt(join(root, 'damaged.json'))).toBeUndefined();
  expect(artefactAt(join(root, 'nowhere.json'))).toBeUndefined();
});

test('a walk tells of each once, ends in a circle, and gathers all that it reached', () => {
  const named = (name: string, sha256: string, ...inputs: string[]): Artefact => ({
    ...unknownArtefact(sha256),
    name,
    inputs: inputs.map((input) => ({ sha256: input })),
  });
  const [a, b, c] = ['a', 'b', 'c'].map(hash);
  const known = new Map([
    [a, named('one', a, b, c)],
    [b, named('two', b, c)],
    [c, named('three', c, a)],
  ]);
  const find = ({ sha256 }: { sha256: string }) => known.get(sha256)!;
  const seen = new Set<string>();
  const lineage = lineageOf(known.get(a)!, find, seen);
  expect(namesOf(lineage)).toEqual(['one', ['two', ['three', ['one']]], ['three']]);
  expect(lineage.inputs.map(({ isRepeated }) => isRepeated)).toEqual([false, true]);
  expect([...seen]).toEqual([a, b, c]);
  expect(namesOf(lineageOf(known.get(a)!, find, new Set(), 1))).toEqual(['one', ['two'], ['three']]);
});
