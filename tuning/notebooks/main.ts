// npm run notebooks [-- --check] [FILE…]: runs the notebooks and writes their outputs, or checks those that are there.
import { processTerminal } from '../../engine/cli/terminal.ts';
import { runNotebooks } from './runner.ts';

process.exitCode = await runNotebooks(process.argv.slice(2), processTerminal());
