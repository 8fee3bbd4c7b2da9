import { type Endings, UNKNOWN } from '../../endings.ts';
import { inflate } from '../../inflate.ts';
import { NO_VALUE, RaichuEndings } from './endings.ts';
import { RaichuNumbering } from './numbering.ts';
import { PACKED, UNPACKED_LENGTH } from './packed-endings.ts';
import type { RaichuPosition } from './position.ts';

/** The board of the table, and of which numbering it is. */
export const TABLE_SIZE = 8;
export const TABLE_PIECES = 4;

// Endings with fewer pieces than this, and those of as many Raichus, have all their values in the table.
const DENSE_PIECES = 4;
// Endings that are drawn but for a few positions, which are in the table.
const DRAWN_BUT_FOR = ['RRR v RR', 'RR v RRR'];
const MOST_TABLED = 5;

/** The endings that the table has value by value, the first of the numbering, and those of which it has only what is no draw. */
export function tabled(numbering: RaichuNumbering): {
  dense: number;
  ranges: { from: number; to: number }[];
} {
  const { endings } = numbering;
  const pieces = (i: number) => {
    const { own, enemy } = endings[i];
    return [...own, ...enemy].reduce((sum, count) => sum + count, 0);
  };
  const isSmall = (i: number) =>
    pieces(i) < DENSE_PIECES || (pieces(i) === DENSE_PIECES && endings[i].isBare);
  const first = endings.findIndex((_, i) => !isSmall(i));
  const ranges = endings.flatMap(({ name, first: from, rows, columns }) =>
    DRAWN_BUT_FOR.includes(name) ? [{ from, to: from + rows * columns }] : [],
  );
  return { dense: endings[first].first, ranges };
}

/** The small endings of the usual board, from a table of this file's neighbour that is unpacked when it is first asked. */
class SmallTable implements Endings<RaichuPosition> {
  private endings: RaichuEndings | undefined;

  scoreOf(position: RaichuPosition): number {
    const { counts, size } = position;
    if (counts[0] + counts[1] > MOST_TABLED || size !== TABLE_SIZE) return UNKNOWN;
    this.endings ??= unpacked();
    return this.endings.scoreOf(position);
  }
}

export const smallTable: Endings<RaichuPosition> = new SmallTable();

function unpacked(): RaichuEndings {
  const numbering = new RaichuNumbering(TABLE_SIZE, TABLE_PIECES);
  const { dense, ranges } = tabled(numbering);
  const text = atob(PACKED);
  const bytes = inflate(
    Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
    UNPACKED_LENGTH,
  );
  const values = new Int8Array(bytes.buffer, 0, dense);
  const exceptions = exceptionsOf(bytes.subarray(dense));
  const valueAt = (number: number): number => {
    if (number < dense) return values[number];
    for (let i = 0; i < ranges.length; i++)
      if (number >= ranges[i].from && number < ranges[i].to) return exceptions.get(number) ?? 0;
    return NO_VALUE;
  };
  return new RaichuEndings({ numbering, valueAt });
}

// An exception is how far its number is from the one before, seven bits a byte with the high bit set in all but the last, and its value.
function exceptionsOf(bytes: Uint8Array): Map<number, number> {
  const exceptions = new Map<number, number>();
  let number = 0;
  for (let at = 0; at < bytes.length;) {
    let shift = 0;
    for (; bytes[at] >= 128; at++, shift += 7) number += (bytes[at] & 127) * 2 ** shift;
    number += bytes[at++] * 2 ** shift;
    exceptions.set(number, (bytes[at++] << 24) >> 24);
  }
  return exceptions;
}
