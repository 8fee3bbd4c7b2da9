import type { Command } from 'commander';
import type { Terminal } from '../../engine/node/terminal.ts';

export function addSweepCommand(program: Command, terminal: Terminal, fail: (code: number) => void): void {
  program
    .command('sweep')
    .summary('many fits and one table')
    .description(
      'Runs the fits of a JSON config in order and prints a table of them, which is also written as table.csv. ' +
        'Fits that are in the folder already are not run again, so a sweep that was stopped goes on with the same command. ' +
        'The config has datasets (from its own folder), settings of all fits, and a grid of values, a list of fits, or both; ' +
        'settings are those of fit linear: lambda, scoreScale, ridge, without, fraction, heldOut, seed, firstPly, ' +
        'keepDecided, keepRandom, keepOpenings, keepNoisy; with "model": "network" those of fit network: hidden, activation, ' +
        'epochs, patience, batch, rate in place of ridge and without.',
    )
    .argument('CONFIG', 'such as {"datasets": ["betsy-7"], "grid": {"lambda": [0.5, 1], "ridge": [1, 100]}}')
    .requiredOption('--out <DIR>', 'the folder of the sweep; one that holds some of it is gone on with')
    .addHelpText('after', '\nExample:\n  evalsmith sweep sweeps/lambda.json --out reports/lambda')
    .action(async (config: string, options: { out: string }) => {
      const { runSweep } = await import('../sweep/sweep.ts');
      fail(await runSweep(config, options.out, terminal));
    });
}
