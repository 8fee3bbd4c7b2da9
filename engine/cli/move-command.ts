import type { Command } from 'commander';
import type { Endings } from '../endings.ts';
import type { Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { Player } from '../player.ts';
import type { Position } from '../position.ts';
import type { Line } from '../search.ts';
import { evaluatorOf } from '../weights.ts';
import { answerOf } from '../text/answer.ts';
import { choiceOf } from '../text/choice.ts';
import { needUndecided } from '../text/decided.ts';
import { findingText } from '../text/explain.ts';
import { type LimitOptions, parseLimits } from '../text/limits.ts';
import { parsePosition } from '../text/position-arguments.ts';
import { namedParameters, PARAMETERS_OPTION } from '../node/named-parameters.ts';
import { parametersOf } from '../parameters.ts';
import type { Terminal } from '../node/terminal.ts';
import { loadWeights } from '../node/named-weights.ts';

/**
 * Best play from an undecided position, by the exact values in a folder; undefined where they do not tell; throws an InputError where
 * they are not of its board.
 */
export type ExactLine = (folder: string, game: Game, position: Position) => Line | undefined;

/** What a search may know by the exact values in a folder; undefined where the game has no use for them; refuses as `ExactLine` does. */
export type ExactEndings = (folder: string, game: Game, size: number) => Endings | undefined;

interface MoveOptions extends LimitOptions {
  weights?: string;
  parameters?: string;
  oracle?: string;
  json?: boolean;
}

export function addMoveCommand(program: Command, terminal: Terminal, exactLine: ExactLine): void {
  program
    .command('move GAME N PLAYER BOARD')
    .summary('choose a move')
    .description(
      'Chooses a move as the player does, under any limit (one second unless told otherwise). The last line is the answer. ' +
        'With --nodes or --depth the result is the same every time.',
    )
    .option('--seconds <S>', 'search for S seconds')
    .option('--nodes <K>', 'search K nodes: moves made in the search')
    .option('--depth <D>', 'search D plies deep')
    .option('--weights <FILE>', 'the heuristic to play with, or baseline:NAME')
    .option(...PARAMETERS_OPTION)
    .option(
      '--oracle <DIR>',
      'plays by the exact values that `evalsmith oracle build` wrote, without a search',
    )
    .option('--json', 'one JSON object: move, board, score, winProbability, depth, nodes, line')
    .addHelpText('after', '\nExample:\n  evalsmith move betsy 3 o ...x..o.ox.oxxxoxo --nodes 100000')
    .action((gameName: string, size: string, playerName: string, board: string, options: MoveOptions) => {
      const { game, position } = parsePosition(gameName, size, playerName, board);
      needUndecided(game, position);
      const weights = loadWeights(game, position.size, options.weights);
      const parameters = parametersOf(namedParameters(game, options.parameters));
      const limits = parseLimits(options);
      let line;
      if (options.oracle === undefined) {
        line = new Player(game, evaluatorOf(weights, game), undefined, parameters).choose(position, limits);
      } else {
        if (options.seconds !== undefined || options.nodes !== undefined || options.depth !== undefined)
          throw new InputError(
            '--oracle needs no search; expected it without --seconds, --nodes and --depth',
          );
        line = exactLine(options.oracle, game, position);
        if (line === undefined)
          throw new InputError(
            `the oracle ${options.oracle} does not know this position; expected one that it does`,
          );
        terminal.note(`exact, by the oracle ${options.oracle}`);
      }
      if (options.json) {
        terminal.out(JSON.stringify(choiceOf(game, position, line, weights.scale)));
        return;
      }
      terminal.out(findingText(game, position, line, weights.scale));
      terminal.out(answerOf(game, position, line.move));
    });
}
