import { z } from 'zod';
import type { Game } from '../../engine/game.ts';
import { dedupe, firstGames, merge, sample } from '../dataset/transformations.ts';

/** How a dataset was made from others, as its settings tell; those of other tools are not made again. */
export const derivationSchema = z.discriminatedUnion('by', [
  z.looseObject({
    by: z.literal('dedupe'),
    mode: z.enum(['none', 'first', 'merge']),
    all: z.boolean(),
  }),
  z.looseObject({ by: z.literal('sample'), count: z.int(), seed: z.int(), all: z.boolean() }),
  z.looseObject({ by: z.literal('first games'), positions: z.int() }),
  z.looseObject({ by: z.literal('merge') }),
]);

export type Derivation = z.infer<typeof derivationSchema>;

/** Makes a dataset from others as it was made before. */
export function derive(game: Game, derivation: Derivation, sources: readonly string[], out: string): void {
  const [source] = sources;
  switch (derivation.by) {
    case 'dedupe':
      return void dedupe(game, source, out, derivation.mode, derivation.all);
    case 'sample':
      return void sample(source, out, derivation.count, derivation.seed, derivation.all);
    case 'first games':
      return void firstGames(source, out, derivation.positions);
    case 'merge':
      return void merge(sources, out);
  }
}
