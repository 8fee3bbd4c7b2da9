// Weights over features of one's own: made by hand, written, read, and what they say of a position.
import { evaluatorOf, linearWeights, readWeights, weightsText, winProbability } from 'evalsmith/engine';
import { sha256 } from 'evalsmith/tuning';
import game from './tic-tac-toe.ts';

const made = linearWeights(game, { scale: 100, weights: { centre: 30, 'open lines': 20 } }, sha256);
const weights = readWeights(weightsText(made), game, 3, sha256);
const evaluator = evaluatorOf(weights, game);
for (const board of ['.........', '....x....', 'o...x....']) {
  const position = game.parseBoard(3, 0, board);
  const score = evaluator.evaluate(position);
  const values = new Float64Array(game.features.names.length);
  game.features.extract(position, values);
  console.log(board, score, winProbability(score, evaluator.scale).toFixed(2), values.join(' '));
}
try {
  linearWeights(game, { scale: 100, weights: { corner: 1 } }, sha256);
} catch (error) {
  console.log(String(error));
}
