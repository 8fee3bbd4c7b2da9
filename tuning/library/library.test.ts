import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packageFolder } from '../store/identity.ts';
import { readEntries } from './declarations.ts';
import { referenceText } from './reference.ts';

const entries = readEntries(packageFolder());
const names = entries.flatMap(({ name: entry, topics }) =>
  topics.flatMap((topic) => topic.names.map((each) => ({ entry, ...each }))),
);

// After a build, `npx vitest run tuning/library -u` writes them.
test.each(entries.map((entry) => [entry.name, entry] as const))(
  'the reference of evalsmith/%s is that of the built declarations',
  async (name, entry) => {
    await expect(referenceText(entry)).toMatchFileSnapshot(`${name}.md`);
  },
);

test('every public name has a doc comment', () => {
  expect(names.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([]);
});

test('what a public declaration mentions is public, or part of the language or of Node', () => {
  expect(names.filter(({ leaks }) => leaks.length > 0).map(({ name, leaks }) => ({ name, leaks }))).toEqual(
    [],
  );
});

test('the entries are really read', () => {
  expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(['engine', 'tuning']));
  const named = (wanted: string) => names.find(({ name }) => name === wanted)!;
  expect(named('Game')).toMatchObject({ entry: 'engine', comment: expect.stringContaining('about a game') });
  expect(named('Table').signature).toContain('static ofMegabytes(megabytes: number): Table;');
  expect(named('Table').signature).not.toContain('private');
  expect(named('MatchResult').signature).toContain('pliesPerGame: number;');
});

const room = mkdtempSync(join(tmpdir(), 'evalsmith-library-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

/** The names of a package of one entry, with what each leaks. */
function leaksOf(entry: string, inside: string): Record<string, string[]> {
  const folder = mkdtempSync(join(room, 'package-'));
  mkdirSync(join(folder, 'dist'));
  symlinkSync(join(packageFolder(), 'node_modules'), join(folder, 'node_modules'));
  const exports = { './engine': { types: './dist/index.d.ts' }, './package.json': './package.json' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', exports }));
  writeFileSync(join(folder, 'dist', 'index.d.ts'), `/** An entry. */\n/** All: of it. */\n${entry}\n`);
  writeFileSync(join(folder, 'dist', 'inside.d.ts'), inside);
  const [{ topics }] = readEntries(folder);
  return Object.fromEntries(topics.flatMap((topic) => topic.names.map(({ name, leaks }) => [name, leaks])));
}

const INSIDE = `
  import { z } from 'zod';
  interface Hidden { depth: number }
  export interface Shown extends Hidden { next: Shown }
  export declare class Box { private hidden: Hidden; open(): Shown; close(how: Hidden): Promise<Buffer> }
  export declare function opened<Item extends Shown>(items: Iterable<Item>): Item;
  export declare const form: z.ZodObject<{ size: z.ZodNumber }>;
  export type Form = z.infer<typeof form>;
  export type Settings = Form & { hidden: Hidden };
  export type Same = Hidden;
`;

test.each<[string, string, Record<string, string[]>]>([
  ['what extends an internal interface', 'type Shown', { Shown: ['Hidden'] }],
  ['a parameter, but nothing private', 'Box, type Shown', { Box: ['Hidden'], Shown: ['Hidden'] }],
  ['a type that another entry would have to export', 'opened', { opened: ['Shown'] }],
  ['no type of a schema, which is shown in full', 'type Form', { Form: [] }],
  ['what stands beside a schema', 'type Settings', { Settings: ['Hidden'] }],
  ['another name of something internal', 'type Same', { Same: ['Hidden'] }],
  ['a schema itself', 'form', { form: ['z', 'ZodObject', 'ZodNumber'] }],
])('%s leaks', (_, exported, leaks) => {
  expect(leaksOf(`export { ${exported} } from './inside.js';`, INSIDE)).toEqual(leaks);
});
