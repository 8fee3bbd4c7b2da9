// A process that takes the lock of its folder, says so, and computes without a pause until it is killed.
import { writeSync } from 'node:fs';
import { takeLock } from '../store/lock.ts';

takeLock('lock');
writeSync(1, 'locked\n');
for (;;);
