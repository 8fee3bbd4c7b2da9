import type { Command } from 'commander';
import { parseWhole } from '../../engine/text/arguments.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { estimate } from '../statistics/estimate.ts';
import { strengthLines, testLines } from '../statistics/strength-text.ts';
import { sprt } from '../statistics/sprt.ts';
import { addSprtOptions, parseSprtSettings, type SprtOptions } from './sprt-options.ts';

const OUTCOMES = ['LL', 'LD', 'DD', 'WD', 'WW'];

export function addSprtCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('sprt')
    .summary('what the pairs of a match prove')
    .description(
      'Estimates the Elo difference from the pairs of games of a match, and decides between the differences ' +
        '--elo0 (H0) and --elo1 (H1) by the sequential probability ratio test. The arguments count the pairs ' +
        'by their two results: LL both lost, LD, DD (two draws, or a win and a loss), WD, WW both won.',
    );
  for (const outcome of OUTCOMES) command.argument(outcome);
  addSprtOptions(command, '5')
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample:\n  evalsmith sprt 50 287 610 387 73 --elo0 0 --elo1 5')
    .action((...args: unknown[]) => {
      const options = args[OUTCOMES.length] as SprtOptions & { json?: boolean };
      const tally = OUTCOMES.map((outcome, i) => parseWhole(outcome, args[i] as string, 0, 1e9));
      const settings = parseSprtSettings(options);
      const strength = estimate(tally);
      const result = sprt(tally, settings);
      if (options.json)
        terminal.out(JSON.stringify({ pairs: tally, estimate: strength, settings, ...result }));
      else
        for (const line of [...strengthLines(tally, strength), ...testLines(settings, result)])
          terminal.out(line);
    });
}
