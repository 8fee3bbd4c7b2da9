import type { Command } from 'commander';
import { legalMoves, winnerOf } from '../position.ts';
import { outcomeText, winnerWord } from '../text/decided.ts';
import { parsePosition } from '../text/position-arguments.ts';
import { plainPaint, type Terminal } from '../node/terminal.ts';

export function addShowCommand(program: Command, terminal: Terminal): void {
  program
    .command('show GAME N PLAYER BOARD')
    .summary('draw a board')
    .description('Draws a board and tells whose turn it is, the legal moves, and the winner if there is one.')
    .option('--json', 'one JSON object: player, winner, moves and the drawing')
    .addHelpText('after', '\nExample:\n  evalsmith show conga 4 b G...aB..b.A.g...')
    .action((gameName: string, size: string, player: string, board: string, { json }: { json?: boolean }) => {
      const { game, position } = parsePosition(gameName, size, player, board);
      const winner = winnerOf(position);
      const moves = Array.from(legalMoves(position), (move) => game.formatMove(position, move));
      if (json) {
        const drawing = game.draw(position, plainPaint);
        terminal.out(JSON.stringify({ player, winner: winnerWord(game, winner), moves, drawing }));
        return;
      }
      terminal.out(game.draw(position, terminal.paint));
      terminal.out('');
      if (winner !== -1) {
        terminal.out(outcomeText(game, winner));
        return;
      }
      terminal.out(`${game.players[position.turn]} to move, ${moves.length} legal: ${moves.join(' ')}`);
    });
}
