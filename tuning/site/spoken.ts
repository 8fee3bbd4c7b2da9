import type { Game } from '../../engine/game.ts';
import { DIRECTIONS } from '../../engine/games/conga/sowing.ts';
import type { Side } from '../../engine/position.ts';

/** A square by its row and its column, both from 1, row 1 at the top. */
export interface Square {
  row: number;
  column: number;
}

/** How a game is spoken of, and where its moves lie on the board. */
interface Manner {
  /** What the two players are called. */
  sides: readonly [string, string];
  /** How a move is made and what wins, for somebody who does not know the game. */
  aim: (size: number) => string;
  /** What stands on a square, by its letter on the board. */
  piece: (letter: string) => string;
  move: (text: string) => string;
  /** The squares by which a person names a move, where it has them. */
  squares?: (text: string) => { from: Square; to: Square };
  /** What the second of those squares does. */
  target?: (text: string) => string;
}

const WINDS: Record<string, { name: string; arrow: string }> = {
  N: { name: 'north', arrow: '↑' },
  NE: { name: 'north-east', arrow: '↗' },
  E: { name: 'east', arrow: '→' },
  SE: { name: 'south-east', arrow: '↘' },
  S: { name: 'south', arrow: '↓' },
  SW: { name: 'south-west', arrow: '↙' },
  W: { name: 'west', arrow: '←' },
  NW: { name: 'north-west', arrow: '↖' },
};

const PIECES: Record<string, string> = {
  '.': 'empty',
  w: 'white Pichu',
  W: 'white Pikachu',
  '@': 'white Raichu',
  b: 'black Pichu',
  B: 'black Pikachu',
  $: 'black Raichu',
};

const MANNERS: Record<string, Manner> = {
  betsy: {
    sides: ['Blue', 'Red'],
    aim: (size) =>
      `Drop a pebble into a column (↓), or rotate one: its bottom pebble goes on top (↻). A row, column or diagonal of ${size} in the top ${size} rows wins.`,
    piece: (letter) => ({ x: 'blue pebble', o: 'red pebble' })[letter] ?? 'empty',
    move: (text) => (text.startsWith('-') ? `rotate column ${text.slice(1)}` : `drop in column ${text}`),
  },
  raichu: {
    sides: ['White', 'Black'],
    aim: () =>
      'Choose a piece, then a marked square. Jumping over an enemy piece takes it; on the far row a piece becomes a Raichu. Taking the last enemy piece wins.',
    piece: (letter) => PIECES[letter],
    move: (text) => text.split('-').map(squareOf).map(squareText).join(' to '),
    squares(text) {
      const [from, to] = text.split('-').map(squareOf);
      return { from, to };
    },
    target: () => 'move here',
  },
  conga: {
    sides: ['Player a', 'Player b'],
    aim: () =>
      'Choose a square, then a direction: its stones are sown one, two and the rest over the open squares that way. Who cannot move has lost.',
    piece(letter) {
      if (letter === '.') return 'empty';
      const stones = letter.toLowerCase().charCodeAt(0) - 96;
      const owner = letter === letter.toLowerCase() ? 'a' : 'b';
      return `${stones} ${stones === 1 ? 'stone' : 'stones'} of player ${owner}`;
    },
    move(text) {
      const [from, direction] = text.split('-');
      return `${squareText(squareOf(from))} sown ${WINDS[direction].name}`;
    },
    squares(text) {
      const [from, direction] = text.split('-');
      const { row, column } = squareOf(from);
      const { down, right } = DIRECTIONS.find(({ name }) => name === direction)!;
      return { from: { row, column }, to: { row: row + down, column: column + right } };
    },
    target: (text) => `sow ${WINDS[text.split('-')[1]].name}`,
  },
};

export function mannerOf(game: Game): Manner {
  return MANNERS[game.name];
}

/** The name of a player at the beginning of a sentence. */
export function sideName(game: Game, side: Side): string {
  return mannerOf(game).sides[side];
}

export function squareText({ row, column }: Square): string {
  return `row ${row} column ${column}`;
}

/** The sign of the direction of a move that has one. */
export function arrowOf(text: string): string {
  return WINDS[text.split('-')[1]]?.arrow ?? '';
}

function squareOf(text: string): Square {
  const [row, column] = text.split('.').map(Number);
  return { row, column };
}
