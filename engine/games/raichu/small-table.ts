import { type Endings, UNKNOWN } from '../../endings.ts';
import { inflate } from '../../inflate.ts';
import { piecesOf } from './arrangements.ts';
import { RaichuEndings } from './endings.ts';
import { type Ending, RaichuNumbering } from './numbering.ts';
import { DRAWN_BUT_FOR, PACKED, UNPACKED_LENGTH } from './packed-endings.ts';
import type { RaichuPosition } from './position.ts';

/** The board of the table, and of which numbering it is. */
export const TABLE_SIZE = 8;
export const TABLE_PIECES = 4;

// Endings with fewer pieces than this, and those of as many Raichus, have all their values in the table.
const DENSE_PIECES = 4;
const MOST_TABLED = 6;

/** Whether the table has all values of an ending. */
export function isDense({ own, enemy, isBare }: Ending): boolean {
  const pieces = piecesOf(own) + piecesOf(enemy);
  return pieces < DENSE_PIECES || (pieces === DENSE_PIECES && isBare);
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
  const numbering = new RaichuNumbering(
    TABLE_SIZE,
    TABLE_PIECES,
    (ending) => isDense(ending) || DRAWN_BUT_FOR.includes(ending.name),
  );
  // The first of the numbering.
  const dense = numbering.endings.find((ending) => !isDense(ending))!.first;
  const text = atob(PACKED);
  const bytes = inflate(
    Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
    UNPACKED_LENGTH,
  );
  const values = new Int8Array(bytes.buffer, 0, dense);
  const exceptions = exceptionsOf(bytes.subarray(dense));
  const valueAt = (number: number) => (number < dense ? values[number] : (exceptions.get(number) ?? 0));
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
