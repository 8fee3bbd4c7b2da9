// Writes the vectors and the hash into hand-made weights: npm run seal -- engine/weights/baselines/*/*.json
import { readFileSync, writeFileSync } from 'node:fs';
import { games } from '../games/index.ts';
import { legalMoves, winnerOf } from '../position.ts';
import {
  evaluatorOf,
  hashedText,
  type Vector,
  vectorPosition,
  type LinearWeights,
  WEIGHTS_FORMAT,
} from '../weights.ts';
import { sha256 } from './sha256.ts';

for (const file of process.argv.slice(2)) {
  const made = JSON.parse(readFileSync(file, 'utf8')) as LinearWeights;
  const game = games.find(({ name }) => name === made.game)!;
  const weights: LinearWeights = {
    format: WEIGHTS_FORMAT,
    game: made.game,
    size: made.size,
    kind: 'linear',
    features: game.features.id,
    scale: made.scale,
    weights: Object.fromEntries(game.features.names.map((name) => [name, made.weights[name] ?? 0])),
    vectors: [],
    provenance: made.provenance,
    sha256: '',
  };
  const evaluator = evaluatorOf(weights, game);
  const sizes = made.size === 'any' ? [game.usualSize, game.sizes[0]] : [made.size];
  weights.vectors = sizes
    .flatMap((size) => samplePositions(made.game, size))
    .map((vector) => ({
      ...vector,
      score: evaluator.evaluate(vectorPosition(vector, game)),
    }));
  weights.sha256 = sha256(hashedText(weights));
  writeFileSync(file, `${JSON.stringify(weights, null, 2)}\n`);
}

/** A few positions of one game played with a fixed pattern of moves. */
function samplePositions(name: string, size: number): Omit<Vector, 'score'>[] {
  const game = games.find((known) => known.name === name)!;
  const position = game.start(size);
  const vectors = [];
  for (let ply = 1; ply <= 24; ply++) {
    const moves = legalMoves(position);
    position.make(moves[(ply * 7) % moves.length]);
    if (winnerOf(position) !== -1) break;
    if (ply % 6 === 0)
      vectors.push({ player: game.players[position.turn], board: game.formatBoard(position), size });
  }
  return vectors;
}
