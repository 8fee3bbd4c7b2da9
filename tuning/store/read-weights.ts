import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sha256 } from '../../engine/node/sha256.ts';
import { namedWeightsText, playedFolders } from '../../engine/node/named-weights.ts';
import { checkedWeights, weightsFolder, weightsTextOf } from '../../engine/node/weights-folder.ts';
import type { Game } from '../../engine/game.ts';
import { gameNamed, games } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { jsonFault } from '../../engine/json-text.ts';
import { shown } from '../../engine/models/model.ts';
import type { Weights } from '../../engine/weights.ts';
import { neededGame } from './needed-game.ts';

/** Reads and checks a weights file of any game, or of the one expected, for the size it is made for. */
export function readWeightsFile(file: string, expected?: Game): { game: Game; weights: Weights } {
  const text =
    expected === undefined
      ? readWeightsText(file)
      : namedWeightsText(expected, expected.usualSize, file, 'FILE');
  const { game: name, size } = gameAndSize(text);
  if (expected === undefined && typeof name !== 'string')
    throw new InputError(`${file}: it is for the game ${shown(name)}; expected the name of a game`);
  const game = expected ?? neededGame(name as string, `${file}: it is for the game`);
  const itsSize = game.sizes.find((known) => known === size) ?? game.usualSize;
  return { game, weights: checkedWeights(text, game, itsSize, file) };
}

/** What a file of weights that are played by default is called: GAME.json, or GAME-N.json where they are for one size. */
export function filedName({ game, size }: Weights): string {
  return size === 'any' ? `${game}.json` : `${game}-${size}.json`;
}

/** The same weights with what they have won, which has a hash of its own, in the order of a file. */
export function withEvidence(weights: Weights, evidence: unknown): Weights {
  const { sha256: hash, ...rest } = weights;
  return { ...rest, evidence, evidenceSha256: sha256(JSON.stringify(evidence)), sha256: hash };
}

/** The tuned weights of a game that are played by default. */
export function tunedFiles(game: Game): string[] {
  const isTuned = new RegExp(`^${game.name}(-\\d+)?\\.json$`);
  const files = new Map<string, string>();
  // A file of an earlier folder is played in place of one that is called the same.
  for (const folder of playedFolders(game).toReversed())
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (isTuned.test(name)) files.set(name, join(folder, name));
  return [...files.keys()].toSorted().map((name) => files.get(name)!);
}

/** Those that a person calls GAME (all of a game) or GAME-N (for one size); undefined for any other name. */
export function playedFiles(name: string): string[] | undefined {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) return undefined;
  const game = gameNamed(name) ?? gameNamed(name.replace(/-\d+$/, ''));
  if (game === undefined) return undefined;
  const files = tunedFiles(game).filter((file) => name === game.name || basename(file, '.json') === name);
  if (files.length > 0) return files;
  throw new InputError(`WEIGHTS is ${JSON.stringify(name)}, but ${shownFolders(game)} has no ${name}.json`);
}

/** The folders of the weights that are played, for people. */
function shownFolders(game: Game): string {
  return playedFolders(game)
    .map((folder) => (folder === weightsFolder() ? 'engine/weights' : folder))
    .join(' and ');
}

/** The text of a file that a person named. */
export function readWeightsText(file: string, argument = 'FILE'): string {
  return weightsTextOf(file, argument);
}

/** What a text says it is for; nothing where it is no JSON object, and any game where its reading will refuse it. */
function gameAndSize(text: string): { game?: unknown; size?: unknown } {
  if (jsonFault(text) !== undefined) return { game: games[0].name };
  try {
    return (JSON.parse(text) as { game?: unknown; size?: unknown } | null) ?? {};
  } catch {
    return { game: games[0].name };
  }
}
