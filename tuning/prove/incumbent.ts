import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Game } from '../../engine/game.ts';
import { loadWeights, playedFolder, weightsCalled } from '../../engine/node/named-weights.ts';
import type { Weights } from '../../engine/weights.ts';
import { filedName, readWeightsFile } from '../store/read-weights.ts';

/** What accepted weights would take the place of. */
export interface Incumbent {
  /** The file that they would be written to. */
  file: string;
  /** The weights that would not be played any more, and where they are; null where there are none. */
  replaced: { place: string; sha256: string } | null;
}

/** What is played now where a candidate would be: in the folder that was named, or among what is played by default. */
export function incumbentOf(game: Game, candidate: Weights, named: string | null): Incumbent {
  const file = join(named ?? playedFolder(game), filedName(candidate));
  if (existsSync(file)) {
    const { weights } = readWeightsFile(file, game);
    return { file, replaced: { place: file, sha256: weights.sha256 } };
  }
  if (named !== null) return { file, replaced: null };
  const place = playedWhere(game, candidate);
  const size = candidate.size === 'any' ? game.usualSize : candidate.size;
  return { file, replaced: { place, sha256: loadWeights(game, size, place).sha256 } };
}

/** The weights that are played by default where these would be: on their size, or on all sizes that have none of their own. */
export function playedWhere(game: Game, { size }: Weights): string {
  return size === 'any'
    ? weightsCalled(game, game.usualSize, 'linear')
    : weightsCalled(game, size, 'default');
}

/** Whether weights that beat this champion may take the place: only what was beaten, or is the same, is replaced. */
export function mayReplace({ replaced }: Incumbent, candidate: Weights, champion: Weights): boolean {
  return replaced === null || replaced.sha256 === champion.sha256 || replaced.sha256 === candidate.sha256;
}

/** What a gate will do with weights that it accepts, told before it plays. */
export function intentionLine(incumbent: Incumbent, candidate: Weights, champion: Weights): string {
  const { file, replaced } = incumbent;
  if (!mayReplace(incumbent, candidate, champion))
    return `accepted weights will replace nothing: ${replaced!.place} has other weights than the champion of this gate`;
  if (replaced === null) return `accepted weights will be written to ${file}, where there are none`;
  return replaced.place === file
    ? `accepted weights will replace ${file}`
    : `accepted weights will be written to ${file}, and be played in place of ${replaced.place}`;
}
