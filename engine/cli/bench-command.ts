import type { Command } from 'commander';
import { BENCH_DEPTH, benchNodes } from '../bench.ts';
import { games } from '../games/index.ts';
import { evaluatorOf } from '../weights.ts';
import { usualParameters } from '../node/named-parameters.ts';
import { parametersOf } from '../parameters.ts';
import type { Terminal } from '../node/terminal.ts';
import { loadWeights } from '../node/named-weights.ts';

export function addBenchCommand(program: Command, terminal: Terminal): void {
  program
    .command('bench')
    .summary('the signature of the engine')
    .description(
      `Searches the start and ten midgame positions of each game to depth ${BENCH_DEPTH} with the baseline hand and the game’s search parameters. The sum of nodes is the ` +
        'engine’s signature: a change that should not change play must not change it.',
    )
    .option('--json', 'one JSON object: nodes by game, their sum, seconds')
    .addHelpText('after', '\nExample:\n  evalsmith bench')
    .action((options: { json?: boolean }) => {
      const counts: Record<string, number> = {};
      const begin = performance.now();
      for (const game of games) {
        const size = game.usualSize;
        const weights = loadWeights(game, size, 'baseline:hand');
        const began = performance.now();
        const parameters = parametersOf(usualParameters(game));
        const nodes = benchNodes(game, size, evaluatorOf(weights, game), BENCH_DEPTH, parameters);
        counts[game.name] = nodes;
        const rate = Math.round((nodes * 1000) / (performance.now() - began));
        if (!options.json) terminal.out(`${game.name} ${size}: ${nodes} nodes, ${rate} a second`);
      }
      const bench = Object.values(counts).reduce((sum, nodes) => sum + nodes);
      const seconds = (performance.now() - begin) / 1000;
      terminal.out(options.json ? JSON.stringify({ ...counts, bench, seconds }) : `Bench: ${bench}`);
    });
}
