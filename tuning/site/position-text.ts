import { parsePlayer, parseSize } from '../../engine/text/arguments.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import type { Game } from '../../engine/game.ts';
import { games } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Side } from '../../engine/position.ts';

/** A position without a past, as a command line names it. */
export interface Place {
  game: Game;
  size: number;
  turn: Side;
  board: string;
}

/** What was read, and what should be said of it. */
interface ReadPlace {
  place: Place;
  note?: string;
}

const COMMANDS = ['move', 'analyze', 'moves', 'show', 'check'];
const SECONDS = 5;

/** The command line of the player for a position, to be pasted into a shell. */
export function commandOf({ game, size, turn, board }: Place): string {
  return `${game.name} ${size} ${game.players[turn]} ${shellWord(board)} ${SECONDS}`;
}

function shellWord(text: string): string {
  return /^[\w.]+$/.test(text) ? text : `'${text}'`;
}

/**
 * Reads a command line, `GAME N PLAYER BOARD` or any end of that; what is missing at the front is as in `current`.
 * Throws the InputError that the command line would print.
 */
export function parsePlace(text: string, current: Omit<Place, 'board'>): ReadPlace {
  const words = wordsOf(text);
  if (words.length === 0) throw new InputError('there is no text; expected GAME N PLAYER BOARD');
  // After a game's name or a command all four words are there; else only their end may be.
  const isCommand = games.some(({ name }) => name === words[0]) || words.length >= 4;
  const [gameName, sizeText, playerName, boardText] = isCommand
    ? words
    : [undefined, undefined, undefined, ...words].slice(-4);
  // The current one may be a variant, under the same name.
  const isCurrent = gameName === undefined || gameName === current.game.name;
  const game = isCurrent ? current.game : parseGame(gameName);
  const size = sizeText === undefined ? current.size : parseSize(game, sizeText);
  const turn = playerName === undefined ? current.turn : parsePlayer(game, playerName);
  if (boardText === undefined) throw new InputError('BOARD is missing; expected GAME N PLAYER BOARD');
  const board = game.settle?.(size, boardText) ?? boardText;
  game.parseBoard(size, turn, board);
  const place = { game, size, turn, board };
  return board === boardText
    ? { place }
    : { place, note: `BOARD has floating pebbles; they have fallen to ${board}` };
}

/** The arguments of a line, without quotes, the name of the program and a prompt. */
function wordsOf(text: string): string[] {
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/^['"]|['"]$/g, ''))
    .filter((word) => word !== '');
  while (['$', '%', 'npx', 'evalsmith'].includes(words[0])) words.shift();
  return COMMANDS.includes(words[0]) ? words.slice(1) : words;
}
