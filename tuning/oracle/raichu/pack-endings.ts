// Writes the table of small endings that is part of the engine: npm run endings -- ORACLE, an oracle of Raichu 8 with 3 pieces or more.
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { RaichuNumbering } from '../../../engine/games/raichu/numbering.ts';
import { TABLE_PIECES, TABLE_SIZE, tabled } from '../../../engine/games/raichu/small-table.ts';
import { writeFileAtomically } from '../../store/atomic-file.ts';
import { packageFolder } from '../../store/identity.ts';
import { NO_POSITION, storedValue } from '../../tables/exact-values.ts';
import { readOracle } from '../oracle-folder.ts';

const { manifest, bytes } = readOracle(process.argv[2]);
const numbering = new RaichuNumbering(TABLE_SIZE, TABLE_PIECES);
const solved = new RaichuNumbering(manifest.size, manifest.scope['pieces']);
const { dense, ranges } = tabled(numbering);

/** The value of a number of the table's numbering, which numbers more endings than the oracle may have. */
function valueAt(number: number): number {
  const { name, first } = numbering.endings[numbering.placeOf(number)];
  const there = solved.endings.find((ending) => ending.name === name)!;
  return storedValue(bytes, 8, number - first + there.first);
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
for (const { from, to } of ranges) {
  for (let number = from; number < to; number++) {
    const value = valueAt(number);
    if (value === NO_POSITION || value === 0) continue;
    let gap = number - before;
    for (; gap >= 128; gap = Math.floor(gap / 128)) out.push((gap & 127) | 128);
    out.push(gap, value & 255);
    before = number;
  }
}
const packed = deflateRawSync(Uint8Array.from(out), { level: 9 });
const file = join(packageFolder(), 'engine', 'games', 'raichu', 'packed-endings.ts');
writeFileAtomically(
  file,
  `// Written by tuning/oracle/raichu/pack-endings.ts from exact values; their sha256 is
// ${manifest.sha256}
export const UNPACKED_LENGTH = ${out.length};
export const PACKED =
  '${packed.toString('base64')}';
`,
);
console.log(`${file}: ${packed.length} bytes of ${out.length}`);
