import { z } from 'zod';
import type { Terminal } from '../../engine/node/terminal.ts';
import { INTERRUPTED, stopOnInterrupt } from '../process/interrupt.ts';
import { commandForm } from '../settings/command-form.ts';
import { jsonOption, outOption, parametersSetting } from '../settings/common-options.ts';
import { setting, toggle } from '../settings/setting.ts';
import type { ShipManifest } from '../ship/ship-manifest.ts';
import { cliCommand } from './command.ts';

const form = commandForm({
  name: 'ship',
  summary: 'a player to give away',
  description:
    'Makes a folder with a player that has the weights inside: one file for Node that needs no other, a module with a worker for ' +
    'browsers, README.md, LICENSE and manifest.json. All of it is tested from an empty folder; where a test fails, nothing is ' +
    'written and the exit code is 1. The same files give the same bytes.',
  examples: ['ship betsy --out builds/betsy --npm'],
  arguments: {
    files: setting(
      z.array(z.string()).min(1),
      'WEIGHTS',
      'weights files of one game, at most one for each size and one for any; or GAME for all that this package plays of it',
    ),
  },
  options: {
    out: outOption('the folder, which must not exist'),
    parameters: parametersSetting,
    npm: toggle('also pack it as an npm package'),
    json: jsonOption,
  },
});

export const commands = [
  cliCommand(form, async ({ files, out, parameters, npm, json }, terminal) => {
    const { ship } = await import('../ship/ship.ts');
    const stop = new AbortController();
    const interrupt = stopOnInterrupt(() => stop.abort());
    try {
      const manifest = await ship(files, out, { asPackage: npm, parameters }, stop.signal);
      if (json) terminal.out(JSON.stringify(manifest));
      else tell(manifest, out, terminal);
      return 0;
    } catch (error) {
      if (!interrupt.requested) throw error;
      terminal.note('stopped; nothing was shipped');
      return INTERRUPTED;
    } finally {
      interrupt.forget();
    }
  }),
];

function tell({ game, bench, weights, files }: ShipManifest, folder: string, terminal: Terminal): void {
  for (const [name, { bytes }] of Object.entries(files)) terminal.out(`${name}: ${bytes} bytes`);
  for (const { size, kind, vectors, bench: tried } of weights)
    terminal.out(
      `${kind} weights for size ${size}: ${vectors} vectors good, bench ${tried.nodes} on size ${tried.size}`,
    );
  terminal.out(`${folder}: a player of ${game}, tested; Bench: ${bench}`);
}
