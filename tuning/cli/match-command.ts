import { InputError } from '../../engine/input-error.ts';
import { namedParameters, parametersName } from '../../engine/node/named-parameters.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import { matchForm, MOST_GAMES, USUAL_GAMES } from '../prove/match-form.ts';
import { sprtRisks } from '../prove/sprt-settings.ts';
import { boardSize, workerCount } from '../settings/common-options.ts';
import { picked } from '../settings/setting.ts';
import { cliCommand } from './command.ts';
import { parseQueue } from './queue-option.ts';

export const commands = [
  cliCommand(matchForm, async (values, terminal) => {
    const game = parseGame(values.game);
    const size = boardSize(game, values.size);
    if (values.nodes !== null && values.seconds !== null)
      throw new InputError('--nodes and --seconds exclude each other; expected one of them');
    if (values.book !== null && (values.openings !== null || values.openingBound !== null))
      throw new InputError(
        '--book has openings of its own; expected it without --openings and --opening-bound',
      );
    const { needPrograms, openContestant, refusePrograms } = await import('../play/participants.ts');
    const { needReadyPrograms } = await import('../play/preflight.ts');
    const { runMatch } = await import('../prove/match.ts');
    const { matchJob } = await import('../prove/match-job.ts');
    const parameters = namedParameters(game, values.parameters);
    const contestants = [
      await openContestant(game, size, values.first, 'A', parameters),
      await openContestant(game, size, values.second, 'B', parameters),
    ] as const;
    const fleet = parseQueue(values, terminal);
    if (fleet === undefined) needPrograms(contestants);
    else refusePrograms(contestants, values.seconds);
    if (values.preflight) await needReadyPrograms(contestants, game, size, values.seconds);
    const games = values.games ?? (values.sprt === null ? USUAL_GAMES : MOST_GAMES);
    const { openBook } = await import('../play/book.ts');
    const book = values.book === null ? null : openBook(game, size, values.book);
    const chosen = { ...values, parameters: parametersName(game, parameters), book };
    return runMatch(game, matchJob(game, size, contestants, chosen), terminal, {
      folder: values.out,
      games,
      sprt: values.sprt && { ...values.sprt, ...picked(sprtRisks, values) },
      workers: workerCount(values.workers),
      fleet,
      json: values.json,
    });
  }),
];
