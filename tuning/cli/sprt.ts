import type { Command } from 'commander';
import { parseWhole } from '../../engine/cli/arguments.ts';
import type { Terminal } from '../../engine/cli/terminal.ts';
import { estimate, type Estimate, type Interval } from '../match/estimate.ts';
import { sprt, type Sprt, type SprtSettings } from '../match/sprt.ts';
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
      else for (const line of report(tally, strength, settings, result)) terminal.out(line);
    });
}

function report(
  [LL, LD, DD, WD, WW]: readonly number[],
  strength: Estimate | null,
  settings: SprtSettings,
  { llr, lower, upper, decision }: Sprt,
): string[] {
  const { elo0, elo1, model } = settings;
  const test = `LLR    ${llr.toFixed(2)} (${lower.toFixed(2)}, ${upper.toFixed(2)}) [${elo0}, ${elo1}] ${model}`;
  if (strength === null) return ['Pairs  none', test, decision];
  const { score, variance, elo, normalizedElo, superiority } = strength;
  return [
    `Pairs  ${WD + WW} won, ${DD} drawn, ${LL + LD} lost`,
    `Score  ${(score * 100).toFixed(2)} % of ${strength.games} games, variance of a pair ${variance.toFixed(5)}`,
    `Elo    ${formatInterval(elo)}`,
    `nElo   ${formatInterval(normalizedElo)}`,
    `LOS    ${superiority === null ? 'unknown' : `${(superiority * 100).toFixed(2)} %`}`,
    test,
    decision,
  ];
}

function formatInterval({ value, low, high }: Interval): string {
  const estimated = value === null ? 'unknown' : value.toFixed(2);
  if (low === null && high === null) return estimated;
  return `${estimated} [${low?.toFixed(2) ?? 'no limit'}, ${high?.toFixed(2) ?? 'no limit'}] (95 %)`;
}
