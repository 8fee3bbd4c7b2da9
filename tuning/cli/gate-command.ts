import { InputError } from '../../engine/input-error.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import { gateForm } from '../prove/gate-form.ts';
import { boardSize, workerCount } from '../settings/common-options.ts';
import { cliCommand } from './command.ts';
import { parseQueue } from './queue-option.ts';

export const commands = [
  cliCommand(gateForm, async (values, terminal) => {
    const game = parseGame(values.game);
    const size = boardSize(game, values.size);
    const fleet = parseQueue(values, terminal);
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
    const { playedWhere } = await import('../prove/incumbent.ts');
    const champion = values.champion ?? playedWhere(game, candidates[0].weights);
    const { openBook } = await import('../play/book.ts');
    const book = values.book === null ? null : openBook(game, size, values.book);
    const { runGate } = await import('../prove/gate.ts');
    const result = await runGate(
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
      values.json ? { ...terminal, out: () => {} } : terminal,
    );
    const { verdict, reason } = result;
    terminal.out(values.json ? JSON.stringify(result) : reason === null ? verdict : `${verdict}: ${reason}`);
    return verdict === 'rejected' ? 1 : 0;
  }),
];
