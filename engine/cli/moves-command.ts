import type { Command } from 'commander';
import { legalMoves, winnerOf } from '../position.ts';
import { decidedNote, outcomeWord } from '../text/decided.ts';
import { parsePosition } from '../text/position-arguments.ts';
import type { Terminal } from '../node/terminal.ts';

export function addMovesCommand(program: Command, terminal: Terminal): void {
  program
    .command('moves GAME N PLAYER BOARD')
    .summary('list every legal move')
    .description(
      'Lists every legal move, one a line: MOVE BOARD [winner], the winner by the letter of the player, or drawn.',
    )
    .addHelpText('after', '\nExample:\n  evalsmith moves betsy 3 o ...x..o.ox.oxxxoxo')
    .action((gameName: string, size: string, player: string, board: string) => {
      const { game, position } = parsePosition(gameName, size, player, board);
      const winner = winnerOf(position);
      if (winner !== -1) terminal.note(decidedNote(game, winner));
      for (const move of legalMoves(position)) {
        const text = game.formatMove(position, move);
        position.make(move);
        const won = winnerOf(position);
        terminal.out(
          `${text} ${game.formatBoard(position)}${won === -1 ? '' : ` ${outcomeWord(game, won)}`}`,
        );
        position.unmake();
      }
    });
}
