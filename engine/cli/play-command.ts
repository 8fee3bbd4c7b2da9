import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { InputError } from '../input-error.ts';
import { Player } from '../player.ts';
import { evaluatorOf } from '../weights.ts';
import { parsePlayer, parseSize, parseWhole } from '../text/arguments.ts';
import { needUndecided } from '../text/decided.ts';
import { parseGame } from '../text/position-arguments.ts';
import { loadWeights } from '../node/named-weights.ts';
import { PARAMETERS_OPTION } from '../node/filed-parameters.ts';
import { namedParameters } from '../node/named-parameters.ts';
import { parametersOf } from '../parameters.ts';
import type { Terminal } from '../node/terminal.ts';
import { optionWithUsual, weightsOption } from './options.ts';
import { LEVELS, USUAL_LEVEL } from './play-levels.ts';
import { beginSession } from './play-session.ts';
import { loadGame, type PlayedGame, positionOf } from './saved-game.ts';
import { thinking } from './thinking.ts';

interface PlayOptions {
  size?: string;
  player?: string;
  board?: string;
  as?: string;
  level?: string;
  load?: string;
  seed?: string;
  weights?: string;
  parameters?: string;
}

const SEEDS = 2 ** 31 - 1;

export function addPlayCommand(program: Command, terminal: Terminal): void {
  program
    .command('play GAME')
    .summary('play against the engine')
    .description(
      'A game against the engine in the terminal, from the start, from any position, or from a game that was saved. Type moves ' +
        'as `evalsmith moves` writes them, or help. Levels below 6 make mistakes now and then; level 1 is for beginners.',
    )
    .addOption(optionWithUsual('--size <N>', 'the size of the board', 'the usual size of the game'))
    .option('--player <PLAYER>', 'the player to move, with --board')
    .option('--board <BOARD>', 'the position to play from')
    .addOption(optionWithUsual('--as <PLAYER>', 'the player you are', 'the one to move first'))
    .addOption(
      optionWithUsual('--level <L>', `how strong the engine plays, 1 to ${LEVELS}`, String(USUAL_LEVEL)),
    )
    .option('--load <FILE>', 'a game that `save` wrote')
    .addOption(optionWithUsual('--seed <S>', 'decides the mistakes of the lower levels', 'another each time'))
    .addOption(weightsOption('the heuristic to play against'))
    .option(...PARAMETERS_OPTION)
    .addHelpText(
      'after',
      '\nExample:\n  evalsmith play betsy --as o --level 3\n  evalsmith play conga --player b --board G...aB..b.A.g...',
    )
    .action(async (gameName: string, options: PlayOptions) => {
      const played = options.load === undefined ? newGame(gameName, options) : resumed(gameName, options);
      const { game, size } = played;
      const weights = loadWeights(game, size, options.weights);
      const parameters = parametersOf(namedParameters(game, options.parameters));
      const player = new Player(game, evaluatorOf(weights, game), undefined, parameters);
      const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: '> ' });
      const session = beginSession({
        played,
        search: (position, nodes) => thinking(nodes, (limits) => player.choose(position, limits)),
        weights,
        explaining: () => loadWeights(game, size, 'linear'),
        terminal,
      });
      if (!session.isOver()) lines.prompt();
      for await (const line of session.isOver() ? [] : lines) {
        if (!session.hear(line.trim())) break;
        lines.prompt();
      }
      lines.close();
    });
}

function newGame(gameName: string, options: PlayOptions): PlayedGame {
  const game = parseGame(gameName);
  const size = options.size === undefined ? game.usualSize : parseSize(game, options.size);
  if ((options.player === undefined) !== (options.board === undefined))
    throw new InputError('--player and --board belong together; only one of them was given');
  const start = game.start(size);
  const player = options.player ?? game.players[start.turn];
  const first = parsePlayer(game, player);
  const played = {
    game,
    size,
    player,
    board: options.board ?? game.formatBoard(start),
    person: options.as === undefined ? first : parsePlayer(game, options.as),
    ...chosen(options),
    moves: [],
  };
  needUndecided(game, positionOf(played));
  return played;
}

function chosen({ level, seed }: PlayOptions): { level: number; seed: number } {
  return {
    level: level === undefined ? USUAL_LEVEL : parseWhole('--level', level, 1, LEVELS),
    seed: seed === undefined ? randomInt(SEEDS) : parseWhole('--seed', seed, 0, SEEDS),
  };
}

/** A saved game, at another level or with another side where that was asked for. */
function resumed(gameName: string, options: PlayOptions): PlayedGame {
  const game = parseGame(gameName);
  if (options.board !== undefined || options.player !== undefined || options.size !== undefined)
    throw new InputError(
      '--load has a position of its own; expected no --size, --player and --board with it',
    );
  const played = loadGame(options.load!);
  if (played.game !== game)
    throw new InputError(`--load is a game of ${played.game.name}; expected one of ${game.name}`);
  const { level, seed } = chosen(options);
  return {
    ...played,
    level: options.level === undefined ? played.level : level,
    seed: options.seed === undefined ? played.seed : seed,
    person: options.as === undefined ? played.person : parsePlayer(game, options.as),
  };
}
