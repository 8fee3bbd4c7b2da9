import { buildNative } from './native.ts';
import { benchmarkPerft } from './perft.ts';

const print = (line: string) => console.log(line);

benchmarkPerft(buildNative(print), print);
