import type { Words } from '../../words.ts';
import { DIRECTIONS } from './sowing.ts';

const WINDS: Readonly<Record<string, { name: string; arrow: string }>> = {
  N: { name: 'north', arrow: '↑' },
  NE: { name: 'north-east', arrow: '↗' },
  E: { name: 'east', arrow: '→' },
  SE: { name: 'south-east', arrow: '↘' },
  S: { name: 'south', arrow: '↓' },
  SW: { name: 'south-west', arrow: '↙' },
  W: { name: 'west', arrow: '←' },
  NW: { name: 'north-west', arrow: '↖' },
};

export const words: Words = {
  aim: () =>
    'Choose a square, then a direction: its stones are sown one, two and the rest over the open squares that way. Who cannot move has lost.',
  piece(letter) {
    if (letter === '.') return 'empty';
    const stones = letter.toLowerCase().charCodeAt(0) - 96;
    const owner = letter === letter.toLowerCase() ? 'a' : 'b';
    return `${stones} ${stones === 1 ? 'stone' : 'stones'} of player ${owner}`;
  },
  move(text) {
    const { row, column, direction } = partsOf(text);
    return `row ${row} column ${column} sown ${WINDS[direction].name}`;
  },
  squares(text, size) {
    const { row, column, direction } = partsOf(text);
    const { down, right } = DIRECTIONS.find(({ name }) => name === direction)!;
    const from = (row - 1) * size + column - 1;
    return [from, from + down * size + right];
  },
  target(text) {
    const { name, arrow } = WINDS[partsOf(text).direction];
    return { action: `sow ${name}`, sign: arrow };
  },
};

function partsOf(text: string): { row: number; column: number; direction: string } {
  const [from, direction] = text.split('-');
  const [row, column] = from.split('.').map(Number);
  return { row, column, direction };
}
