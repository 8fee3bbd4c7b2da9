import type { Command } from 'commander';
import { InputError } from '../input-error.ts';
import { Player } from '../player.ts';
import { evaluatorOf } from '../weights.ts';
import { CONE, type ExactLine } from './exact-play.ts';
import { answerOf } from '../text/answer.ts';
import { choiceOf } from '../text/choice.ts';
import { needUndecided } from '../text/decided.ts';
import { findingText } from '../text/explain.ts';
import { type LimitOptions, parseLimits } from '../text/limits.ts';
import { parsePosition } from '../text/position-arguments.ts';
import { PARAMETERS_OPTION } from '../node/filed-parameters.ts';
import { namedParameters } from '../node/named-parameters.ts';
import { parametersOf } from '../parameters.ts';
import type { Terminal } from '../node/terminal.ts';
import { optionWithUsual, weightsOption } from './options.ts';
import { loadWeights } from '../node/named-weights.ts';

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
      'Chooses a move as the player does, under any limit. The last line is the answer. ' +
        'With --nodes or --depth the result is the same every time.',
    )
    .addOption(optionWithUsual('--seconds <S>', 'search for S seconds', '1, where there is no other limit'))
    .option('--nodes <K>', 'search K nodes: moves made in the search')
    .option('--depth <D>', 'search D plies deep')
    .addOption(weightsOption('the heuristic to play with'))
    .option(...PARAMETERS_OPTION)
    .option(
      '--oracle <DIR>',
      `plays without a search by the exact values that \`evalsmith oracle build\` wrote, or with ${CONE} by those of the position solved by itself`,
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
        const found = exactLine(options.oracle, game, position);
        if (typeof found === 'string') throw new InputError(found);
        line = found;
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
