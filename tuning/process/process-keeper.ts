// The file of the process that outlives its parent, to kill what that has started and marked.
import { setTimeout as wait } from 'node:timers/promises';
import { killMarked } from './marked-processes.ts';

// A process that was being started when the parent ended is not marked yet.
const START_MILLISECONDS = 100;

const [, , mark] = process.argv;
for await (const _ of process.stdin);
killMarked(mark);
await wait(START_MILLISECONDS);
killMarked(mark);
