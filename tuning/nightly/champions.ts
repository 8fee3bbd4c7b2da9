import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadWeights } from '../../engine/node/weights-folder.ts';
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

/** The champions of a game and size, one file each, in OUT/champions/GAME-N. */
export class Champions {
  private readonly game: Game;
  private readonly size: number;
  private readonly folder: string;

  constructor(out: string, game: Game, size: number) {
    this.game = game;
    this.size = size;
    this.folder = join(out, 'champions', `${game.name}-${size}`);
  }

  get newest(): number {
    if (!existsSync(this.folder)) return -1;
    return Math.max(-1, ...readdirSync(this.folder).map((name) => numberOf(name) ?? -1));
  }

  at(number: number): Champion {
    const file = this.file(number);
    return { number, file, weights: loadWeights(this.game, this.size, file, 'the champion') };
  }

  /** Makes weights the champion of this number; done again with the same weights it changes nothing. */
  crown(number: number, weights: Weights): Champion {
    const file = this.file(number);
    if (!existsSync(file)) {
      mkdirSync(this.folder, { recursive: true });
      writeFileAtomically(file, weightsText(weights));
    }
    const champion = this.at(number);
    if (champion.weights.sha256 !== weights.sha256)
      throw new Failure(`${file} holds other weights than those that won; expected them or no such file`);
    return champion;
  }

  private file(number: number): string {
    return join(this.folder, `champion-${String(number).padStart(4, '0')}.json`);
  }
}

function numberOf(name: string): number | undefined {
  const [, digits] = /^champion-(\d{4,})\.json$/.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
