import { relative } from 'node:path';
import type { Command } from 'commander';
import { parseWhole } from '../../engine/text/arguments.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { parseDuration, parseWorkers } from './arguments.ts';

interface NightlyOptions {
  for?: string;
  keep?: string;
  workers?: string;
  json?: boolean;
}

export function addNightlyCommand(program: Command, terminal: Terminal, fail: (code: number) => void): void {
  program
    .command('nightly')
    .summary('the whole loop for one night')
    .description(
      'For each game and size of the config: self-play with the champion, fits, a gate for each fit, a player with the champion, a ' +
        'ladder and pages; then a site. Each night is a folder OUT/night-NNNN. One that was stopped, killed or ran out of time is ' +
        'gone on with by the same command; one that is over is followed by the next. Exit code 0 where every stage ran, 1 where one ' +
        'failed or was cut short. tuning/nightly/README.md explains the config.',
    )
    .argument('CONFIG', 'a JSON file, such as tuning/nightly/nightly.json')
    .option('--for <TIME>', 'stops after a time such as 90s, 30m or 8h; that of the config unless given')
    .option('--keep <N>', 'nights whose games are kept; that of the config unless given')
    .option('--workers <W>', 'games at a time; that of the config, or one a core, unless given')
    .option('--json', 'the summary as one JSON object')
    .addHelpText('after', '\nExample:\n  evalsmith nightly nightly.json --for 8h --keep 14')
    .action(async (file: string, options: NightlyOptions) => {
      const { readNightlyConfig } = await import('../nightly/config.ts');
      const config = readNightlyConfig(file);
      if (options.for !== undefined) config.for = parseDuration('--for', options.for);
      if (options.keep !== undefined) config.keep = keptNights(options.keep, config.games);
      const workers =
        options.workers === undefined && config.workers !== null
          ? config.workers
          : parseWorkers(options.workers);
      const command = `evalsmith nightly ${relative('.', file)}`;
      const { runNightly } = await import('../nightly/nightly.ts');
      const outcome = await runNightly({ config, workers, command }, terminal);
      const { summaryLines } = await import('../nightly/night-summary.ts');
      if (options.json) terminal.out(JSON.stringify(outcome.result));
      else for (const line of summaryLines(outcome.result, outcome.folder)) terminal.out(line);
      for (const problem of outcome.problems) terminal.note(`evalsmith: ${problem}`);
      fail(outcome.exitCode);
    });
}

/** The games that the next fits look back on must stay. */
function keptNights(text: string, parts: readonly { window: number }[]): number {
  const keep = parseWhole('--keep', text, 1, 1e6);
  const window = Math.max(...parts.map((part) => part.window));
  if (keep <= window)
    throw new InputError(`--keep is ${keep} and a window of the config is ${window} nights; expected more`);
  return keep;
}
