// A game that a person plays, as a file keeps it: the position that it began from, and the moves since.
import { readFileSync, writeFileSync } from 'node:fs';
import { findMove, type Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { jsonFault } from '../json-text.ts';
import { legalMoves, type Position, type Side } from '../position.ts';
import { parsePlayer, parseSize, parseWhole, quoted } from '../text/arguments.ts';
import { parseGame } from '../text/position-arguments.ts';
import { LEVELS } from './play-levels.ts';

const FORMAT = 'evalsmith-play-1';

/** Where a game begins, who plays and how well; the moves lead from there to where it stands. */
export interface PlayedGame {
  game: Game;
  size: number;
  /** Who moves first, and the board. */
  player: string;
  board: string;
  /** The side of the person. */
  person: Side;
  level: number;
  seed: number;
  moves: string[];
}

/** The position that a game has come to. */
export function positionOf({ game, size, player, board, moves }: PlayedGame, name = 'the game'): Position {
  const position = game.parseBoard(size, parsePlayer(game, player), board);
  for (const text of moves) {
    const move = findMove(game, position, legalMoves(position), text);
    if (move === undefined)
      throw new InputError(`${name} has the move ${quoted(text)}, which is not legal where it stands`);
    position.make(move);
  }
  return position;
}

export function saveGame(file: string, played: PlayedGame): void {
  const { game, person, ...rest } = played;
  const saved = { format: FORMAT, game: game.name, ...rest, person: game.players[person] };
  try {
    writeFileSync(file, `${JSON.stringify(saved, undefined, 2)}\n`);
  } catch (error) {
    throw new InputError(`${quoted(file)} cannot be written (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}

/** Reads a game that was saved; throws an InputError that says what is wrong with the file. */
export function loadGame(file: string): PlayedGame {
  const saved = jsonOf(file);
  const refuse = (what: string): never => {
    throw new InputError(`${quoted(file)} is no game that play saved: ${what}`);
  };
  const text = (key: string): string => {
    const value = saved[key];
    return typeof value === 'string' ? value : refuse(`it has no ${key}`);
  };
  if (saved['format'] !== FORMAT) refuse(`its format is ${JSON.stringify(saved['format'])}`);
  const game = parseGame(text('game'));
  const { moves } = saved;
  if (!Array.isArray(moves) || !moves.every((move) => typeof move === 'string')) refuse('it has no moves');
  const played: PlayedGame = {
    game,
    size: parseSize(game, String(saved['size'])),
    player: text('player'),
    board: text('board'),
    person: parsePlayer(game, text('person')),
    level: parseWhole('its level', String(saved['level']), 1, LEVELS),
    seed: parseWhole('its seed', String(saved['seed']), 0, 2 ** 31 - 1),
    moves: moves as string[],
  };
  positionOf(played, quoted(file));
  return played;
}

function jsonOf(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new InputError(`${quoted(file)} cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
  if (jsonFault(text) === undefined) {
    try {
      const json = JSON.parse(text) as unknown;
      if (typeof json === 'object' && json !== null) return json as Record<string, unknown>;
    } catch {
      // Said below.
    }
  }
  throw new InputError(`${quoted(file)} is no game that play saved: it is not JSON`);
}
