import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, describe, expect, test } from 'vitest';
import { addCommand } from '../settings/command-form.ts';
import { packageFolder } from '../store/identity.ts';
import { evalsmith } from '../testing/run-command.ts';
import { commandsOf } from './program.ts';

const root = packageFolder();
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

/** The lines of the code blocks of a document, each with what follows it on its next lines where it ends in a backslash. */
function codeLines(text: string): string[] {
  const fenced = Array.from(text.matchAll(/^```[a-z]*\n([^]*?)^```/gm), ([, block]) =>
    block.split('\n'),
  ).flat();
  const indented = text.split('\n').filter((line) => line.startsWith('    '));
  return [...fenced, ...indented]
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
}

/** The words of each evalsmith command that a line has, as a shell reads it. */
function commandsIn(line: string): string[][] {
  return line
    .replace(/(^|\s)#.*$/, '')
    .split(/&&|;|\||\s<\s|\s>>?\s/)
    .map((part) => /^\s*(?:npx )?evalsmith (.*)$/.exec(part)?.[1])
    .filter((words) => words !== undefined && !/…|\.\.\.$|\b[A-Z]{2,}\b/.test(words))
    .map((words) =>
      Array.from(words!.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g), ([word]) => word.replaceAll(/['"]/g, '')),
    );
}

const documented = documents
  .filter((file) => !file.endsWith('COMMANDS.md'))
  .flatMap((file) =>
    codeLines(readFileSync(join(root, file), 'utf8')).flatMap((line) =>
      commandsIn(line).map((words) => ({ file, command: words.join(' '), words })),
    ),
  );

const forms = (await commandsOf()).map(({ form }) => form);
const overview = (await evalsmith(['--help'])).out.join('\n');

test('documents have commands', () => {
  expect(documented.length).toBeGreaterThan(40);
});

test.each(documented)('$file: `evalsmith $command` is read as it stands', async ({ words }) => {
  const form = forms.find(({ name }) => name.split(' ').every((word, i) => word === words[i]));
  if (form === undefined) {
    // Of the engine's own commands the name alone is looked at: their arguments are positions.
    expect(overview).toMatch(new RegExp(`^  ${words[0]} `, 'm'));
    return;
  }
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addCommand(program, form, () => {});
  // Games from outside stand in folders of their readers.
  const game = words.indexOf('--game') + 1;
  const ofReader = words[game]?.startsWith('./') && game > 0;
  const known = 'game' in form.options ? words.with(game, 'betsy') : words.toSpliced(game - 1, 2);
  await program.parseAsync(ofReader ? known : words, { from: 'user' });
});

const room = mkdtempSync(join(tmpdir(), 'evalsmith-documented-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

/** The blocks of a document that are to be run as they stand: those behind a comment `run`. */
const marked = documents.flatMap((file) =>
  Array.from(
    readFileSync(join(root, file), 'utf8').matchAll(/<!-- run -->\n\n((?: {4}.*\n)+)/g),
    ([, block], i) => ({ file, i: i + 1, block }),
  ),
);

describe('a block that is to be run', () => {
  test.each(marked)(
    '$file, block $i, does what it says',
    ({ block }) => {
      const script = block
        .replaceAll(/\bnpx evalsmith\b/g, `"${process.execPath}" "${join(root, 'dist/tuning/cli/main.js')}"`)
        .replaceAll(
          /\bnpx (betsy|raichu|conga)\b/g,
          (_, game: string) => `"${process.execPath}" "${join(root, 'dist/player', `${game}.cjs`)}"`,
        );
      const { status, stderr } = spawnSync('bash', ['-e', '-c', script], { cwd: room, encoding: 'utf8' });
      expect(stderr.split('\n').filter((line) => line.startsWith('evalsmith:'))).toEqual([]);
      expect(status).toBe(0);
    },
    600_000,
  );

  test('there are some', () => {
    expect(marked.map(({ file }) => file)).toContain('README.md');
  });
});
