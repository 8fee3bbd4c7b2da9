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
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
