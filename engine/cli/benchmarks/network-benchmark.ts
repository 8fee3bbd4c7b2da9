import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Game } from '../../game.ts';
import { inputsIds } from '../../input-sets.ts';
import type { NetworkForm, NetworkQuestion, NetworkTask } from './network-thread.ts';
import { median } from './perft-benchmark.ts';

export const NODES = 20_000;
const ROUNDS = 7;
const FIRST_SECONDS = 0.1;

/** What the others are compared with. */
const BASE: NetworkForm = { hidden: 64, bits: 0 };
const FORMS: readonly NetworkForm[] = [
  BASE,
  ...[64, 128, 256, 512].flatMap((hidden) => ([16, 32] as const).map((bits) => ({ hidden, bits }))),
];

/** Nodes a second with networks over those of the base and of the hand-made weights; and the nodes of a first move. */
export async function benchmarkNetwork(game: Game): Promise<string> {
  const rates = await ratesOf(game, [undefined, ...FORMS]);
  const [linear, base] = rates;
  const firsts: number[][] = FORMS.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, form] of FORMS.entries()) {
      const thread = newThread(game, form);
      firsts[i].push(await answerOf(thread, { seconds: FIRST_SECONDS }));
      await thread.terminate();
    }
  }
  const ratio = (some: readonly number[], others: readonly number[]) =>
    `${median(some.map((rate, round) => rate / others[round])).toFixed(2)}x`;
  const lines = FORMS.map(({ hidden, bits }, i) => {
    const name = `${String(hidden).padStart(3)} ${bits === 0 ? 'JavaScript' : `SIMD, ${bits} bits`}`;
    const own = rates[i + 1];
    return (
      `    ${name.padEnd(18)}${(median(own) / 1e6).toFixed(2)} Mn/s, ${ratio(own, base)} the first, ${ratio(own, linear)} linear; ` +
      `first move at ${FIRST_SECONDS} s: ${median(firsts[i])} nodes, ${ratio(firsts[i], firsts[0])} the first`
    );
  });
  return [`${game.name} ${game.usualSize}`, ...lines].join('\n');
}

/** Nodes a second with networks of 64 units over other inputs, and with outputs by phase, over those of the usual inputs and one output. */
export async function benchmarkInputs(game: Game): Promise<string> {
  const base: NetworkForm = { hidden: 64, bits: 16 };
  const [usual, ...others] = inputsIds(game);
  const forms = [base, { ...base, buckets: 8 }, ...others.map((inputs) => ({ ...base, inputs }))];
  const rates = await ratesOf(game, [undefined, ...forms]);
  const lines = forms.map(({ inputs = usual, buckets = 1 }: NetworkForm, i) => {
    const [own, linear] = [rates[i + 1], rates[0]];
    const over = (others: readonly number[]) =>
      median(own.map((rate, round) => rate / others[round])).toFixed(2);
    return `    ${`${inputs}, ${buckets} outputs`.padEnd(34)}${over(rates[1])}x the usual, ${over(linear)}x linear`;
  });
  return [`${game.name} ${game.usualSize}`, ...lines].join('\n');
}

/** Nodes a second of each, by round; in every round all take their turn. */
async function ratesOf(game: Game, forms: readonly (NetworkForm | undefined)[]): Promise<number[][]> {
  const threads = forms.map((form) => newThread(game, form));
  const rates: number[][] = forms.map(() => []);
  // In the first round the code is compiled.
  for (let round = -1; round < ROUNDS; round++) {
    for (const [i, thread] of threads.entries()) {
      const rate = await answerOf(thread, { nodes: NODES });
      if (round >= 0) rates[i].push(rate);
    }
  }
  await Promise.all(threads.map((thread) => thread.terminate()));
  return rates;
}

function newThread(game: Game, form: NetworkForm | undefined): Worker {
  const workerData: NetworkTask = { game: game.name, form };
  return new Worker(new URL('./network-thread.js', import.meta.url), { workerData });
}

async function answerOf(thread: Worker, question: NetworkQuestion): Promise<number> {
  const answered = once(thread, 'message');
  thread.postMessage(question);
  const [answer] = (await answered) as [number];
  return answer;
}
