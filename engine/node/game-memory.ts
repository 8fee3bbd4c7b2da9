import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { findMove, type Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { isObject, parseBounded } from '../json-text.ts';
import { legalMoves, type Move, type Position, type Side, winnerOf } from '../position.ts';
import { sha256 } from './sha256.ts';

const FORMAT = 'evalsmith-memory-1';
// More than as many games as are kept take.
const MOST_BYTES = 1 << 18;
// Two programs that share a file, and some games that were broken off.
const MOST_GAMES = 8;
// A board that came so long ago is not likely to come again.
const MOST_PLIES = 240;

/** A game as a program saw it: from a board on, up to its own last answer. */
interface RememberedGame {
  game: string;
  size: number;
  /** Who moves at the first board. */
  player: string;
  board: string;
  moves: string[];
  /** The board that the last move led to. */
  last: string;
}

/** What a player program knew between two calls: the games that it has seen, the last one first. */
export class GameMemory {
  private readonly file: string;
  private games: RememberedGame[] = [];
  // What the position at hand goes on from.
  private recalled: RememberedGame | undefined;

  /** Reads a file that need not be there; one that is not a memory is as if it were not, and `note` is told why. */
  constructor(file: string, note: (reason: string) => void) {
    this.file = file;
    try {
      const text = textOf(file);
      if (text !== undefined) this.games = gamesOf(text);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      note(code === undefined ? message : `it cannot be read (${code})`);
    }
  }

  /**
   * The same position with the game that led to it, where it follows from an answer of ours by one move; otherwise the position itself,
   * which begins a game.
   */
  recall(game: Game, position: Position): Position {
    const board = game.formatBoard(position);
    for (const known of this.games) {
      if (known.game !== game.name || known.size !== position.size) continue;
      const there = continued(game, known, position.turn, board);
      if (there === undefined) continue;
      this.recalled = known;
      return there;
    }
    return position;
  }

  /** Keeps the game that a position has come by, with our answer to it; where that takes too long, it is left. */
  async keep(game: Game, position: Position, answer: Move, milliseconds: number): Promise<void> {
    position.make(answer);
    const kept = rememberedOf(game, position);
    position.unmake();
    const others = this.games.filter((known) => known !== this.recalled && known.last !== kept.last);
    const games = [kept, ...others].slice(0, MOST_GAMES);
    const text = JSON.stringify({ format: FORMAT, games, sha256: sha256(JSON.stringify(games)) });
    // Whole or not there: another program may read or write the same file meanwhile.
    const temporary = `${this.file}.${randomBytes(6).toString('hex')}.tmp`;
    let isLate = false;
    const write = async () => {
      try {
        await writeFile(temporary, `${text}\n`, { flag: 'wx' });
        if (isLate) return;
        await rename(temporary, this.file);
      } catch {
        // What is not remembered costs no more than knowing less the next time.
      } finally {
        await rm(temporary, { force: true }).catch(() => {});
      }
    };
    let timer: NodeJS.Timeout | undefined;
    const timeIsUp = new Promise<void>((end) => {
      timer = setTimeout(() => {
        isLate = true;
        end();
      }, milliseconds);
    });
    await Promise.race([write(), timeIsUp]);
    clearTimeout(timer);
  }
}

/** The text of a regular file, undefined where there is none; anything else could keep us waiting. */
function textOf(file: string): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw new InputError('it is no file');
    if (found.size > MOST_BYTES) throw new InputError(`it is larger than ${MOST_BYTES} bytes`);
    const bytes = Buffer.alloc(found.size);
    const read = readSync(descriptor, bytes, 0, bytes.length, 0);
    return bytes.toString('utf8', 0, read);
  } finally {
    closeSync(descriptor);
  }
}

function gamesOf(text: string): RememberedGame[] {
  const damaged = new InputError('it is not what was written');
  let file: unknown;
  try {
    file = parseBounded(text);
  } catch {
    throw damaged;
  }
  if (!isObject(file) || file['format'] !== FORMAT) throw new InputError('it is no memory of this version');
  const { games, sha256: seal } = file;
  if (!Array.isArray(games) || games.length > MOST_GAMES || seal !== sha256(JSON.stringify(games)))
    throw damaged;
  for (const known of games as unknown[]) {
    if (!isObject(known) || !Array.isArray(known['moves']) || known['moves'].length > MOST_PLIES)
      throw damaged;
  }
  return games as RememberedGame[];
}

/** A known game after one more move, where that is the position asked for; undefined where it is not, or is no game by the rules. */
function continued(game: Game, known: RememberedGame, turn: Side, board: string): Position | undefined {
  const { size, player, board: first, moves, last } = known;
  const begins = game.players.indexOf(player);
  if (begins === -1) return undefined;
  try {
    // One move from our last answer tells soonest that it is another game.
    const answered = game.parseBoard(size, (1 - turn) as Side, last);
    if (winnerOf(answered) !== -1 || replyTo(game, answered, board) === undefined) return undefined;
    const position = game.parseBoard(size, begins as Side, first);
    for (const text of moves) {
      const move =
        winnerOf(position) === -1 ? findMove(game, position, legalMoves(position), text) : undefined;
      if (move === undefined) return undefined;
      position.make(move);
    }
    if (game.formatBoard(position) !== last || position.turn === turn) return undefined;
    const reply = replyTo(game, position, board);
    if (reply === undefined) return undefined;
    position.make(reply);
    return position;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function replyTo(game: Game, position: Position, board: string): Move | undefined {
  return legalMoves(position).find((move) => {
    position.make(move);
    const isIt = game.formatBoard(position) === board;
    position.unmake();
    return isIt;
  });
}

/** The game of a position, from the last move that no play can reverse on. */
function rememberedOf(game: Game, position: Position): RememberedGame {
  const last = game.formatBoard(position);
  const { state } = position;
  const since = Math.max(state.progress, state.ply - MOST_PLIES, 0);
  const made: Move[] = [];
  while (position.state.ply > since) {
    made.push(position.state.move);
    position.unmake();
  }
  const begin = { player: game.players[position.turn], board: game.formatBoard(position) };
  const moves = made.toReversed().map((move) => {
    const text = game.formatMove(position, move);
    position.make(move);
    return text;
  });
  return { game: game.name, size: position.size, ...begin, moves, last };
}
