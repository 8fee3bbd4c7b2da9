import type { Random } from '../../statistics/random.ts';

/** Changes the bytes of a file as a bad disk, a lost write or a careless copy does; `other` is another file of the same kind. */
export type Damage = (bytes: Buffer, other: Buffer, random: Random) => Buffer;

export const flip: Damage = (bytes, _, random) => {
  const changed = Buffer.from(bytes);
  const bit = random.below(8 * bytes.length);
  changed[bit >> 3] ^= 1 << (bit & 7);
  return changed;
};

/** The other kinds of damage, by name. */
export const OTHER_DAMAGE: Readonly<Record<string, Damage>> = {
  'cut off': (bytes, _, random) => bytes.subarray(0, random.below(bytes.length)),
  'cut off at a line': (bytes, _, random) =>
    fromLines(linesOf(bytes).slice(0, random.below(lineCount(bytes)))),
  'zero-filled tail': (bytes, _, random) => Buffer.from(bytes).fill(0, random.below(bytes.length)),
  'zeros behind it': (bytes, _, random) => Buffer.concat([bytes, Buffer.alloc(1 + random.below(4096))]),
  'a block twice': (bytes, _, random) => {
    const [from, to] = span(bytes.length, random);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  'a block of another file': (bytes, other, random) => {
    const [from, to] = span(Math.min(bytes.length, other.length), random);
    return Buffer.concat([bytes.subarray(0, from), other.subarray(from, to), bytes.subarray(to)]);
  },
  'lines exchanged': (bytes, _, random) => {
    const lines = linesOf(bytes);
    const [a, b] = [random.below(lines.length), random.below(lines.length)];
    [lines[a], lines[b]] = [lines[b], lines[a]];
    return fromLines(lines);
  },
  'a line twice': (bytes, _, random) => {
    const lines = linesOf(bytes);
    const line = lines[random.below(lines.length)];
    return fromLines(lines.toSpliced(random.below(lines.length + 1), 0, line));
  },
  'a line missing': (bytes, _, random) =>
    fromLines(linesOf(bytes).toSpliced(random.below(lineCount(bytes)), 1)),
  'a line of another file': (bytes, other, random) => {
    const [lines, others] = [linesOf(bytes), linesOf(other)];
    const isAdded = random.chance(0.5);
    const line = others[random.below(others.length)];
    return fromLines(lines.toSpliced(random.below(lines.length), isAdded ? 0 : 1, line));
  },
};

function span(length: number, random: Random): [number, number] {
  const from = random.below(length);
  return [from, Math.min(length, from + 1 + random.below(512))];
}

// As latin1, in which every byte is a letter of its own.
const linesOf = (bytes: Buffer) => bytes.toString('latin1').split(/(?<=\n)/);
const fromLines = (lines: readonly string[]) => Buffer.from(lines.join(''), 'latin1');
const lineCount = (bytes: Buffer) => linesOf(bytes).length;
