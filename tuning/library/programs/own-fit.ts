// A sample dataset, read with features of one's own, and linear weights fitted to it: node own-fit.js DATASET OUT
import { writeFileSync } from 'node:fs';
import { type Features, type Game, games, legalMoves, linearWeights, weightsText } from 'evalsmith/engine';
import {
  datasetStats,
  evalsmith,
  fitColumns,
  gamesOf,
  heuristicSeat,
  loadWeights,
  readColumns,
  readManifest,
  refereeOf,
  sha256,
  verifyDataset,
} from 'evalsmith/tuning';

const [dataset, out] = process.argv.slice(2);
const manifest = readManifest(dataset);
const sampled = games.find(({ name }) => name === manifest.game)!;
console.log(verifyDataset(dataset).length, [...gamesOf(dataset, manifest)].length === manifest.games);
console.log(datasetStats(dataset, manifest).games === manifest.games);

const mobility: Features = {
  id: 'mobility-1',
  names: ['tempo', 'moves'],
  extract(position, values) {
    values[0] = 1;
    values[1] = legalMoves(position).length;
  },
};
const game: Game = { ...sampled, features: mobility };
const columns = readColumns(game, [dataset], ({ source }) => source === 'search');
const fit = await fitColumns(columns);
console.log(fit.features.map(({ name, error }) => `${name} ${error !== null && error > 0}`).join(', '));
// A fit of weights that help predicts better than a coin.
console.log(fit.loss < Math.LN2, fit.weights['moves'] > 0);

const weights = linearWeights(game, fit, sha256, { origin: 'own fit' });
writeFileSync(out, weightsText(weights));
const read = loadWeights(game, manifest.size, out);
console.log(read.sha256 === weights.sha256);

const limits = { nodes: 200, depth: null };
const seats = [heuristicSeat(read, { game, limits })];
const referee = refereeOf(game, manifest.size, { seed: 1, cap: 60, repetition: true }, seats);
const { plies, text } = await referee(0, []);
console.log(text.trimEnd().split('\n').length === plies);

const moves =
  await evalsmith`moves ${game.name} ${manifest.size} ${game.players[0]} ${game.formatBoard(game.start(manifest.size))}`;
console.log(moves.length === legalMoves(game.start(manifest.size)).length);
