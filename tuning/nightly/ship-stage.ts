import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gameNamed } from '../../engine/games/index.ts';
import { playedFolder } from '../../engine/node/named-weights.ts';
import { weightsText } from '../../engine/seal.ts';
import type { Weights } from '../../engine/weights.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { clearTemporaryFolders } from '../store/temporary-name.ts';
import { filedName } from '../store/read-weights.ts';
import { Failure } from '../process/failure.ts';
import { type ShipManifest, wholeManifest } from '../ship/ship-manifest.ts';
import { ship, SHIP_ROOM } from '../ship/ship.ts';
import type { Champion } from './champions.ts';
import type { Stage } from './stage.ts';

/** A player with the champion inside, made once for each champion; where it shall be, the champion also becomes what the package plays. */
export function shipStage(champion: Champion, folder: string, isInstalled: boolean): Stage<ShipManifest> {
  const read = (): ShipManifest | undefined => {
    // A ship that was killed when all was done is not done again, and would not clear up.
    clearTemporaryFolders(SHIP_ROOM);
    const manifest = wholeManifest(folder);
    return manifest?.weights[0].sha256 === champion.weights.sha256 ? manifest : undefined;
  };
  return {
    name: 'ship',
    title: `a player with champion ${champion.number}`,
    milliseconds: null,
    find: (recorded) => (isInstalled && recorded === undefined ? undefined : read()),
    async make(_budget, terminal) {
      const { weights } = champion;
      if (isInstalled) install(weights);
      const there = read();
      if (there !== undefined) return there;
      if (existsSync(folder)) {
        terminal.note(`made again: ${folder} is damaged`);
        rmSync(folder, { recursive: true });
      }
      return await shipTried(champion.file, folder);
    },
    identify: () => champion.weights.sha256,
  };
}

/** Makes weights the ones that are played. */
function install(weights: Weights): void {
  const played = playedFolder(gameNamed(weights.game)!);
  mkdirSync(played, { recursive: true });
  writeFileAtomically(join(played, filedName(weights)), weightsText(weights));
}

/** A player that a busy machine made late in its test is tried once more. */
async function shipTried(file: string, folder: string): Promise<ShipManifest> {
  try {
    return await ship([file], folder);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return await ship([file], folder);
  }
}
