// npm run quickstart: the whole loop on two small boards in a couple of minutes. Run again, it resumes where it was stopped, or begins the next night.
import { join } from 'node:path';
import { availableParallelism } from 'node:os';
import { processTerminal } from '../../engine/node/terminal.ts';
import { games } from '../../engine/games/index.ts';
import { parseNightlyConfig } from './config.ts';
import { runNightly } from './nightly.ts';
import { summaryLines } from './night-summary.ts';

const GATE = { nodes: 400, elo0: 0, elo1: 60, games: 400, seconds: 0.02, clockGames: 4, otherGames: 10 };
const LADDER = { nodes: 200, games: 30 };
const FITS = [
  { model: 'linear', settings: { lambda: 0.5 } },
  { model: 'network', settings: { lambda: 0.5, hidden: 16, epochs: 12 } },
];

const CONFIG = {
  out: 'quickstart-run',
  seed: 1,
  for: '10m',
  games: [
    {
      game: 'betsy',
      size: 3,
      champion: 'baseline:hand',
      selfplay: { games: 2000, nodes: 500, randomRate: 0.1 },
      fits: FITS,
      gate: GATE,
      ladder: LADDER,
    },
    {
      game: 'conga',
      size: 4,
      // Easy to beat, so that there is something to see.
      champion: 'baseline:squares',
      selfplay: { games: 1000, nodes: 400, randomRate: 0.1, cap: 150 },
      fits: FITS,
      gate: GATE,
      ladder: LADDER,
    },
  ],
};

const terminal = processTerminal();
const config = parseNightlyConfig(CONFIG, 'the config of the quickstart', '.');
const { result, folder, problems, exitCode } = await runNightly(
  { config, workers: availableParallelism(), command: 'npm run quickstart' },
  terminal,
);
for (const line of summaryLines(result, folder)) terminal.out(line);
for (const problem of problems) terminal.note(problem);
terminal.out(`\nlook at it:  npx evalsmith serve ${join(config.out, 'site')}`);
for (const { game: name, size, champion } of result.parts) {
  if (champion.player === null) continue;
  const game = games.find((known) => known.name === name)!;
  const player = join(folder, champion.player, `${name}.cjs`);
  const board = game.formatBoard(game.start(size));
  terminal.out(`ask ${name}:   node ${player} ${size} ${game.players[0]} '${board}' 1`);
  terminal.out(
    `play ${name}:  npx evalsmith play ${name} --size ${size} --weights ${join(folder, champion.weights)}`,
  );
}
process.exitCode = exitCode;
