import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { namedParameters, parametersName } from '../../engine/node/named-parameters.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import { ladderForm } from '../prove/ladder-form.ts';
import { boardSize, workerCount } from '../settings/common-options.ts';
import { cliCommand } from './command.ts';
import { parseQueue } from './queue-option.ts';

export const commands = [
  cliCommand(ladderForm, async (values, terminal) => {
    const game = parseGame(values.game);
    const size = boardSize(game, values.size);
    const { needPrograms, openContestant, refusePrograms } = await import('../play/participants.ts');
    const parameters = namedParameters(game, values.parameters);
    const players = await Promise.all(
      values.players.flatMap(filesOf).map((name) => openContestant(game, size, name, 'PLAYER', parameters)),
    );
    if (players.length < 2) throw new InputError('a ladder needs at least two players');
    const fleet = parseQueue(values, terminal);
    if (fleet === undefined) needPrograms(players);
    else refusePrograms(players, null);
    const { needReadyPrograms } = await import('../play/preflight.ts');
    if (values.preflight) await needReadyPrograms(players, game, size, null);
    const { ladderLines, runLadder } = await import('../prove/ladder.ts');
    const place = { folder: values.out, workers: workerCount(values.workers), fleet };
    const { openBook } = await import('../play/book.ts');
    const book = values.book === null ? null : openBook(game, size, values.book);
    const settings = { ...values, size, parameters: parametersName(game, parameters), book };
    const result = await runLadder(game, players, settings, place, terminal);
    if (values.json) terminal.out(JSON.stringify(result));
    else for (const line of ladderLines(result)) terminal.out(line);
  }),
];

/** The weights files of a folder; anything else stands for itself. */
function filesOf(name: string): string[] {
  if (!existsSync(name) || !statSync(name).isDirectory()) return [name];
  const files = readdirSync(name).filter((file) => file.endsWith('.json'));
  return files.toSorted().map((file) => join(name, file));
}
