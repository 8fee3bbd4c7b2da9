import { z } from 'zod';
import { loadGame, namesModule } from '../../engine/node/outside-games.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import { parseSize } from '../../engine/text/arguments.ts';
import { commandForm } from '../settings/command-form.ts';
import { gameArgument, jsonOption } from '../settings/common-options.ts';
import { optional, setting, whole } from '../settings/setting.ts';
import type { JudgedRule } from '../game-check/game-report.ts';
import { cliCommand } from './command.ts';

const newForm = commandForm({
  name: 'game new',
  summary: 'the folder of a new game',
  description:
    'Writes the folder ./NAME with a small complete game in TypeScript to be changed into another: rules, features, tests and a ' +
    'package.json; and lists it in evalsmith.json of this folder, so that commands find it by its name.',
  examples: ['game new tictactoe'],
  arguments: { name: setting(z.string(), 'NAME', 'small letters, digits and hyphens') },
  options: {},
});

const make = cliCommand(newForm, async ({ name }, terminal) => {
  const { makeGame } = await import('../game-check/new-game.ts');
  makeGame(name, '.');
  terminal.out(`./${name} is a game, and evalsmith.json lists it; its README.md says what to change`);
  terminal.note(`check it with: evalsmith game check ./${name}`);
});

const checkForm = commandForm({
  name: 'game check',
  summary: 'does a game keep the contract?',
  description:
    'Plays a game by fixed seeds and says of each rule of the contract whether it is kept, or the smallest position found that ' +
    'breaks it, as GAME N PLAYER BOARD; then how fast the game is beside the built-in ones and what its moves allocate. Exit code 1 ' +
    'where a rule is broken.',
  examples: ['game check ./tictactoe', 'game check evalsmith-game-hex --size 7'],
  arguments: { game: gameArgument },
  options: {
    size: optional(whole(1, 100), 'N', 'the only size to check', 'the smallest, the usual and the largest'),
    json: jsonOption,
  },
});

const check = cliCommand(checkForm, async ({ game: text, size: chosen, json }, terminal) => {
  const game = namesModule(text) ? loadGame(text) : parseGame(text);
  const size = chosen === null ? undefined : parseSize(game, String(chosen));
  const { judgedRules, ruleLine, speedLine, speedsOf } = await import('../game-check/game-report.ts');
  const rules: JudgedRule[] = [];
  for (const rule of judgedRules(game, size === undefined ? undefined : [size])) {
    if (!json) terminal.out(ruleLine(rule));
    rules.push(rule);
  }
  const count = (verdict: string) => rules.filter((rule) => rule.verdict === verdict).length;
  const [kept, broken] = [count('kept'), count('broken')];
  // A game that breaks rules may not be able to play at all.
  const speeds = broken === 0 ? speedsOf(game, size) : [];
  if (json) terminal.out(JSON.stringify({ game: game.name, rules, speeds }));
  else {
    for (const speed of speeds) terminal.out(speedLine(speed));
    terminal.out(
      `${game.name}: ${kept} rules kept, ${broken} broken${rules.length > kept + broken ? `, ${rules.length - kept - broken} not judged` : ''}`,
    );
  }
  return broken === 0 ? 0 : 1;
});

export const commands = [make, check];
