import type { Game } from '../../game.ts';
import { sealedWeights } from '../../seal.ts';
import { seededBelow } from '../../testing.ts';
import type { Sha256 } from '../../weights.ts';
import { tablesOf } from './pattern-tables.ts';
import { patternsParts, type PatternsWeights } from './patterns-weights.ts';

/** Random weights as a file has them: of the features, and of one combination in so many. */
export function sealedRandomPatterns(game: Game, sha256: Sha256, oneIn: number): PatternsWeights {
  const below = seededBelow(1);
  const combinations = new Map<number, number>();
  for (const { start, shared } of tablesOf(game)!.list)
    for (let i = 0; i < shared.length; i++)
      if (shared[i] === i && below(oneIn) === 0) combinations.set(start + i, below(201) - 100);
  const features = Object.fromEntries(game.features.names.map((name) => [name, below(21) - 10]));
  const heading = { size: 'any' as const, scale: 400, provenance: { origin: 'random' } };
  return sealedWeights(
    game,
    patternsParts(game, { ...heading, features, combinations }),
    [game.usualSize],
    sha256,
  );
}
