// npm run bench [-- NAME… [GAME…]]: some benchmarks, each on each game.
// npm run bench -- punctuality [GAME…] [--calls 300] [--load 8] [--threads 1]: so many calls of each game's player, with
// so many threads, on boards of every size, beside so many busy processes.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Game } from '../../game.ts';
import { games } from '../../games/index.ts';
import { parseWhole } from '../../text/arguments.ts';
import { benchmarkInputs, benchmarkNetwork, NODES } from './network-benchmark.ts';
import { benchmarkPerft } from './perft-benchmark.ts';
import { benchmarkKills, benchmarkPunctuality, benchmarkStart, KILLS } from './punctuality.ts';
import {
  benchmarkDepth,
  benchmarkSearchSpeed,
  benchmarkThreads,
  benchmarkTimeToDepth,
} from './search-benchmark.ts';
import { benchmarkAgainstRandom, GAMES, MILLISECONDS } from './strength.ts';

interface Benchmark {
  heading: string;
  /** Measures one game and tells the outcome in a line. */
  run(game: Game): string | Promise<string>;
}

const { words, values, calls, load, threads } = readArguments();

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        calls: { type: 'string', default: '300' },
        load: { type: 'string', default: '8' },
        threads: { type: 'string', default: '1' },
      },
    });
    return {
      words: positionals,
      values,
      calls: parseWhole('--calls', values.calls, 3, 1e6),
      load: parseWhole('--load', values.load, 0, 1000),
      threads: parseWhole('--threads', values.threads, 1, 64),
    };
  } catch (error) {
    console.error(`bench: ${(error as Error).message}`);
    return process.exit(2);
  }
}

const benchmarks: Readonly<Record<string, Benchmark>> = {
  perft: {
    heading: 'perft, every leaf made and checked, keys on; median of five rounds of two seconds a side',
    run: benchmarkPerft,
  },
  search: {
    heading: 'search, one thread, weights hand; a node is one move made; median of five rounds of one second',
    run: benchmarkSearchSpeed,
  },
  depth: {
    heading: 'depth reached in one second from the start, one thread, weights hand',
    run: benchmarkDepth,
  },
  time: { heading: 'seconds to depth 8, 10, 12, one thread, weights hand', run: benchmarkTimeToDepth },
  threads: {
    heading: 'time to depth with one thread over that with two, ten midgame positions together',
    run: benchmarkThreads,
  },
  network: {
    heading: `search with networks of small random weights, squared, each in a thread of its own and all in turn, ${NODES} nodes a position; medians`,
    run: benchmarkNetwork,
  },
  inputs: {
    heading: `search with networks of 64 units over each of the inputs of a game, as in network, ${NODES} nodes a position; medians`,
    run: benchmarkInputs,
  },
  start: { heading: 'first line out against node -e 0, median of 20', run: benchmarkStart },
  random: {
    heading: `against random, ${GAMES} games, ${MILLISECONDS} ms a move, sides in turn`,
    run: benchmarkAgainstRandom,
  },
  punctuality: {
    heading: `${calls} calls on boards of every size beside ${load} busy processes, threads ${threads}`,
    run: (game) => benchmarkPunctuality(game, { calls, load, threads }),
  },
  kills: {
    heading: `${KILLS} calls killed at random instants from 150 ms on`,
    run: benchmarkKills,
  },
};
const USUAL = ['perft', 'search', 'depth', 'start'];

const gameNames = games.map(({ name }) => name);
const unknown = words.find((word) => !Object.hasOwn(benchmarks, word) && !gameNames.includes(word));
if (unknown !== undefined) {
  const known = [...Object.keys(benchmarks), ...gameNames].join(', ');
  console.error(`bench: ${JSON.stringify(unknown)} is no benchmark; expected some of ${known}`);
  process.exit(2);
}
const chosenGames = words.filter((word) => gameNames.includes(word));
const chosen = words.filter((word) => !gameNames.includes(word));
if (chosen.length === 1 && chosenGames.length === 1) {
  const game = games.find(({ name }) => name === chosenGames[0])!;
  console.log(`  ${await benchmarks[chosen[0]].run(game)}`);
} else {
  for (const name of chosen.length > 0 ? chosen : USUAL) {
    console.log(benchmarks[name].heading);
    for (const game of chosenGames.length > 0 ? chosenGames : gameNames) runApart(name, game);
  }
}

/** A process for each game, as the player has one: code that has seen several games is slower. */
function runApart(name: string, game: string): void {
  const options = Object.entries(values).flatMap(([option, value]) => [`--${option}`, value]);
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name, game, ...options], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
