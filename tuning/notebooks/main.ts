// npm run notebooks [-- --check] [--backend auto|wasm|native] [FILE…]: runs the notebooks and writes their outputs, or checks those that are there.
import { processTerminal } from '../../engine/node/terminal.ts';
import { INTERRUPTED } from '../process/interrupt.ts';
import { runNotebooks } from './runner.ts';

// An exit, other than a signal, lets what is under way be ended and removed.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(INTERRUPTED));

process.exitCode = await runNotebooks(process.argv.slice(2), processTerminal());
