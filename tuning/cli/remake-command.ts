import type { Command } from 'commander';
import type { Terminal } from '../../engine/node/terminal.ts';
import { parseWorkers } from './arguments.ts';

interface RemakeOptions {
  out: string;
  all?: boolean;
  plan?: boolean;
  workers?: string;
}

export function addRemakeCommand(program: Command, terminal: Terminal, fail: (code: number) => void): void {
  program
    .command('remake')
    .summary('make weights again from what they tell of themselves')
    .description(
      'Plays the games that weights were fitted to again, runs the fit again, and compares every hash with the recorded one. ' +
        "The same: DIR/GAME.json or DIR/GAME-N.json is the file, byte for byte. Made by other code: 'same numbers, other code' and what made it. " +
        'Different: tells what differs first, exit code 1. ' +
        'What was stopped or killed goes on with the same command.',
    )
    .argument(
      '<WEIGHTS...>',
      'weights files, GAME for all that this package plays of it, GAME-N for those of one size, or folders of fits and shipped players',
    )
    .requiredOption('--out <DIR>', 'the folder to make them in; one that holds some of it is gone on with')
    .option('--all', 'also makes the weights that played the games again, back to those made by hand')
    .option('--workers <W>', 'threads that play; one a core unless told otherwise')
    .option('--plan', 'only prints the commands that it comes to')
    .addHelpText('after', '\nExample:\n  evalsmith remake betsy --all --out remade/betsy')
    .action(async (names: string[], options: RemakeOptions) => {
      const workers = parseWorkers(options.workers);
      const { targetsOf } = await import('../remake/targets.ts');
      const { planOf } = await import('../remake/plan.ts');
      const { stepCommand, stepText } = await import('../remake/plan-text.ts');
      const { codeNote } = await import('../remake/code-note.ts');
      const targets = targetsOf(names);
      const plan = planOf(targets, options.out, options.all ?? false);
      const note = await codeNote(plan);
      if (note !== undefined) terminal.note(note);
      if (options.plan) {
        for (const step of plan) terminal.out(stepCommand(step));
        return;
      }
      for (const step of plan) terminal.note(stepText(step));
      const { remake } = await import('../remake/remake.ts');
      fail(await remake(targets, plan, options.out, workers, terminal));
    });
}
