import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { weightsFolder } from '../../engine/node/weights-folder.ts';
import { weightsText } from '../../engine/seal.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { filedName } from '../store/read-weights.ts';
import { Failure } from '../process/failure.ts';
import { MANIFEST_FILE, needFiles, readManifest, type ShipManifest } from '../ship/ship-manifest.ts';
import { ship } from '../ship/ship.ts';
import type { Champion } from './champions.ts';
import type { Stage } from './stage.ts';

/** A player with the champion inside, made once for each champion; where it shall be, the champion also becomes what the package plays. */
export function shipStage(champion: Champion, folder: string, isInstalled: boolean): Stage<ShipManifest> {
  const read = (): ShipManifest | undefined => {
    if (!existsSync(join(folder, MANIFEST_FILE))) return undefined;
    const manifest = readManifest(folder);
    needFiles(folder, manifest);
    return manifest.weights[0].sha256 === champion.weights.sha256 ? manifest : undefined;
  };
  return {
    name: 'ship',
    title: `a player with champion ${champion.number}`,
    milliseconds: null,
    find: (recorded) => (isInstalled && recorded === undefined ? undefined : read()),
    async make() {
      const { weights } = champion;
      if (isInstalled) writeFileAtomically(join(weightsFolder(), filedName(weights)), weightsText(weights));
      return read() ?? (await shipTried(champion.file, folder));
    },
    identify: () => champion.weights.sha256,
  };
}

/** A player that a busy machine made late in its test is tried once more. */
async function shipTried(file: string, folder: string): Promise<ShipManifest> {
  try {
    return await ship([file], folder, false);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return await ship([file], folder, false);
  }
}
