// Books of openings: files that `evalsmith openings` writes and matches take in place of random plies.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalBoard, findMove, type Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { weightsFolder } from '../../engine/node/weights-folder.ts';
import { legalMoves, type Move, winnerOf } from '../../engine/position.ts';
import { hash } from '../settings/setting.ts';
import { randomFrom, shuffled } from '../statistics/random.ts';
import { readSealed } from '../store/sealed-json.ts';
import { movesTo, type OpeningSource } from './openings.ts';

export const BOOK_FORMAT = 'evalsmith-book-1';

/** The word for the book of this package. */
const DEFAULT = 'default';

const share = z.number().min(0).max(1);

/** What games from a list of openings showed. */
const separationSchema = z.strictObject({
  openings: z.int(),
  games: z.int(),
  /** Of the pairs, those that did not end 1:1. */
  decisivePairs: share,
  /** Of the games. */
  drawn: share,
  /** Of the decided games, those that the player who moved first won; null where none was decided. */
  firstWins: share.nullable(),
  /** Of the player named first: how near the two are in strength. */
  score: share,
});

export const bookSchema = z.strictObject({
  format: z.literal(BOOK_FORMAT),
  game: z.string(),
  size: z.int(),
  /** How it was made: by the command with these settings, of this code. */
  making: z.strictObject({
    command: z.string(),
    codeVersion: z.string(),
    /** Who played; a search of the n-th number of nodes met the other's n-th. The last numbers tried the choice. */
    players: z.array(z.strictObject({ name: z.string(), sha256: hash, nodes: z.array(z.int()) })).length(2),
    seed: z.int(),
    openings: z.int(),
    openingBound: z.int(),
    /** All openings that were tried. */
    tried: separationSchema,
    /** Those of the book, by the games that chose them and by those that did not. */
    chosen: separationSchema,
    confirmed: separationSchema,
  }),
  /** The moves of each, and its pairs: what the player named first scored, moving first and second. */
  openings: z.array(z.strictObject({ moves: z.string(), pairs: z.string() })).min(1),
});

export type BookFile = z.infer<typeof bookSchema>;
export type Separation = z.infer<typeof separationSchema>;

/** A book that was read. */
export interface Book {
  /** The file as a person named it. */
  name: string;
  /** Of its openings in their order, with game and size. */
  sha256: string;
  openings: readonly (readonly Move[])[];
}

/** The books that come with this package. */
export function booksFolder(): string {
  return join(weightsFolder(), '..', '..', 'datasets', 'books');
}

/** Reads the book that a person named: a file, or `default` for that of this package. */
export function openBook(game: Game, size: number, name: string, argument = '--book'): Book {
  const file = name === DEFAULT ? join(booksFolder(), `${game.name}-${size}.json`) : name;
  needReadable(file, name, argument);
  const book = readSealed(file, { format: BOOK_FORMAT }, bookSchema);
  if (book.game !== game.name || book.size !== size)
    throw new InputError(
      `${file} is a book of ${book.game} ${book.size}; expected one of ${game.name} ${size}`,
    );
  const seen = new Set<string>();
  const openings = book.openings.map(({ moves: text }, i) => {
    const refuse = (reason: string): never => {
      throw new InputError(`${file} is refused: its opening ${i + 1}, ${JSON.stringify(text)}, ${reason}`);
    };
    const position = game.start(size);
    for (const word of text.split(' ')) {
      const move = findMove(game, position, legalMoves(position), word);
      if (move === undefined) return refuse(`has the move ${word}, which is not legal`);
      position.make(move);
    }
    if (winnerOf(position) !== -1) refuse('ends the game');
    const board = canonicalBoard(game, size, game.formatBoard(position));
    if (seen.has(board)) refuse('is another one up to symmetry');
    seen.add(board);
    return movesTo(position);
  });
  const identity = JSON.stringify([book.game, book.size, book.openings.map(({ moves }) => moves)]);
  return { name, sha256: sha256(identity), openings };
}

function needReadable(file: string, name: string, argument: string): void {
  try {
    readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const expected =
      name === DEFAULT ? 'a game and size with a book in datasets/books, or a file' : 'a book of openings';
    throw new InputError(
      `${argument} is ${JSON.stringify(name)}, which cannot be read (${code}); expected ${expected}`,
      {
        cause: error,
      },
    );
  }
}

/** The openings of a book in the order of a seed. */
export class BookOpenings implements OpeningSource {
  private readonly book: Book;
  private readonly order: readonly (readonly Move[])[];

  constructor(book: Book, seed: number) {
    this.book = book;
    this.order = shuffled(book.openings, randomFrom(seed, 'book'));
  }

  at(index: number): readonly Move[] | undefined {
    return this.order[index];
  }

  provide(count: number): void {
    const { length } = this.order;
    if (count > length)
      throw new InputError(
        `--book ${this.book.name} has ${length} openings, too few for ${2 * count} games; expected at most ${2 * length}`,
      );
  }
}
