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
    const candidate = loadWeights(game, size, values.candidate, 'CANDIDATE');
    const { playedWhere } = await import('../prove/incumbent.ts');
    const champion = values.champion ?? playedWhere(game, candidate);
    const fleet = parseQueue(values.queue, terminal);
    const contenders = [
      { name: values.candidate, weights: candidate },
      { name: champion, weights: loadWeights(game, size, champion, '--champion') },
    ] as const;
    const { runGate } = await import('../prove/gate.ts');
    const result = await runGate(
      game,
      contenders,
      { ...values, size },
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
