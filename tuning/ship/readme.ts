import type { Game } from '../../engine/game.ts';
import { parameterList } from '../../engine/parameters.ts';
import type { ShipManifest } from './ship-manifest.ts';
import { packageName } from './npm-package.ts';
import { servedSizes, type Shipment } from './shipped-weights.ts';

/** The README of a shipped player. */
export function readmeText(
  { game, shipped, parameters }: Shipment,
  { bench, codeVersion, weights }: ShipManifest,
): string {
  const { name, players } = game;
  const sizes = servedSizes(game, shipped);
  const size = sizes.includes(game.usualSize) ? game.usualSize : sizes[0];
  const board = game.formatBoard(game.start(size));
  const question = `{ size: ${size}, player: '${players[0]}', board: '${board}', seconds: 1 }`;
  const rows = weights.map(
    (entry) =>
      `| ${entry.size} | ${entry.kind} | ${entry.bench.nodes} | \`${entry.sha256}\` | ${entry.evidence === undefined ? 'none' : 'in manifest.json'} |`,
  );
  return `# A player of ${title(game)}

Made by evalsmith, code ${codeVersion}. It plays on boards of size ${sizes.join(', ')}; other sizes are refused.

## On the command line

    ./${name}.cjs ${size} ${players[0]} '${board}' 1

The arguments are \`N PLAYER BOARD SECONDS [--memory FILE] [--threads K]\`: the size of the board, the player to move (${players.join(' or ')}), the board row by row
from the top, and the time. It prints better and better recommendations; the last line is the answer. \`${name}.cjs\` needs Node 20.19 or newer
and no other file. \`./${name}.cjs --help\` tells more. Wrong input gets one line on stderr and exit code 2.

## In a program

    import { createPlayer } from '${packageName(name)}';

With the package installed (\`evalsmith ship --npm\` makes it) this works in Node and in browsers, with types. Without it, \`node/${name}.js\` is the module for Node,
which thinks in a thread, and \`player.d.ts\` has its types; the questions are those below.

## In a browser

\`browser/${name}.js\` is a module; it starts \`browser/worker.js\`, which must lie beside it and does the thinking.

    import { createPlayer } from './browser/${name}.js';
    const player = createPlayer();
    const choice = await player.chooseMove(${question});
    // { move, board, score, winProbability, depth, nodes, line }; board is the board after the move

- \`chooseMove({ size, player, board, seconds | nodes | depth }, onBetter?)\` searches for one second unless a limit is given; \`onBetter\` is called with each better choice.
- A list \`moves\` may come with either question: they are made from the board first, and the player knows what has occurred before.
- \`legalMoves({ size, player, board })\` gives every legal move as \`{ move, board, winner }\`; \`winner\` is null while the game goes on.
- \`close()\` ends the worker at once; what was not answered is rejected.

A network thinks fastest in WebAssembly: a page with a content policy needs \`script-src … 'wasm-unsafe-eval'\`, and its worker too. Without it, the player gives the same scores, more slowly.

Questions are answered one after another. Wrong input rejects the promise with an Error that says what was expected.

## What is inside

| size | weights | bench | sha256 | evidence |
|---|---|---|---|---|
${rows.join('\n')}

${parametersText(parameters)}The weights are checked when they are read: changed ones are refused. \`./${name}.cjs --self-test\` checks all of them and prints for each the nodes of a fixed search,
${bench} together. \`manifest.json\` has the hash of every file.
`;
}

function parametersText(parameters: Shipment['parameters']): string {
  const list = parameterList(parameters).replaceAll(',', ', ');
  return list === '' ? '' : `Search parameters other than the defaults: ${list}.\n\n`;
}

function title({ name }: Game): string {
  return name[0].toUpperCase() + name.slice(1);
}
