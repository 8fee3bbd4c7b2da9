import { InputError } from '../../engine/input-error.ts';
import { loadWeights, usualWeightsName } from '../../engine/node/named-weights.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import { gateForm } from '../prove/gate-form.ts';
import { boardSize, workerCount } from '../settings/common-options.ts';
import { cliCommand } from './command.ts';
import { parseQueue } from './queue-option.ts';

export const commands = [
  cliCommand(gateForm, async (values, terminal) => {
    const game = parseGame(values.game);
    const size = boardSize(game, values.size);
    const champion = values.champion ?? usualWeightsName(game, size);
    const fleet = parseQueue(values.queue, terminal);
    const candidates = [values.candidate, ...values.rivals].map((name) => ({
      name,
      weights: loadWeights(game, size, name, 'CANDIDATE'),
    }));
    const same = candidates.find(
      ({ weights }, i) => candidates.findIndex((other) => other.weights.sha256 === weights.sha256) !== i,
    );
    if (same !== undefined)
      throw new InputError(
        `CANDIDATE ${JSON.stringify(same.name)} is there twice; expected different weights`,
      );
    const { openBook } = await import('../play/book.ts');
    const book = values.book === null ? null : openBook(game, size, values.book);
    const { runGate } = await import('../prove/gate.ts');
    const { verdict, reason } = await runGate(
      game,
      candidates,
      { name: champion, weights: loadWeights(game, size, champion, '--champion') },
      { ...values, size, book },
      {
        folder: values.out,
        workers: workerCount(values.workers),
        fleet,
        weightsFolder: values.weightsFolder,
      },
      terminal,
    );
    terminal.out(reason === null ? verdict : `${verdict}: ${reason}`);
    return verdict === 'rejected' ? 1 : 0;
  }),
];
