import type { Command } from 'commander';
import { InputError } from '../input-error.ts';
import { perft } from '../perft.ts';
import { parsePlayer, parseSize, parseWhole } from '../text/arguments.ts';
import { parseGame } from '../text/position-arguments.ts';
import type { Terminal } from '../node/terminal.ts';

interface PerftOptions {
  player?: string;
  board?: string;
  json?: boolean;
}

export function addPerftCommand(program: Command, terminal: Terminal): void {
  program
    .command('perft GAME N DEPTH')
    .summary('count move sequences')
    .description(
      'Counts the move sequences of each length up to DEPTH from the start, or from --player and --board: ' +
        'a test of the rules and of their speed. A line is GAME N DEPTH COUNT, then the time and the rate.',
    )
    .option('--player <PLAYER>', 'the player to move, with --board')
    .option('--board <BOARD>', 'the position to count from')
    .option('--json', 'one JSON object, for DEPTH alone')
    .addHelpText('after', '\nExample:\n  evalsmith perft betsy 5 8')
    .action((gameName: string, size: string, depthText: string, options: PerftOptions) => {
      const game = parseGame(gameName);
      const boardSize = parseSize(game, size);
      const depth = parseWhole('DEPTH', depthText, 1, 99);
      if ((options.player === undefined) !== (options.board === undefined)) {
        throw new InputError('--player and --board belong together; only one of them was given');
      }
      const position =
        options.board === undefined
          ? game.start(boardSize)
          : game.parseBoard(boardSize, parsePlayer(game, options.player!), options.board);
      for (let length = options.json ? depth : 1; length <= depth; length++) {
        const begin = performance.now();
        const nodes = perft(position, length);
        const seconds = (performance.now() - begin) / 1000;
        if (options.json) {
          terminal.out(JSON.stringify({ game: game.name, size: boardSize, depth, nodes, seconds }));
        } else {
          const rate = (nodes / seconds / 1e6).toFixed(1);
          terminal.out(`${game.name} ${boardSize} ${length} ${nodes} ${seconds.toFixed(3)}s ${rate} Mn/s`);
        }
      }
    });
}
