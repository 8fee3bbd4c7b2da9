import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../store/identity.ts';

/** The file of a shipped player's types. */
export const DECLARATIONS = 'player.d.ts';

// What a player's module is made of, where it is declared.
const DECLARED: Readonly<Record<string, readonly string[]>> = {
  'engine/text/choice': ['Choice'],
  'tuning/ship/browser-messages': ['SearchLimit', 'PlayerRequest', 'LegalMove'],
  'tuning/ship/browser-player': ['Question', 'BrowserPlayer'],
};

/** The types of a shipped player's module, taken from the built declarations. */
export function playerDeclarations(): string {
  const declarations = Object.entries(DECLARED).flatMap(([module, names]) => {
    const text = readFileSync(join(packageFolder(), 'dist', `${module}.d.ts`), 'utf8');
    return names.map((name) => declarationOf(text, name));
  });
  return [
    ...declarations,
    '/** A player that thinks in a worker of the browser, or in a thread of Node. */\nexport declare function createPlayer(): BrowserPlayer;',
    '',
  ].join('\n');
}

function declarationOf(text: string, name: string): string {
  const found = new RegExp(
    `^(?:/\\*\\*.*\\n)?export (?:interface ${name}\\b[^]*?^\\}|type ${name}\\b.*;)`,
    'm',
  ).exec(text);
  if (found === null) throw new Error(`${name} is not declared where the types of players are looked for`);
  return found[0];
}
