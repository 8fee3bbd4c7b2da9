import { sha256 } from '../../../engine/node/sha256.ts';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError } from '../../../engine/input-error.ts';
import { writeFileAtomically } from '../../store/atomic-file.ts';
import { codeVersion } from '../../store/identity.ts';
import type { FitData } from '../data/fit-data.ts';
import type { NetworkSettings } from '../fit-settings.ts';
import type { Training } from './training.ts';

const CHECKPOINT_FORMAT = 'evalsmith-checkpoint-1';

interface CheckpointFile extends Pick<Training, 'steps' | 'bestEpoch'> {
  format: typeof CHECKPOINT_FORMAT;
  /** A hash of all that decides the fit. */
  fit: string;
  adamSteps: number;
  // The bytes of float32 numbers in base64.
  values: string;
  means: string;
  squares: string;
  best: string;
}

/** The file beside a run folder to be that keeps a training between epochs, until the folder is there. */
export class Checkpoint {
  private readonly file: string;
  private readonly fit: string;

  constructor(folder: string, { game, datasets }: FitData, settings: NetworkSettings, backend: string) {
    this.file = checkpointFile(folder);
    const hashes = datasets.map(({ description }) => description.sha256);
    this.fit = sha256(JSON.stringify([settings, hashes, codeVersion('fit network', game.name), backend]));
  }

  /** The training as it was kept; undefined where there is none. Throws an InputError where it is of another fit. */
  read(): Training | undefined {
    if (!existsSync(this.file)) return undefined;
    const kept = parse(readFileSync(this.file, 'utf8'));
    if (kept?.format !== CHECKPOINT_FORMAT || kept.fit !== this.fit)
      throw new InputError(
        `${this.file} is of a fit with other settings, data or code; expected the same, another --out, or no such file`,
      );
    const { steps, bestEpoch, adamSteps } = kept;
    const [values, means, squares, best] = [kept.values, kept.means, kept.squares, kept.best].map(numbersOf);
    return { steps, values, best, bestEpoch, adam: { steps: adamSteps, means, squares } };
  }

  write({ steps, values, best, bestEpoch, adam }: Training): void {
    const kept: CheckpointFile = {
      format: CHECKPOINT_FORMAT,
      fit: this.fit,
      steps,
      bestEpoch,
      adamSteps: adam.steps,
      values: textOf(values),
      means: textOf(adam.means),
      squares: textOf(adam.squares),
      best: textOf(best),
    };
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileAtomically(this.file, JSON.stringify(kept));
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}

export function checkpointFile(folder: string): string {
  return `${folder.replace(/[/\\]+$/, '')}.checkpoint`;
}

function parse(text: string): CheckpointFile | undefined {
  try {
    return JSON.parse(text) as CheckpointFile;
  } catch {
    return undefined;
  }
}

function textOf(numbers: Float32Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
}

function numbersOf(text: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new Float32Array(bytes.buffer);
}
