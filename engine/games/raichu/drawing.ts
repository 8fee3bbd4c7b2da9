import { COLOURS, disc, type Drawing } from '../../drawing.ts';

export const drawing: Drawing = {
  // A Pichu is small, a Pikachu large with a ring, a Raichu large with a star.
  piece(letter, x, y) {
    const isWhite = 'wW@'.includes(letter);
    const [fill, inner] = isWhite ? [COLOURS.light, COLOURS.dark] : [COLOURS.dark, COLOURS.light];
    if ('wb'.includes(letter)) return disc(x, y, 4.5, fill, COLOURS.edge, 1.2);
    const body = disc(x, y, 8, fill, COLOURS.edge, 1.2);
    return 'WB'.includes(letter)
      ? body + disc(x, y, 4, 'none', inner, 1.4)
      : `${body}<path d="${star(x, y)}" fill="${inner}"/>`;
  },
  style: `
.turn.raichu.side-0 { background: var(--piece-light); border: 1.5px solid var(--piece-edge); }
.turn.raichu.side-1 { background: var(--piece-dark); border: 1.5px solid var(--piece-edge); }
.bar.raichu { background: var(--piece-dark); }
.bar.raichu::before { background: var(--piece-light); }
.bar.raichu span { color: var(--piece-dark); }
.bar.raichu.behind span { color: var(--piece-light); }
.bar.raichu::after { border-color: var(--muted); }
.raichu .term { background: var(--piece-dark); box-shadow: inset 0 0 0 1px var(--piece-edge); }
.raichu .term.first { background: var(--piece-light); }`,
};

function star(x: number, y: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const [angle, radius] = [(Math.PI * (i - 2.5)) / 5, i % 2 === 0 ? 5.6 : 2.3];
    return `${(x + radius * Math.cos(angle)).toFixed(2)},${(y + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}
