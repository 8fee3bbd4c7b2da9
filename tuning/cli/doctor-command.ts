import { commandForm } from '../settings/command-form.ts';
import { jsonOption } from '../settings/common-options.ts';
import { cliCommand } from './command.ts';

const BACKEND_SECONDS = 2;

const form = commandForm({
  name: 'doctor',
  isWithoutGame: true,
  summary: 'what is installed here, and how fast',
  description:
    'Prints the versions of Node and evalsmith, cores, memory and free disk, which backends of TensorFlow.js work and how fast ' +
    'each computes in two seconds, optional packages, programs that tests need, and the queue of EVALSMITH_QUEUE; then what is ' +
    'missing, each with the command that gets it.',
  examples: ['doctor --json'],
  arguments: {},
  options: { json: jsonOption },
});

export const commands = [
  cliCommand(form, async ({ json }, terminal) => {
    const { diagnosis } = await import('../doctor/diagnosis.ts');
    const { diagnosisLines } = await import('../doctor/diagnosis-lines.ts');
    const found = await diagnosis(BACKEND_SECONDS);
    for (const line of json ? [JSON.stringify(found)] : diagnosisLines(found)) terminal.out(line);
  }),
];
