import type { Command } from 'commander';
import type { Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { legalMoves, type Position, winnerOf } from '../position.ts';
import { answerMove, answerOf } from '../text/answer.ts';
import { quoted } from '../text/arguments.ts';
import { decidedNote } from '../text/decided.ts';
import { parsePosition } from '../text/position-arguments.ts';
import type { Terminal } from '../node/terminal.ts';

export function addCheckCommand(program: Command, terminal: Terminal, fail: () => void): void {
  program
    .command('check GAME N PLAYER BOARD')
    .summary("check a player's output")
    .description(
      "Reads a player's output on standard input and tells whether its last line is a legal answer " +
        '(exit code 0) or not (exit code 1).',
    )
    .option('--json', 'one JSON object: whether the line is legal, its move, and what is expected')
    .addHelpText(
      'after',
      '\nExample:\n  betsy 3 o ...x..o.ox.oxxxoxo 1 | evalsmith check betsy 3 o ...x..o.ox.oxxxoxo',
    )
    .action((gameName: string, size: string, player: string, board: string, { json }: { json?: boolean }) => {
      const { game, position } = parsePosition(gameName, size, player, board);
      const winner = winnerOf(position);
      if (winner !== -1) throw new InputError(`BOARD leaves nothing to answer: ${decidedNote(game, winner)}`);
      const line = lastLine(terminal.input());
      const move = answerMove(game, position, line);
      const isLegal = move !== undefined;
      const text = isLegal ? game.formatMove(position, move) : null;
      const expected = expectation(game, position);
      if (json) terminal.out(JSON.stringify({ isLegal, line, move: text, expected }));
      else if (isLegal) terminal.out(`legal: ${text}`);
      else terminal.out(`not legal: the last line is ${quoted(line)}; expected ${expected}`);
      if (!isLegal) fail();
    });
}

/** The last line of an output, whose closing newline may be missing. */
function lastLine(output: string): string {
  return output.replace(/\n$/, '').split('\n').at(-1)!;
}

function expectation(game: Game, position: Position): string {
  const moves = legalMoves(position);
  return `one of ${moves.length} answers like ${quoted(answerOf(game, position, moves[0]))}`;
}
