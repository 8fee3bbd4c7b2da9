// Writes the vectors and the hash into hand-made weights: npm run seal -- engine/weights/baselines/*/*.json
import { readFileSync, writeFileSync } from 'node:fs';
import { games } from '../games/index.ts';
import { sealedWeights, weightsText } from '../seal.ts';
import { linearParts, type LinearWeights } from '../models/linear/linear-weights.ts';
import { sha256 } from '../node/sha256.ts';

for (const file of process.argv.slice(2)) {
  const made = JSON.parse(readFileSync(file, 'utf8')) as LinearWeights;
  const game = games.find(({ name }) => name === made.game)!;
  const sizes = made.size === 'any' ? [game.usualSize, game.sizes[0]] : [made.size];
  writeFileSync(file, weightsText(sealedWeights(game, linearParts(game, made), sizes, sha256)));
}
