import fc from 'fast-check';
import type { Random } from '../../statistics/random.ts';

// Numbers that JSON can say and JSON.stringify cannot.
const RAW_NUMBERS = ['1e999', '-1e999', '-0', '1e-999', '123456789012345678901234567890', '0.1e1'];
const RAW = '\uE000raw ';
const RAW_TEXT = new RegExp(`"${RAW}([^"]*)"`, 'g');

const ODD_TEXTS = [
  '',
  '__proto__',
  'constructor',
  'toString',
  '\0',
  '\u202Eevil',
  '\uD800',
  '🎲',
  'ß'.repeat(300),
  '../../etc/passwd',
  '-1',
  '1e3',
  'Infinity',
  ' ',
  'a\nb',
];
const ODD_NUMBERS = [0, -1, 0.5, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53) - 2, 1e308, 5e-324, 400, 1e9];

// Nested deep: as text alone, since whoever walks such a value runs out of stack or of time.
const DEEP = [20, 90, 2000, 20_000].map((levels) => '['.repeat(levels) + ']'.repeat(levels));

/** The JSON of values that stand nowhere in a good file. */
export const oddJson: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { length: 1 }),
    fc.constantFrom(...ODD_NUMBERS),
    fc.constantFrom(...[...RAW_NUMBERS, ...DEEP].map((text) => RAW + text)),
    fc.constantFrom(...ODD_TEXTS),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.jsonValue({ maxDepth: 3 }),
  )
  .map((value) => JSON.stringify(value));

type Container = Record<string, unknown> | unknown[];
interface Spot {
  of: Container;
  key: string;
}

/** A JSON text that differs from the given one in a few places. */
export function mutatedJson(text: string, random: Random, odd: () => unknown): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return mutatedText(text, random);
  }
  if (random.chance(0.03)) return mutatedText(text, random);
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const spots = spotsOf(json);
    if (spots.length === 0) json = odd();
    else change(spots[random.below(spots.length)], spots, random, odd);
  }
  const changed = textOf(json);
  return changed.length > MOST_LETTERS ? mutatedText(text, random) : changed;
}

function change({ of, key }: Spot, spots: readonly Spot[], random: Random, odd: () => unknown): void {
  const value = valueAt(of, key);
  const other = spots[random.below(spots.length)];
  const kinds: (() => void)[] = [
    () => put(of, key, odd()),
    () => put(of, key, odd()),
    () => (Array.isArray(of) ? void of.splice(Number(key), 1) : void delete of[key]),
    () =>
      Array.isArray(of)
        ? void of.splice(Number(key), 0, value)
        : put(of, ODD_TEXTS[random.below(ODD_TEXTS.length)], value),
    () => put(of, key, valueAt(other.of, other.key) === of ? null : copyOf(valueAt(other.of, other.key))),
    () => put(of, ['__proto__', 'constructor', 'toString', 'length'][random.below(4)], odd()),
    () => {
      if (typeof value === 'number')
        put(of, key, [value + 1, value - 1, -value, value * 1e6, value / 7][random.below(5)]);
      else if (typeof value === 'string') put(of, key, mutatedText(value, random));
      else if (Array.isArray(value) && (JSON.stringify(value[0]) ?? '').length < 100)
        put(
          of,
          key,
          Array.from({ length: 300 }, () => value[0] as unknown),
        );
    },
  ];
  kinds[random.below(kinds.length)]();
}

function copyOf(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > 100_000 ? null : (JSON.parse(text) as unknown);
}

const valueAt = (of: Container, key: string) => (of as Record<string, unknown>)[key];

function put(of: Container, key: string, value: unknown): void {
  // As JSON.parse does: a key __proto__ is a key like any other.
  Object.defineProperty(of, Array.isArray(of) && !/^\d+$/.test(key) ? '0' : key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

const MOST_LETTERS = 1_000_000;
const MOST_SPOTS = 3000;

function spotsOf(json: unknown): Spot[] {
  const spots: Spot[] = [];
  const left: unknown[] = [json];
  while (left.length > 0 && spots.length < MOST_SPOTS) {
    const of = left.shift();
    if (typeof of !== 'object' || of === null) continue;
    for (const key of Object.keys(of)) {
      spots.push({ of: of as Container, key });
      left.push(valueAt(of as Container, key));
    }
  }
  return spots;
}

function textOf(json: unknown): string {
  return (JSON.stringify(json) ?? 'null').replace(RAW_TEXT, '$1');
}

/** A text that differs in a few letters, words or lines. */
export function mutatedText(text: string, random: Random): string {
  let changed = text;
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const at = random.below(changed.length + 1);
    const to = Math.min(changed.length, at + 1 + random.below(8));
    const odd = ODD_TEXTS[random.below(ODD_TEXTS.length)];
    const letter = changed[random.below(Math.max(1, changed.length))] ?? '';
    const kinds = [
      changed.slice(0, at),
      changed.slice(0, at) + changed.slice(to),
      changed.slice(0, at) + letter + changed.slice(at + 1),
      changed.slice(0, at) + odd + changed.slice(at),
      changed.slice(0, at) + changed.slice(at, to).repeat(1 + random.below(50)) + changed.slice(to),
      changed.slice(0, at) + String.fromCharCode(random.below(0x250)) + changed.slice(at + 1),
      changed.slice(0, at) +
        [',', '\n', ' ', '"', '-', '9'.repeat(20)][random.below(6)] +
        changed.slice(at + 1),
      `${changed}${changed.slice(at)}`,
    ];
    changed = kinds[random.below(kinds.length)];
  }
  return changed.slice(0, 200_000);
}
