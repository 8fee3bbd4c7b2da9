import { expect, test } from 'vitest';
import { evalsmith } from '../testing/run-command.ts';

const helpOf = async (words: readonly string[]): Promise<string> =>
  (await evalsmith([...words, '--help'])).out.join('\n');

/** The commands that a help text lists, by their names. */
const listed = (help: string): string[] =>
  [...help.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name);

/** The help of a command, and of those that it consists of. */
async function reference(words: readonly string[]): Promise<string[]> {
  const help = await helpOf(words);
  const own = [
    `${words.length === 1 ? '##' : '###'} evalsmith ${words.join(' ')}`,
    `\`\`\`text\n${help.trim()}\n\`\`\``,
  ];
  const parts = help.includes('\nCommands:\n') ? listed(help.slice(help.indexOf('\nCommands:\n'))) : [];
  for (const part of parts.filter((name) => name !== 'help'))
    own.push(...(await reference([...words, part])));
  return own;
}

// `npx vitest run tuning/cli/command-reference.test.ts -u` writes it.
test('the reference of commands is what the commands say of themselves', async () => {
  const overview = await helpOf([]);
  const names = listed(overview).filter((name) => name !== 'help');
  expect(names).toEqual(expect.arrayContaining(['play', 'selfplay', 'fit', 'match', 'oracle', 'completion']));
  const pages = [
    '# Commands',
    'What `evalsmith COMMAND --help` prints, of every command; a test keeps this page current.',
    `\`\`\`text\n${overview.trim()}\n\`\`\``,
  ];
  for (const name of names) pages.push(...(await reference([name])));
  await expect(`${pages.join('\n\n')}\n`).toMatchFileSnapshot('COMMANDS.md');
});
