import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { endingOf } from '../ending.ts';
import { findMove, type Game } from '../game.ts';
import { Player } from '../player.ts';
import { legalMoves, type Position, type Side } from '../position.ts';
import { evaluatorOf } from '../weights.ts';
import { parsePlayer, parseSize, parseWhole } from '../text/arguments.ts';
import { endingText } from '../text/ending-text.ts';
import { parseGame } from '../text/position-arguments.ts';
import { findingText } from '../text/explain.ts';
import { loadWeights } from '../node/weights-folder.ts';
import type { Terminal } from '../node/terminal.ts';

interface PlayOptions {
  size?: string;
  as?: string;
  level: string;
  weights?: string;
}

// Each level searches four times as much as the one below it.
const LEVELS = 10;
const nodesOf = (level: number) => 25 * 4 ** level;

const HELP = 'a move, or one of: moves (list them), hint, undo, board, help, quit';

export function addPlayCommand(program: Command, terminal: Terminal): void {
  program
    .command('play')
    .summary('play against the engine')
    .description(
      'A game against the engine in the terminal. Type moves as `evalsmith moves` writes them, or help.',
    )
    .argument('GAME')
    .option('--size <N>', 'the size of the board; the usual one unless told otherwise')
    .option('--as <PLAYER>', 'the player you are; the first one unless told otherwise')
    .option('--level <L>', `how strong the engine plays, 1 to ${LEVELS}`, '6')
    .option('--weights <FILE>', 'the heuristic to play against, or baseline:NAME')
    .addHelpText('after', '\nExample:\n  evalsmith play betsy --as o --level 3')
    .action(async (gameName: string, options: PlayOptions) => {
      const game = parseGame(gameName);
      const size = options.size === undefined ? game.usualSize : parseSize(game, options.size);
      const person = options.as === undefined ? 0 : parsePlayer(game, options.as);
      const level = parseWhole('--level', options.level, 1, LEVELS);
      const weights = loadWeights(game, size, options.weights);
      const player = new Player(game, evaluatorOf(weights, game));
      const table = new Match(
        game,
        game.start(size),
        person,
        player,
        nodesOf(level),
        weights.scale,
        terminal,
      );
      const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: '> ' });
      table.begin();
      if (!table.isOver()) lines.prompt();
      for await (const line of table.isOver() ? [] : lines) {
        if (!table.hear(line.trim())) break;
        lines.prompt();
      }
      lines.close();
    });
}

/** One game between a person and the engine. */
class Match {
  private readonly game: Game;
  private readonly position: Position;
  private readonly person: Side;
  private readonly player: Player;
  private readonly nodes: number;
  private readonly scale: number;
  private readonly terminal: Terminal;

  constructor(
    game: Game,
    position: Position,
    person: Side,
    player: Player,
    nodes: number,
    scale: number,
    terminal: Terminal,
  ) {
    this.game = game;
    this.position = position;
    this.person = person;
    this.player = player;
    this.nodes = nodes;
    this.scale = scale;
    this.terminal = terminal;
  }

  begin(): void {
    this.terminal.out(`You are ${this.game.players[this.person]}. Type ${HELP}.`);
    this.letEngineMove();
    this.show();
  }

  /** Acts on a line that the person typed; false when the game is over. */
  hear(line: string): boolean {
    const { game, position } = this;
    if (line === 'quit') return false;
    if (line === '') return true;
    if (line === 'help') this.terminal.out(HELP);
    else if (line === 'board') this.show();
    else if (line === 'moves') {
      this.terminal.out(
        Array.from(legalMoves(position), (move) => game.formatMove(position, move)).join(' '),
      );
    } else if (line === 'hint') {
      this.terminal.out(
        findingText(game, position, this.player.choose(position, { nodes: this.nodes }), this.scale),
      );
    } else if (line === 'undo') this.undo();
    else return this.playMove(line);
    return true;
  }

  isOver(): boolean {
    return this.ending() !== undefined;
  }

  private playMove(text: string): boolean {
    const move = findMove(this.game, this.position, legalMoves(this.position), text);
    if (move === undefined) {
      this.terminal.out(`${JSON.stringify(text)} is not a legal move; type ${HELP}`);
      return true;
    }
    this.position.make(move);
    this.letEngineMove();
    this.show();
    return !this.isOver();
  }

  private letEngineMove(): void {
    const { game, position } = this;
    if (position.turn === this.person || this.isOver()) return;
    const line = this.player.choose(position, { nodes: this.nodes });
    this.terminal.out(`${game.players[position.turn]} plays ${game.formatMove(position, line.move)}`);
    position.make(line.move);
  }

  /** Takes back the engine's last move and the person's before it. */
  private undo(): void {
    const { position } = this;
    const first = this.person === 0 ? 0 : 1;
    if (position.state.ply <= first) {
      this.terminal.out('there is nothing to take back');
      return;
    }
    do position.unmake();
    while (position.turn !== this.person);
    this.show();
  }

  private show(): void {
    this.terminal.out(this.game.draw(this.position, this.terminal.paint));
    const ending = this.ending();
    this.terminal.out(ending ?? `${this.game.players[this.position.turn]} to move`);
  }

  private ending(): string | undefined {
    const { game, position } = this;
    const ending = endingOf(game, position);
    return ending === undefined ? undefined : endingText(game, ending);
  }
}
