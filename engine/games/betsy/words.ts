import type { Words } from '../../words.ts';

export const words: Words = {
  sides: ['Blue', 'Red'],
  aim: (size) =>
    `Drop a pebble into a column (↓), or rotate one: its bottom pebble goes on top (↻). A row, column or diagonal of ${size} in the top ${size} rows wins.`,
  piece: (letter) => ({ x: 'blue pebble', o: 'red pebble' })[letter] ?? 'empty',
  move: (text) => (text.startsWith('-') ? `rotate column ${text.slice(1)}` : `drop in column ${text}`),
  columns: {
    above: { action: 'drop', sign: '↓', move: String },
    below: { action: 'rotate', sign: '↻', move: (column) => `-${column}` },
  },
  ends: { line: 'by a line' },
};
