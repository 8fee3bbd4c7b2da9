import type { Command } from 'commander';
import type { Game } from '../game.ts';
import { drawShare } from '../models/draws.ts';
import { Player } from '../player.ts';
import { type Position, winnerOf } from '../position.ts';
import { isDecisive } from '../score.ts';
import type { Line } from '../search.ts';
import { evaluatorOf, type Weights } from '../weights.ts';
import { parseWhole } from '../text/arguments.ts';
import { choiceOf } from '../text/choice.ts';
import { besideOneAnother, type Contribution, contributions } from '../text/contributions.ts';
import { needUndecided } from '../text/decided.ts';
import { lineText, scoreText } from '../text/explain.ts';
import { type LimitOptions, parseLimits } from '../text/limits.ts';
import { pieceChangeLines, pieceChanges } from '../text/pieces.ts';
import { parsePosition } from '../text/position-arguments.ts';
import { PARAMETERS_OPTION } from '../node/filed-parameters.ts';
import { namedParameters } from '../node/named-parameters.ts';
import { parametersOf } from '../parameters.ts';
import type { Terminal } from '../node/terminal.ts';
import { optionWithUsual, weightsOption } from './options.ts';
import { loadWeights } from '../node/named-weights.ts';

interface AnalyzeOptions extends LimitOptions {
  lines: string;
  weights?: string;
  parameters?: string;
  json?: boolean;
}

export function addAnalyzeCommand(program: Command, terminal: Terminal): void {
  program
    .command('analyze GAME N PLAYER BOARD')
    .summary('explain a position')
    .description(
      'Finds the best lines of a position, each searched to the limit, and tells what every feature or pattern adds to the score: for ' +
        'the position itself and for the end of each line, seen by the player to move at the start. A network has no such terms: ' +
        'the board shows how its score changes when each piece is taken off (what would float falls).',
    )
    .option('--lines <K>', 'how many lines', '3')
    .addOption(
      optionWithUsual('--seconds <S>', 'search for S seconds a line', '1, where there is no other limit'),
    )
    .option('--nodes <K>', 'search K nodes a line')
    .option('--depth <D>', 'search D plies deep')
    .addOption(weightsOption('the heuristic to explain'))
    .option(...PARAMETERS_OPTION)
    .option('--json', 'one JSON object: lines and features')
    .addHelpText('after', '\nExample:\n  evalsmith analyze raichu 8 w "$BOARD" --depth 8')
    .action((gameName: string, size: string, playerName: string, board: string, options: AnalyzeOptions) => {
      const { game, position } = parsePosition(gameName, size, playerName, board);
      const count = parseWhole('--lines', options.lines, 1, 100);
      needUndecided(game, position);
      const weights = loadWeights(game, position.size, options.weights);
      const parameters = parametersOf(namedParameters(game, options.parameters));
      const player = new Player(game, evaluatorOf(weights, game), undefined, parameters);
      parseLimits(options);
      const lines = player.bestLines(position, () => parseLimits(options), count);
      if (options.json) terminal.out(JSON.stringify(analysis(game, position, lines, weights)));
      else print(game, position, lines, weights, terminal);
    });
}

/** The features at the end of a line; none where the game has ended. */
function atEnd(game: Game, position: Position, line: Line, weights: Weights): Contribution[] {
  for (const move of line.moves) position.make(move);
  const ended = winnerOf(position) !== -1;
  const result = ended ? [] : contributions(game, position, weights, line.moves.length % 2 === 0 ? 1 : -1);
  for (let i = 0; i < line.moves.length; i++) position.unmake();
  return result;
}

function analysis(game: Game, position: Position, lines: readonly Line[], weights: Weights): object {
  const features = contributions(game, position, weights, 1);
  return {
    features,
    draws: drawShare(weights.draws, game, position),
    pieces: features.length > 0 ? [] : pieceChanges(game, position, evaluatorOf(weights, game)),
    lines: lines.map((line) => {
      const { board: _, ...choice } = choiceOf(game, position, line, weights.scale);
      return { ...choice, features: atEnd(game, position, line, weights) };
    }),
  };
}

function print(
  game: Game,
  position: Position,
  lines: readonly Line[],
  weights: Weights,
  terminal: Terminal,
): void {
  terminal.out(game.draw(position, terminal.paint));
  terminal.out('');
  lines.forEach((line, i) => {
    terminal.out(`${i + 1}. ${lineText(game, position, line.moves)}`);
    terminal.out(`   ${scoreText(line.score, weights.scale)}, depth ${line.depth}, ${line.nodes} nodes`);
  });
  const share = drawShare(weights.draws, game, position);
  if (share !== undefined)
    terminal.note(`of the class ${share.class}: ${Math.round(100 * share.share)} % of the score counts`);
  terminal.out('');
  const now = contributions(game, position, weights, 1);
  const told =
    now.length === 0 ? pieceLines(game, position, weights) : termLines(game, position, lines, weights, now);
  for (const text of told) terminal.out(text);
}

function pieceLines(game: Game, position: Position, weights: Weights): string[] {
  const evaluator = evaluatorOf(weights, game);
  return [
    `How the static score of ${evaluator.evaluate(position)} changes when each piece is taken off, for ${game.players[position.turn]} to move:`,
    ...pieceChangeLines(game, position, pieceChanges(game, position, evaluator)),
  ];
}

// More terms than these say little; all features are fewer.
const TERMS_SHOWN = 40;

function termLines(
  game: Game,
  position: Position,
  lines: readonly Line[],
  weights: Weights,
  now: readonly Contribution[],
): string[] {
  const ends = lines.map((line) => (isDecisive(line.score) ? [] : atEnd(game, position, line, weights)));
  const lists = [now, ...ends];
  const terms = besideOneAnother(lists);
  const shown =
    terms.length <= TERMS_SHOWN ? terms : terms.toSorted((a, b) => size(b) - size(a)).slice(0, TERMS_SHOWN);
  const width = Math.max(...shown.map(({ feature }) => feature.length));
  const row = (name: string, weight: string, cells: readonly string[]) =>
    `${name.padEnd(width)} ${weight.padStart(7)}${cells.map((text) => text.padStart(14)).join('')}`;
  const sums = lists.map((list) => (list.length === 0 ? '' : String(sumOf(list))));
  const others = lists.map((list, i) => {
    const rest = sumOf(list) - sumOf(shown.flatMap(({ each }) => each[i] ?? []));
    return list.length === 0 ? '' : String(rest);
  });
  return [
    'What each feature adds (value x weight), now and at the end of each line:',
    row('', 'weight', ['now', ...lines.map((_, i) => `line ${i + 1}`)]),
    ...shown.map(({ feature, weight, each }) => {
      const cells = each.map((one) => (one === undefined ? '' : `${one.value}: ${one.contribution}`));
      return row(feature, String(weight), cells);
    }),
    ...(shown.length < terms.length ? [row(`${terms.length - shown.length} others`, '', others)] : []),
    row('sum', '', sums),
  ];
}

function size({ each }: { each: readonly (Contribution | undefined)[] }): number {
  return Math.max(...each.map((one) => Math.abs(one?.contribution ?? 0)));
}

function sumOf(list: readonly Contribution[]): number {
  return list.reduce((sum, { contribution }) => sum + contribution, 0);
}
