import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { commandForm } from '../settings/command-form.ts';
import { jsonOption, outOption, workerCount, workersOption } from '../settings/common-options.ts';
import { setting, toggle } from '../settings/setting.ts';
import { cliCommand } from './command.ts';

const form = commandForm({
  name: 'remake',
  summary: 'make weights again from their provenance',
  description:
    'Plays the games that weights were fitted to again, runs the fit again, and compares every hash with the recorded one. ' +
    'The same: DIR/GAME.json or DIR/GAME-N.json is the file, byte for byte. Different: tells what differs first, exit code 1. ' +
    'Fits compute with the backend that is recorded, native or wasm. ' +
    'Weights of another version of the code have the same numbers or not. What was stopped or killed resumes with the same command.',
  examples: ['remake betsy --all --out remade/betsy'],
  arguments: {
    names: setting(
      z.array(z.string()).min(1),
      'WEIGHTS',
      'weights files, GAME for all that this package plays of it, GAME-N for those of one size, or folders of fits and shipped players',
    ),
  },
  options: {
    out: outOption('the folder to make them in; a folder that holds some of it is resumed'),
    all: toggle('also make the weights that played the games again, back to those made by hand'),
    workers: workersOption,
    plan: toggle('only print the commands of its steps'),
    json: jsonOption,
  },
});

export const commands = [
  cliCommand(form, async ({ names, out, all, workers, plan: isPlan, json }, terminal) => {
    const { targetsOf } = await import('../remake/targets.ts');
    const { planOf } = await import('../remake/plan.ts');
    const { stepCommand, stepText } = await import('../remake/plan-text.ts');
    const { codeNote } = await import('../remake/code-note.ts');
    const targets = targetsOf(names);
    const plan = planOf(targets, out, all);
    // The commands can be told where they cannot be run.
    const note = await codeNote(plan).catch((error: unknown) => {
      if (isPlan && error instanceof InputError) return error.message;
      throw error;
    });
    if (note !== undefined) terminal.note(note);
    if (isPlan) {
      const steps = plan.map(stepCommand);
      if (json) terminal.out(JSON.stringify({ steps }));
      else for (const step of steps) terminal.out(step);
      return 0;
    }
    for (const step of plan) terminal.note(stepText(step));
    const { remake } = await import('../remake/remake.ts');
    if (!json) return remake(targets, plan, out, workerCount(workers), terminal);
    const findings: string[] = [];
    const collected = { ...terminal, out: (line: string) => void findings.push(line) };
    const code = await remake(targets, plan, out, workerCount(workers), collected);
    terminal.out(JSON.stringify({ isSame: code === 0, findings }));
    return code;
  }),
];
