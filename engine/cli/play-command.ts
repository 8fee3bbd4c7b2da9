import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { endingOf } from '../ending.ts';
import { findMove, type Game } from '../game.ts';
import { Player } from '../player.ts';
import { legalMoves, type Position, type Side } from '../position.ts';
import type { Line } from '../search.ts';
import { evaluatorOf } from '../weights.ts';
import { parsePlayer, parseSize, parseWhole } from '../text/arguments.ts';
import { endingText } from '../text/ending-text.ts';
import { parseGame } from '../text/position-arguments.ts';
import { findingText } from '../text/explain.ts';
import { loadWeights } from '../node/named-weights.ts';
import { namedParameters, PARAMETERS_OPTION } from '../node/named-parameters.ts';
import { parametersOf } from '../parameters.ts';
import type { Terminal } from '../node/terminal.ts';
import { thinking } from './thinking.ts';

interface PlayOptions {
  size?: string;
  as?: string;
  level: string;
  weights?: string;
  parameters?: string;
}

// Each level searches four times as much as the one below it.
const LEVELS = 10;
const nodesOf = (level: number) => 25 * 4 ** level;

const HELP = 'a move, or one of: moves (list them), hint, undo, board, help, quit';

export function addPlayCommand(program: Command, terminal: Terminal): void {
  program
    .command('play GAME')
    .summary('play against the engine')
    .description(
      'A game against the engine in the terminal. Type moves as `evalsmith moves` writes them, or help.',
    )
    .option('--size <N>', 'the size of the board; the usual one unless told otherwise')
    .option('--as <PLAYER>', 'the player you are; the first one unless told otherwise')
    .option('--level <L>', `how strong the engine plays, 1 to ${LEVELS}`, '6')
    .option('--weights <FILE>', 'the heuristic to play against, or baseline:NAME')
    .option(...PARAMETERS_OPTION)
    .addHelpText('after', '\nExample:\n  evalsmith play betsy --as o --level 3')
    .action(async (gameName: string, options: PlayOptions) => {
      const game = parseGame(gameName);
      const size = options.size === undefined ? game.usualSize : parseSize(game, options.size);
      const person = options.as === undefined ? 0 : parsePlayer(game, options.as);
      const nodes = nodesOf(parseWhole('--level', options.level, 1, LEVELS));
      const weights = loadWeights(game, size, options.weights);
      const parameters = parametersOf(namedParameters(game, options.parameters));
      const player = new Player(game, evaluatorOf(weights, game), undefined, parameters);
      const position = game.start(size);
      const search = () => thinking(nodes, (limits) => player.choose(position, limits));
      const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: '> ' });
      const match = beginMatch({ game, position, person, search, scale: weights.scale, terminal });
      if (!match.isOver()) lines.prompt();
      for await (const line of match.isOver() ? [] : lines) {
        if (!match.hear(line.trim())) break;
        lines.prompt();
      }
      lines.close();
    });
}

interface Setting {
  game: Game;
  position: Position;
  person: Side;
  /** What the engine finds in the position. */
  search: () => Line;
  scale: number;
  terminal: Terminal;
}

/** Begins a game between a person and the engine; `hear` acts on a line that the person typed, and is false once the game is over. */
function beginMatch({ game, position, person, search, scale, terminal }: Setting) {
  const out = (line: string) => terminal.out(line);
  const isOver = () => endingOf(game, position) !== undefined;
  const show = () => {
    out(game.draw(position, terminal.paint));
    const ending = endingOf(game, position);
    out(ending === undefined ? `${game.players[position.turn]} to move` : endingText(game, ending));
  };
  const letEngineMove = () => {
    if (position.turn !== person && !isOver()) {
      const { move } = search();
      out(`${game.players[position.turn]} plays ${game.formatMove(position, move)}`);
      position.make(move);
    }
    show();
  };
  /** Takes back the engine's last move and the person's before it. */
  const undo = () => {
    if (position.state.ply <= person) return out('there is nothing to take back');
    do position.unmake();
    while (position.turn !== person);
    show();
  };
  const playMove = (text: string) => {
    const move = findMove(game, position, legalMoves(position), text);
    if (move === undefined) return out(`${JSON.stringify(text)} is not a legal move; type ${HELP}`);
    position.make(move);
    letEngineMove();
  };
  const hear = (line: string) => {
    if (line === 'quit') return false;
    if (line === 'help') out(HELP);
    else if (line === 'board') show();
    else if (line === 'moves')
      out(Array.from(legalMoves(position), (move) => game.formatMove(position, move)).join(' '));
    else if (line === 'hint') out(findingText(game, position, search(), scale));
    else if (line === 'undo') undo();
    else if (line !== '') playMove(line);
    return !isOver();
  };
  out(`You are ${game.players[person]}. Type ${HELP}.`);
  letEngineMove();
  return { isOver, hear };
}
