import type { Command } from 'commander';
import { legalMoves, winnerOf } from '../position.ts';
import { outcomeText } from '../text/decided.ts';
import { parsePosition } from '../text/position-arguments.ts';
import type { Terminal } from '../node/terminal.ts';

export function addShowCommand(program: Command, terminal: Terminal): void {
  program
    .command('show GAME N PLAYER BOARD')
    .summary('draw a board')
    .description('Draws a board and tells whose turn it is, the legal moves, and the winner if there is one.')
    .addHelpText('after', '\nExample:\n  evalsmith show conga 4 b G...aB..b.A.g...')
    .action((gameName: string, size: string, player: string, board: string) => {
      const { game, position } = parsePosition(gameName, size, player, board);
      const winner = winnerOf(position);
      terminal.out(game.draw(position, terminal.paint));
      terminal.out('');
      if (winner !== -1) {
        terminal.out(outcomeText(game, winner));
        return;
      }
      const moves = Array.from(legalMoves(position), (move) => game.formatMove(position, move));
      terminal.out(`${game.players[position.turn]} to move, ${moves.length} legal: ${moves.join(' ')}`);
    });
}
