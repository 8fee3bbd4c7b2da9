// Writes the table of small endings that is part of the engine: npm run endings -- ORACLE, an oracle of Raichu 8 with 4 pieces.
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { type Ending, RaichuNumbering } from '../../../engine/games/raichu/numbering.ts';
import { isDense, TABLE_PIECES, TABLE_SIZE } from '../../../engine/games/raichu/small-table.ts';
import { InputError } from '../../../engine/input-error.ts';
import { writeFileAtomically } from '../../store/atomic-file.ts';
import { packageFolder } from '../../store/identity.ts';
import { NO_POSITION, storedValue } from '../../tables/exact-values.ts';
import { readOracle } from '../oracle-folder.ts';

// An ending with more positions than this that are no draws has no place in the table.
const MOST_EXCEPTIONS = 200;

const { manifest, bytes } = readOracle(process.argv[2]);
const numbering = new RaichuNumbering(TABLE_SIZE, TABLE_PIECES);
if (manifest.size !== TABLE_SIZE || manifest.scope['pieces'] !== TABLE_PIECES)
  throw new InputError(`${process.argv[2]} is not of Raichu ${TABLE_SIZE} with ${TABLE_PIECES} pieces`);
const dense = numbering.endings.find((ending) => !isDense(ending))!.first;

function valueAt(number: number): number {
  return storedValue(bytes, 8, number);
}

const out: number[] = [];
let last = 0;
for (let number = 0; number < dense; number++) {
  const value = valueAt(number);
  // What names no position is never asked.
  if (value !== NO_POSITION) last = value;
  out.push(last & 255);
}
let before = 0;
const drawn: string[] = [];
for (const ending of numbering.endings) {
  if (isDense(ending)) continue;
  const exceptions = exceptionsOf(ending);
  if (exceptions === undefined) continue;
  drawn.push(ending.name);
  for (const number of exceptions) {
    let gap = number - before;
    for (; gap >= 128; gap = Math.floor(gap / 128)) out.push((gap & 127) | 128);
    out.push(gap, valueAt(number) & 255);
    before = number;
  }
}

/** The numbers of an ending that are no draws; undefined where they are many. */
function exceptionsOf({ first, rows, columns }: Ending): number[] | undefined {
  const exceptions: number[] = [];
  for (let number = first; number < first + rows * columns; number++) {
    const value = valueAt(number);
    if (value === NO_POSITION || value === 0) continue;
    if (exceptions.length === MOST_EXCEPTIONS) return undefined;
    exceptions.push(number);
  }
  return exceptions;
}

const packed = deflateRawSync(Uint8Array.from(out), { level: 9 });
const file = join(packageFolder(), 'engine', 'games', 'raichu', 'packed-endings.ts');
writeFileAtomically(
  file,
  `// Written by tuning/oracle/raichu/pack-endings.ts from exact values; their sha256 is
// ${manifest.sha256}
/** Endings that are drawn but for a few positions. */
export const DRAWN_BUT_FOR: readonly string[] = ${JSON.stringify(drawn)};
export const UNPACKED_LENGTH = ${out.length};
export const PACKED =
  '${packed.toString('base64')}';
`,
);
console.log(`${file}: ${packed.length} bytes of ${out.length}`);
