// npm run bench [-- NAME…]: perft and search unless told otherwise.
import { buildNative } from './native.ts';
import { benchmarkPerft } from './perft.ts';
import { benchmarkKills, benchmarkPunctuality, benchmarkStart } from './punctuality.ts';
import { benchmarkDepth, benchmarkSearchSpeed, benchmarkThreads, benchmarkTimeToDepth } from './search.ts';
import { benchmarkAgainstRandom } from './strength.ts';

const print = (line: string) => console.log(line);

const benchmarks: Record<string, () => void | Promise<void>> = {
  perft: () => benchmarkPerft(buildNative(print), print),
  search: () => benchmarkSearchSpeed(buildNative(print), print),
  depth: () => benchmarkDepth(print),
  time: () => benchmarkTimeToDepth(print),
  threads: () => benchmarkThreads(print),
  start: () => benchmarkStart(print),
  random: () => benchmarkAgainstRandom(print),
  punctuality: () => benchmarkPunctuality(print),
  kills: () => benchmarkKills(print),
};

const names = process.argv.length > 2 ? process.argv.slice(2) : ['perft', 'search', 'depth', 'start'];
const unknown = names.find((name) => !Object.hasOwn(benchmarks, name));
if (unknown !== undefined) {
  console.error(
    `bench: ${JSON.stringify(unknown)} is no benchmark; expected some of ${Object.keys(benchmarks).join(', ')}`,
  );
  process.exit(2);
}
for (const name of names) await benchmarks[name]();
