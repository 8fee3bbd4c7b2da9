import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadWeights } from '../../engine/node/named-weights.ts';
import type { Game } from '../../engine/game.ts';
import { weightsText } from '../../engine/seal.ts';
import type { Weights } from '../../engine/weights.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { Failure } from '../process/failure.ts';

/** The weights that are played on a board from some gate on; number 0 is the one before any night. */
export interface Champion {
  number: number;
  file: string;
  weights: Weights;
}

const FILE = /^champion-(\d{4,})\.json$/;

/** The champions of a game and size, one file each, in OUT/champions/GAME-N. */
export function championsOf(out: string, game: Game, size: number) {
  const folder = join(out, 'champions', `${game.name}-${size}`);
  const fileOf = (number: number) => join(folder, `champion-${String(number).padStart(4, '0')}.json`);
  const at = (number: number): Champion => {
    const file = fileOf(number);
    return { number, file, weights: loadWeights(game, size, file, 'the champion') };
  };
  return {
    fileOf,
    at,
    /** The highest number; -1 where there is no champion yet. */
    newest(): number {
      const names = existsSync(folder) ? readdirSync(folder) : [];
      return Math.max(-1, ...names.map((name) => Number(FILE.exec(name)?.[1] ?? -1)));
    },
    /** Makes weights the champion of this number; done again with the same weights it changes nothing. */
    crown(number: number, weights: Weights): Champion {
      const file = fileOf(number);
      if (!existsSync(file)) {
        mkdirSync(folder, { recursive: true });
        writeFileAtomically(file, weightsText(weights));
      }
      const champion = at(number);
      if (champion.weights.sha256 !== weights.sha256)
        throw new Failure(`${file} holds other weights than those that won; expected them or no such file`);
      return champion;
    },
  };
}
