import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../store/identity.ts';

// Texts that once reached code that no others had, a file of JSON for each reader.
const folder = () => join(packageFolder(), 'tuning', 'torture', 'fuzz', 'corpus');
const fileOf = (reader: string) => join(folder(), `${reader.replaceAll(/[^\w.]+/g, '-')}.txt`);

const MOST_TEXTS = 40;
const MOST_LETTERS = 4000;

export function corpusOf(reader: string): string[] {
  const file = fileOf(reader);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
}

/** Adds the shortest texts, as far as there is room for them. */
export function keepInCorpus(reader: string, texts: readonly string[]): void {
  const all = [...new Set([...corpusOf(reader), ...texts])].toSorted((a, b) => a.length - b.length);
  let letters = 0;
  const kept = all.slice(0, MOST_TEXTS).filter(({ length }) => (letters += length) <= MOST_LETTERS);
  if (kept.length === 0) return;
  mkdirSync(folder(), { recursive: true });
  writeFileSync(fileOf(reader), `${JSON.stringify(kept, undefined, 2)}\n`);
}
