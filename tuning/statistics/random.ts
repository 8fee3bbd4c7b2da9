import seedrandom from 'seedrandom';

/** A stream of random numbers that its seed decides. */
export interface Random {
  /** A whole number from 0 up to but not including the bound. */
  below(bound: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
}

/** Everything random in evalsmith comes from here; the same words always give the same numbers. */
export function randomFrom(...words: (string | number)[]): Random {
  const next = seedrandom.alea(words.join(':'));
  return {
    below: (bound) => Math.floor(next() * bound),
    chance: (probability) => next() < probability,
  };
}

/** The same items in a random order. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const order = [...items];
  shuffle(order, random);
  return order;
}

/** Puts the items of an array, plain or typed, in a random order. */
export function shuffle<Item>(
  items: { readonly length: number; [index: number]: Item },
  random: Random,
): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const item = items[i];
    items[i] = items[j];
    items[j] = item;
  }
}
