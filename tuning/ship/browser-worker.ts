import { parsePlayer, parseSize, quoted } from '../../engine/text/arguments.ts';
import { decidedNote } from '../../engine/text/decided.ts';
import { lineText } from '../../engine/text/explain.ts';
import { findMove, type Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { Player } from '../../engine/player.ts';
import { legalMoves, type Position, winnerOf } from '../../engine/position.ts';
import { winProbability } from '../../engine/score.ts';
import type { Limits, Line } from '../../engine/search.ts';
import { evaluatorOf } from '../../engine/weights.ts';
import type { Choice, LegalMove, PlayerRequest, Reply, SearchLimit } from './browser-messages.ts';
import { readShippedWeights, type ShippedWeights } from './shipped-weights.ts';

/** What a worker of the web is to the code that runs in it. */
interface WorkerScope {
  addEventListener(type: 'message', listen: (event: { data: PlayerRequest }) => void): void;
  postMessage(reply: Reply): void;
}

/** Answers the requests of the page, one after another. */
export function serve(game: Game, shipped: readonly ShippedWeights[], scope: WorkerScope): void {
  const opponent = new BrowserOpponent(game, shipped);
  scope.addEventListener('message', ({ data: { id, ...request } }) => {
    try {
      if (request.ask === 'moves') scope.postMessage({ id, moves: opponent.moves(request) });
      else {
        const choice = opponent.choose(request, (better) => scope.postMessage({ id, better }));
        scope.postMessage({ id, choice });
      }
    } catch (error) {
      scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** What a page says of a position; it may be anything. */
type Question = Record<'size' | 'player' | 'board', unknown> & { moves?: unknown };

class BrowserOpponent {
  private readonly game: Game;
  private readonly shipped: readonly ShippedWeights[];
  // For the size that was played last: its table is large.
  private size = 0;
  private scale = 1;
  private player: Player | undefined;

  constructor(game: Game, shipped: readonly ShippedWeights[]) {
    this.game = game;
    this.shipped = shipped;
  }

  moves(question: Question): LegalMove[] {
    const position = this.position(question);
    if (winnerOf(position) !== -1) return [];
    return Array.from(legalMoves(position), (move) => {
      const text = this.game.formatMove(position, move);
      position.make(move);
      const board = this.game.formatBoard(position);
      const winner = winnerOf(position);
      position.unmake();
      return { move: text, board, winner: winner === -1 ? null : this.game.players[winner] };
    });
  }

  choose(question: Question & SearchLimit, report: (better: Choice) => void): Choice {
    const limits = limitsOf(question);
    const position = this.position(question);
    const winner = winnerOf(position);
    if (winner !== -1) throw new InputError(decidedNote(this.game, winner));
    const player = this.playerFor(position.size);
    // What an earlier search left in the table would change what this many nodes find.
    if (limits.nodes !== undefined || limits.depth !== undefined) player.forget();
    const line = player.choose(position, limits, (better) => report(this.choiceOf(position, better)));
    return this.choiceOf(position, line);
  }

  private position({ size, player, board, moves }: Question): Position {
    const boardSize = parseSize(this.game, String(size));
    const position = this.game.parseBoard(boardSize, parsePlayer(this.game, String(player)), String(board));
    for (const text of Array.isArray(moves) ? moves.map(String) : []) {
      const move = findMove(this.game, position, legalMoves(position), text);
      if (move === undefined) throw new InputError(`the move ${quoted(text)} is not legal`);
      position.make(move);
    }
    return position;
  }

  private playerFor(size: number): Player {
    if (this.player === undefined || this.size !== size) {
      const weights = readShippedWeights(this.game, this.shipped, size);
      this.player = new Player(this.game, evaluatorOf(weights, this.game));
      this.size = size;
      this.scale = weights.scale;
    }
    return this.player;
  }

  private choiceOf(position: Position, { move, score, depth, nodes, moves }: Line): Choice {
    const text = this.game.formatMove(position, move);
    position.make(move);
    const board = this.game.formatBoard(position);
    position.unmake();
    const line = lineText(this.game, position, moves).split(' ');
    return {
      move: text,
      board,
      score,
      winProbability: winProbability(score, this.scale),
      depth,
      nodes,
      line,
    };
  }
}

/** One second unless something else is asked for. */
function limitsOf({ seconds, nodes, depth }: SearchLimit): Limits {
  for (const [name, value] of Object.entries({ seconds, nodes, depth })) {
    if (value !== undefined && !(typeof value === 'number' && value > 0))
      throw new InputError(`${name} is ${JSON.stringify(value)}; expected a number above 0`);
  }
  if (nodes !== undefined) return { nodes: Math.ceil(nodes) };
  if (depth !== undefined) return { depth };
  const deadline = performance.now() + 1000 * (seconds ?? 1);
  return { stop: () => performance.now() >= deadline };
}
