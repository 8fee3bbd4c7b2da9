// A terminal session as one SVG that plays by itself: every line appears when it was printed, and stays.
import { escaped } from '../page/html.ts';

export interface CastLine {
  text: string;
  /** Milliseconds after the session began. */
  at: number;
  /** What a person typed. */
  isTyped: boolean;
}

const LINE = 18;
const CHARACTER = 7.85;
const MARGIN = 16;
// Waiting is shown no longer than this.
const LONGEST_PAUSE = 1200;

export function castOf(lines: readonly CastLine[], label: string): string {
  const columns = Math.max(...lines.map(({ text }) => text.length));
  const [width, height] = [Math.ceil(columns * CHARACTER) + 2 * MARGIN, lines.length * LINE + 2 * MARGIN];
  let shownAt = 0;
  const texts = lines.map(({ text, at, isTyped }, i) => {
    shownAt += Math.min(at - (lines[i - 1]?.at ?? 0), LONGEST_PAUSE);
    const delay = `animation-delay:${Math.round(shownAt)}ms`;
    const y = MARGIN + LINE * i + 13;
    return `<text x="${MARGIN}" y="${y}"${isTyped ? ' class="typed"' : ''} style="${delay}" xml:space="preserve">${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">
<style>
text { font: 13px ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; fill: #d8dee6; opacity: 0; animation: shown 1ms forwards; }
.typed { fill: #82b7f2; font-weight: 600; }
@keyframes shown { to { opacity: 1; } }
@media (prefers-reduced-motion: reduce), print { text { opacity: 1; animation: none; } }
</style>
<rect width="100%" height="100%" rx="8" fill="#15181c"/>
${texts.join('\n')}
</svg>
`;
}
