import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../../../engine/input-error.ts';
import { connect, disconnect, jobQueue } from '../../play/fleet/connection.ts';
import type { FleetChoice } from '../../play/fleet/coordinator.ts';
import { printable } from '../../play/fleet/messages.ts';
import { FITS_QUEUE, keys, queueNames } from '../../play/fleet/redis-keys.ts';
import { liveWorkers } from '../../play/fleet/roster.ts';
import { patiently } from '../../play/fleet/waiting.ts';
import { Failure } from '../../process/failure.ts';
import { codeVersion } from '../../store/identity.ts';
import type { FitSettings } from '../data/data-settings.ts';
import type { Fit, FitKind } from '../data/fit-kind.ts';
import { publishDataset } from './dataset-depot.ts';
import { type FitOrder, fitOf, fitOrder, orderId, readAnswer } from './fit-order.ts';

/** A queue whose workers make fits, and the folder through which datasets come to them. */
export interface FitFleetChoice {
  fleet: FleetChoice;
  depot: string;
}

/** A fit to be made, by what it is made from here. */
export interface WantedFit {
  kind: FitKind;
  folders: readonly string[];
  settings: FitSettings;
}

const LOOK_MILLISECONDS = 200;
/** Looks between two searches for orders that got lost. */
const LOOKS_A_SEARCH = 10;
const LONELY_SEARCHES = 5;
// An order that failed or got lost so often is given up.
const MOST_RENEWALS = 5;

const OPTIONS = {
  attempts: 3,
  removeOnComplete: true,
  removeOnFail: { age: 24 * 3600, count: 1000 },
} as const;

/** Where fits are ordered and come back to. One that was ordered by a process which is gone is found, made or under way. */
export type FitDesk = Awaited<ReturnType<typeof openFitDesk>>;

export async function openFitDesk(
  { fleet: { address, note }, depot }: FitFleetChoice,
  shouldStop: () => boolean,
) {
  const { client, troubles } = await connect(address, note);
  const atQueue = <Value>(work: () => Promise<Value>) => patiently(client, troubles, shouldStop, work);
  const version = codeVersion('fleet');
  const queue = await jobQueue(client, queueNames(version, FITS_QUEUE));
  const posted = new Map<string, FitOrder>();
  let lonelySearches = 0;
  return { post, collect, forget, close };

  /** Orders fits, each once. */
  async function post(wanted: readonly WantedFit[]): Promise<void> {
    for (const { kind, folders, settings } of wanted) {
      for (const folder of folders) publishDataset(depot, folder);
      const order = fitOrder(kind, folders, settings);
      await add(orderId(order), order);
    }
  }

  async function add(id: string, order: FitOrder): Promise<void> {
    posted.set(id, order);
    await atQueue(async () => {
      if ((await client.exists(keys.fit(id))) === 0) await queue.add('fit', order, { ...OPTIONS, jobId: id });
    });
  }

  /** Waits for a fit, which is ordered where it was not; undefined where it should stop. */
  async function collect(wanted: WantedFit): Promise<Fit | undefined> {
    const { kind, folders, settings } = wanted;
    const order = fitOrder(kind, folders, settings);
    const id = orderId(order);
    if (!posted.has(id)) await post([wanted]);
    let renewals = 0;
    let absences = 0;
    for (let look = 1; ; look++) {
      const text = await atQueue(() => client.get(keys.fit(id)));
      let problem: string | undefined;
      if (text !== null) {
        try {
          const answer = readAnswer(text);
          if ('failure' in answer) throw new Failure(printable(answer.failure));
          return fitOf(kind, order, folders, answer);
        } catch (error) {
          if (error instanceof Failure) await forget(wanted);
          if (!(error instanceof InputError)) throw error;
          problem = `a fit is refused: ${printable(error.message)}`;
          await forget(wanted);
        }
      } else if (shouldStop()) {
        await withdraw();
        return undefined;
      } else if (look % LOOKS_A_SEARCH === 0) {
        await lookForCompany();
        const job = await atQueue(() => queue.getJob(id));
        const isFailed = (await job?.isFailed()) === true;
        // The first time its result may just be on its way.
        absences = job === undefined ? absences + 1 : 0;
        if (isFailed) problem = `a fit failed: ${printable(job!.failedReason)}`;
        else if (absences > 1) problem = 'a fit got lost';
        if (isFailed) await atQueue(() => queue.remove(id));
      }
      if (problem !== undefined) {
        if (renewals++ >= MOST_RENEWALS)
          throw new Failure(`the queue has failed ${renewals} times to make a fit; the last time ${problem}`);
        note(`${problem}; it is made again`);
        absences = 0;
        for (const folder of folders) publishDataset(depot, folder, true);
        await add(id, order);
      }
      await wait(LOOK_MILLISECONDS);
    }
  }

  /** Drops what came of a fit that is kept elsewhere by now. */
  async function forget({ kind, folders, settings }: WantedFit): Promise<void> {
    const id = orderId(fitOrder(kind, folders, settings));
    await atQueue(() => client.del(keys.fit(id)));
  }

  /** Takes back the orders that nobody has begun. */
  async function withdraw(): Promise<void> {
    for (const id of posted.keys()) await atQueue(() => queue.remove(id)).catch(() => {});
  }

  async function lookForCompany(): Promise<void> {
    const workers = await atQueue(() => liveWorkers(client));
    const isLonely = !workers.some((worker) => worker.version === version && worker.fits);
    lonelySearches = isLonely ? lonelySearches + 1 : 0;
    if (lonelySearches === LONELY_SEARCHES)
      note(
        `no worker of version ${version} at the queue makes fits; evalsmith worker --store DIR starts one`,
      );
  }

  function close(): void {
    disconnect(client);
  }
}
