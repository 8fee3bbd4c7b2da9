import type { Words } from '../../words.ts';

const PIECES: Readonly<Record<string, string>> = {
  '.': 'empty',
  w: 'white Pichu',
  W: 'white Pikachu',
  '@': 'white Raichu',
  b: 'black Pichu',
  B: 'black Pikachu',
  $: 'black Raichu',
};

export const words: Words = {
  sides: ['White', 'Black'],
  aim: () =>
    'Choose a piece, then a marked square. Jumping over an enemy piece takes it; on the far row a piece becomes a Raichu. Taking the last enemy piece wins.',
  piece: (letter) => PIECES[letter],
  move: (text) => {
    const [from, to] = placesOf(text).map(([row, column]) => `row ${row} column ${column}`);
    return `${from} to ${to}`;
  },
  squares: (text, size) => placesOf(text).map(([row, column]) => (row - 1) * size + column - 1),
};

function placesOf(text: string): number[][] {
  return text.split('-').map((square) => square.split('.').map(Number));
}
