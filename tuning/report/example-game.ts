import { findMove, type Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { legalMoves, type Side } from '../../engine/position.ts';
import { distanceOf, isDecisive } from '../../engine/score.ts';
import { GameRecord } from '../dataset/game-record.ts';
import type { GameRow, Source } from '../dataset/rows.ts';
import type { ExampleGame } from '../store/runs.ts';
import { boardParts, changedSquares, shortBoardSvg } from '../page/board-drawing.ts';
import { counted, signed } from '../page/figures.ts';
import { wordsOf } from '../page/game-words.ts';
import { Html, html } from '../page/html.ts';

/** The rows of a game of which the moves are kept; throws an InputError where this version does not play them. */
export function replayedRows(game: Game, size: number, example: ExampleGame): GameRow[] {
  const record = new GameRecord(game, size, example.game);
  const said = example.said.split(' ');
  for (const [ply, text] of example.moves.split(' ').entries()) {
    const move = findMove(game, record.position, legalMoves(record.position), text);
    if (move === undefined)
      throw new InputError(`game ${example.game}, ply ${ply} has the move ${text}; expected a legal one`);
    const score = Number(said[ply]);
    if (Number.isNaN(score)) record.play(move, said[ply] as Source);
    else record.play(move, 'search', score);
  }
  const winner = example.result === 0.5 ? -1 : example.result === 1 ? 0 : 1;
  record.end({ winner, end: example.end });
  return record.rows;
}

// Of a longer game, the plies at its beginning and at its end that are drawn.
const BEGINNING = 30;
const END = 20;

/** What the strips of some games of one size refer to. */
export function stripParts(game: Game, size: number, games: readonly GameRow[][]): Html {
  return new Html(
    boardParts(
      game,
      size,
      games.flatMap((rows) => boardsOf(game, size, rows)),
    ),
  );
}

function boardsOf(game: Game, size: number, rows: readonly GameRow[]): string[] {
  return [...rows.map(({ board }) => board), boardAfter(game, size, rows.at(-1)!)];
}

/** A game as a strip of boards, each with the move that led to it; a long one without its middle. */
export function gameStrip(game: Game, size: number, rows: readonly GameRow[], label: string): Html {
  const boards = boardsOf(game, size, rows);
  const isShort = boards.length <= BEGINNING + END + 1;
  const drawn = (board: string, ply: number): Html => {
    const made = ply === 0 ? undefined : rows[ply - 1];
    const move = made === undefined ? 'start' : `${made.player} ${made.move}`;
    const changed = made === undefined ? [] : changedSquares(made.board, board);
    const said = made === undefined ? '' : saidOf(made);
    const notes = [said, ply === rows.length ? endText(game, rows) : ''].filter((note) => note !== '');
    return html`<li data-ply="${ply}">
      ${new Html(shortBoardSvg(game, size, board, changed))}<b>${ply}. ${move}</b>${notes.join('; ')}
    </li> `;
  };
  const items = boards.map(drawn);
  const gap = html`<li class="gap">${counted(boards.length - BEGINNING - END, 'board')} left out</li> `;
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    <ol class="plies">
      ${isShort ? items : [items.slice(0, BEGINNING), gap, items.slice(-END)]}
    </ol>
  </div>`;
}

/** Who won, and by what rule. */
export function endText(game: Game, [{ player, result, end }]: readonly GameRow[]): string {
  const by = wordsOf(game).ends[end] ?? `(${end})`;
  if (result === 0.5) return `drawn ${by}`;
  const [first, second] = game.players;
  const other = player === first ? second : first;
  return `won by ${result === 1 ? player : other} ${by}`;
}

/** What the player to move thought of it, or who else chose. */
function saidOf({ source, score }: GameRow): string {
  if (score === undefined) return source === 'search' ? '' : source;
  if (isDecisive(score)) return `sees ${score > 0 ? 'a win' : 'a loss'} in ${distanceOf(score)}`;
  return `score ${signed(score, 0)}`;
}

/** The board after a row's move, which no row has where the move was the last. */
function boardAfter(game: Game, size: number, { player, board, move }: GameRow): string {
  const position = game.parseBoard(size, game.players.indexOf(player) as Side, board);
  const made = findMove(game, position, legalMoves(position), move);
  if (made === undefined) return board;
  position.make(made);
  return game.formatBoard(position);
}
