import { parsePlayer, parseSize, quoted } from '../../engine/text/arguments.ts';
import { type Choice, choiceOf } from '../../engine/text/choice.ts';
import { needUndecided, outcomeWord } from '../../engine/text/decided.ts';
import { secondsFromNow } from '../../engine/text/limits.ts';
import { findMove, type Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { Player } from '../../engine/player.ts';
import { legalMoves, type Position, winnerOf } from '../../engine/position.ts';
import { type ChosenParameters, parametersOf } from '../../engine/parameters.ts';
import type { Limits } from '../../engine/search.ts';
import { evaluatorOf } from '../../engine/weights.ts';
import type { LegalMove, PlayerRequest, Reply, SearchLimit } from './browser-messages.ts';
import { readShippedWeights, type ShippedWeights } from './shipped-weights.ts';

/** What a worker of the web is to the code that runs in it. */
interface WorkerScope {
  addEventListener(type: 'message', listen: (event: { data: PlayerRequest }) => void): void;
  postMessage(reply: Reply): void;
}

/** Answers the requests of the page, one after another; positions may be those of a variant of the game that the weights are of. */
export function serve(
  game: Game,
  shipped: readonly ShippedWeights[],
  chosen: ChosenParameters,
  scope: WorkerScope,
  played: Game = game,
): void {
  const parameters = parametersOf(chosen);
  // For the size that was played last: its table is large.
  let last: { size: number; scale: number; player: Player } | undefined;

  const choose = (question: Question & SearchLimit, report: (better: Choice) => void): Choice => {
    const limits = limitsOf(question);
    const position = positionOf(played, question);
    const { size } = position;
    needUndecided(played, position);
    if (last?.size !== size) {
      const weights = readShippedWeights(game, shipped, size);
      const player = new Player(game, evaluatorOf(weights, game), undefined, parameters);
      last = { size, scale: weights.scale, player };
    }
    const { player, scale } = last;
    // What an earlier search left in the table would change what this many nodes find.
    if (limits.nodes !== undefined || limits.depth !== undefined) player.forget();
    const line = player.choose(position, limits, (better) => report(choiceOf(game, position, better, scale)));
    return choiceOf(game, position, line, scale);
  };

  scope.addEventListener('message', ({ data: { id, ...request } }) => {
    try {
      if (request.ask === 'moves') scope.postMessage({ id, moves: movesOf(played, request) });
      else {
        const choice = choose(request, (better) => scope.postMessage({ id, better }));
        scope.postMessage({ id, choice });
      }
    } catch (error) {
      scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** What a page says of a position; it may be anything. */
type Question = Record<'size' | 'player' | 'board', unknown> & { moves?: unknown };

function positionOf(game: Game, { size, player, board, moves }: Question): Position {
  const boardSize = parseSize(game, String(size));
  const position = game.parseBoard(boardSize, parsePlayer(game, String(player)), String(board));
  for (const text of Array.isArray(moves) ? moves.map(String) : []) {
    const move = findMove(game, position, legalMoves(position), text);
    if (move === undefined) throw new InputError(`the move ${quoted(text)} is not legal`);
    position.make(move);
  }
  return position;
}

function movesOf(game: Game, question: Question): LegalMove[] {
  const position = positionOf(game, question);
  return Array.from(legalMoves(position), (move) => {
    const text = game.formatMove(position, move);
    position.make(move);
    const board = game.formatBoard(position);
    const winner = winnerOf(position);
    position.unmake();
    return { move: text, board, winner: winner === -1 ? null : outcomeWord(game, winner) };
  });
}

/** One second unless something else is asked for. */
function limitsOf({ seconds, nodes, depth }: SearchLimit): Limits {
  for (const [name, value] of Object.entries({ seconds, nodes, depth })) {
    if (value !== undefined && !(typeof value === 'number' && value > 0))
      throw new InputError(`${name} is ${JSON.stringify(value)}; expected a number above 0`);
  }
  if (nodes !== undefined) return { nodes: Math.ceil(nodes) };
  if (depth !== undefined) return { depth };
  return secondsFromNow(seconds ?? 1);
}
