import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorOf } from './site/documents.ts';
import { packageFolder } from './store/identity.ts';

const root = packageFolder();
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

const prose = (file: string): string =>
  readFileSync(join(root, file), 'utf8')
    .replace(/^```[^]*?^```/gm, '')
    .replace(/^ {4}.*$/gm, '');

/** The anchors of a document's headings, as they are made where Markdown is shown. */
const anchors = (file: string): string[] =>
  [...prose(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));

/** What is wrong with a link of a document; undefined where nothing is. */
function fault(file: string, link: string): string | undefined {
  const [path, anchor] = link.split('#', 2);
  const target = path === '' ? file : normalize(join(dirname(file), path));
  if (!existsSync(join(root, target))) return `${link}: there is no ${target}`;
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchors(target).includes(anchor) ? undefined : `${link}: ${target} has no such heading`;
}

test('there are documents', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'engine/README.md', 'tuning/cli/COMMANDS.md']),
  );
});

describe.each(documents)('%s', (file) => {
  test('links to what is there', () => {
    const links = [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
    const inside = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(inside.map((link) => fault(file, link)).filter((each) => each !== undefined)).toEqual([]);
  });
});
