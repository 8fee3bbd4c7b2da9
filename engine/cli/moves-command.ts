import type { Command } from 'commander';
import type { Game } from '../game.ts';
import { legalMoves, type Move, type Position, winnerOf } from '../position.ts';
import { decidedNote, winnerWord } from '../text/decided.ts';
import { parsePosition } from '../text/position-arguments.ts';
import type { Terminal } from '../node/terminal.ts';

export function addMovesCommand(program: Command, terminal: Terminal): void {
  program
    .command('moves GAME N PLAYER BOARD')
    .summary('list every legal move')
    .description(
      'Lists every legal move, one a line: MOVE BOARD [winner], the winner by the letter of the player, or drawn.',
    )
    .option('--json', 'one JSON object: winner and moves')
    .addHelpText('after', '\nExample:\n  evalsmith moves betsy 3 o ...x..o.ox.oxxxoxo')
    .action((gameName: string, size: string, player: string, board: string, { json }: { json?: boolean }) => {
      const { game, position } = parsePosition(gameName, size, player, board);
      const winner = winnerOf(position);
      if (winner !== -1) terminal.note(decidedNote(game, winner));
      const moves = Array.from(legalMoves(position), (move) => movedTo(game, position, move));
      if (json) terminal.out(JSON.stringify({ winner: winnerWord(game, winner), moves }));
      else
        for (const { move, board: after, winner: won } of moves)
          terminal.out(`${move} ${after}${won === null ? '' : ` ${won}`}`);
    });
}

function movedTo(game: Game, position: Position, move: Move) {
  const text = game.formatMove(position, move);
  position.make(move);
  const after = {
    move: text,
    board: game.formatBoard(position),
    winner: winnerWord(game, winnerOf(position)),
  };
  position.unmake();
  return after;
}
