import type { Terminal } from '../../engine/node/terminal.ts';
import { loadWeights } from '../../engine/node/weights-folder.ts';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { hasManifest, readManifest } from '../dataset/manifest.ts';
import { runSelfplay } from '../play/selfplay-session.ts';
import { derive } from './derivation.ts';
import { type DerivedStep, type GamesStep, versionOf } from './plan.ts';

/** Makes a dataset again, or goes on with it; one that is there is left as it is. Returns the exit code. */
export async function remakeDataset(
  step: GamesStep | DerivedStep,
  workers: number,
  terminal: Terminal,
): Promise<number> {
  if (isThere(step)) {
    terminal.note(`${step.folder} is there already`);
    return 0;
  }
  if (step.kind === 'games') return playGames(step, workers, terminal);
  if (!hasManifest(step.folder)) derive(step.game, step.derivation, step.sources, step.folder);
  return 0;
}

function isThere(step: GamesStep | DerivedStep): boolean {
  if (!hasManifest(step.folder)) return false;
  const manifest = readManifest(step.folder);
  return contentsHash(manifest) === step.description.sha256 && manifest.codeVersion === versionOf(step);
}

function playGames(step: GamesStep, workers: number, terminal: Terminal): Promise<number> {
  const { game, description, settings, folder } = step;
  const { size, games } = description;
  const weights = loadWeights(game, size, step.weights.file);
  const opponent = step.opponent === null ? null : loadWeights(game, size, step.opponent.file);
  return runSelfplay(game, { game: game.name, size, settings, weights, opponent }, terminal, {
    folder,
    games,
    workers,
    share: { rest: 0, of: 1 },
    milliseconds: Infinity,
  });
}
