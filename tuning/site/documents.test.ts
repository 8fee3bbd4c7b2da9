import { expect, test } from 'vitest';
import { packageFolder } from '../store/identity.ts';
import { documentFiles } from './documents.ts';

const run = 'betsy-linear-hand-nodes';
const files = new Map(documentFiles(packageFolder(), [run]).map(({ name, contents }) => [name, contents]));
const pages = [...files].flatMap(([name, contents]) =>
  typeof contents === 'string' ? [{ name, contents }] : [],
);

test('every document that README.md leads to is a page', () => {
  const names = pages.map(({ name }) => name);
  expect(names[0]).toBe('documents.html');
  expect(names).toEqual(
    expect.arrayContaining([
      'documents-glossary.html',
      'documents-tuning-fit.html',
      'documents-tuning-library-engine.html',
    ]),
  );
});

test('no link of a document is dead', () => {
  const ids = new Map(
    pages.map(({ name, contents }) => [
      name,
      new Set(Array.from(contents.matchAll(/ id="([^"]+)"/g), ([, id]) => id)),
    ]),
  );
  const others = new Set([
    'data.html',
    'index.html',
    'play.html',
    'explorer.html',
    'style.css',
    'icon.svg',
    `runs/${run}.html`,
  ]);
  for (const { name, contents } of pages)
    for (const [, link] of contents.matchAll(/(?:href|src)="([^"]+)"/g)) {
      if (/^https?:/.test(link)) continue;
      const [file, anchor] = link.split('#', 2);
      const there = file === '' ? name : file;
      expect(files.has(there) || others.has(there), `${name} links to ${link}`).toBe(true);
      if (anchor !== undefined) expect(ids.get(there)?.has(anchor), `${name} links to ${link}`).toBe(true);
    }
});

test('a run that the site does not have is named and not linked', () => {
  const results = pages.find(({ name }) => name === 'documents-reports.html')!.contents;
  expect(results).toContain(`<a href="runs/${run}.html">`);
  expect(results).not.toContain('runs/raichu-linear-hand-nodes.html');
});
