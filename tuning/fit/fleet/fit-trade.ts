import { InputError } from '../../../engine/input-error.ts';
import { needGame } from '../../play/fleet/run-store.ts';
import { FITS_QUEUE, keys, KEPT_SECONDS } from '../../play/fleet/redis-keys.ts';
import type { OpenTrade } from '../../play/fleet/trade.ts';
import { Failure } from '../../process/failure.ts';
import { Pool, workerFile } from '../../process/pool.ts';
import { codeVersion } from '../../store/identity.ts';
import { fitSettings } from '../data/fit-kind.ts';
import { fitKind } from '../kinds.ts';
import { checkpointPlace, fetchDataset } from './dataset-depot.ts';
import { type FitAnswer, orderId, readOrder } from './fit-order.ts';
import type { FitOutcome, FitTask } from './fit-thread.ts';

/** Makes the fits of a queue, one at a time, from datasets that it fetches from a depot. */
export function fitTrade(depot: string): OpenTrade {
  return ({ client, name, concurrency, atQueue, failed }) => {
    let pool: Pool<FitTask, FitOutcome> | undefined;
    return {
      queue: FITS_QUEUE,
      concurrency: 1,
      done: 'made',
      async work(data) {
        const order = readOrder(data);
        const kind = fitKind(order.model, 'an order of a fit');
        const game = needGame(order);
        const version = codeVersion(`fit ${kind.name}`, game.name);
        if (order.version !== version)
          throw new Failure(
            `a fit of the queue is of version ${order.version} and this worker's fits are of ${version}; expected the same code`,
          );
        const settings = fitSettings(kind, order.settings, 'an order of a fit');
        if (settings.backend !== 'wasm')
          throw new InputError(`an order of a fit is for ${settings.backend}; expected wasm`);
        const folders = order.datasets.map((parcel) => fetchDataset(depot, parcel));
        const task = { game: game.name, model: kind.name, settings, folders };
        const id = orderId(order);
        pool ??= new Pool(workerFile('fit/fleet/fit-thread.js'), 1, null);
        let outcome: FitOutcome;
        try {
          outcome = await pool.run({ ...task, place: checkpointPlace(id), threads: concurrency });
        } catch (error) {
          failed(new Failure(`the thread of a fit has ended: ${(error as Error).message}`));
          throw error;
        }
        if ('problem' in outcome) throw new InputError(outcome.problem);
        const answer: FitAnswer = { worker: name, ...outcome };
        await atQueue(() => client.set(keys.fit(id), JSON.stringify(answer), 'EX', KEPT_SECONDS));
      },
      close: async () => pool?.close(),
    };
  };
}
