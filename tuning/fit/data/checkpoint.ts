import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError } from '../../../engine/input-error.ts';
import { sha256 } from '../../../engine/node/sha256.ts';
import { writeFileAtomically } from '../../store/atomic-file.ts';
import { checkedLine, textOfLine } from '../../store/checked-line.ts';
import { ownerText } from '../../store/lock.ts';
import { clearLeftovers } from '../../store/temporary-name.ts';
import { codeVersion } from '../../store/identity.ts';
import type { FitSettings } from './data-settings.ts';
import type { FitData } from './fit-data.ts';

const CHECKPOINT_FORMAT = 'evalsmith-checkpoint-3';

interface CheckpointFile {
  format: typeof CHECKPOINT_FORMAT;
  /** A hash of all that decides the fit. */
  fit: string;
  /** Whose work it is, and of what: for whoever looks on. */
  owner: string;
  about: { game: string; size: number; settings: FitSettings };
  /** How far the fit has come, as its kind tells it; float32 numbers are the base64 of their bytes. */
  state: unknown;
}

/** The file beside a run folder to be that keeps how far a fit has come, until the folder is there. */
export class Checkpoint {
  private readonly file: string;
  private readonly fit: string;
  private readonly about: CheckpointFile['about'];
  private readonly damaged: (reason: string) => void;

  /** Hears where what was written is damaged; the same fit made from its beginning ends with the same numbers. */
  constructor(
    folder: string,
    kind: string,
    { game, size, datasets }: FitData,
    settings: FitSettings,
    backend: string,
    damaged: (reason: string) => void,
  ) {
    this.damaged = damaged;
    this.file = checkpointFile(folder);
    this.about = { game: game.name, size, settings };
    const hashes = datasets.map(({ description }) => description.sha256);
    this.fit = sha256(JSON.stringify([settings, hashes, codeVersion(`fit ${kind}`, game.name), backend]));
  }

  /** What was written last; undefined where nothing was or it is damaged. Throws an InputError where it is of another fit. */
  read(): unknown {
    if (!existsSync(this.file)) return undefined;
    const text = textOfLine(readFileSync(this.file, 'utf8').trimEnd());
    if (text === undefined) {
      this.damaged(`${this.file} is damaged`);
      return undefined;
    }
    const kept = JSON.parse(text, unpacked) as CheckpointFile;
    if (kept.format !== CHECKPOINT_FORMAT || kept.fit !== this.fit)
      throw new InputError(
        `${this.file} is of a fit with other settings, data or code; expected the same, another --out, or no such file`,
      );
    return kept.state;
  }

  write(state: unknown): void {
    const kept: CheckpointFile = {
      format: CHECKPOINT_FORMAT,
      fit: this.fit,
      owner: ownerText(),
      about: this.about,
      state,
    };
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileAtomically(this.file, checkedLine(JSON.stringify(kept, packed)));
  }
}

/** Removes it, and what was being written of it when a process was killed: a night's lock clears no folder within. */
export function removeCheckpoint(folder: string): void {
  const file = checkpointFile(folder);
  rmSync(file, { force: true });
  if (existsSync(dirname(file))) clearLeftovers(file);
}

function checkpointFile(folder: string): string {
  return `${folder.replace(/[/\\]+$/, '')}.checkpoint`;
}

function packed(_key: string, value: unknown): unknown {
  if (!(value instanceof Float32Array)) return value;
  return { float32: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
}

function unpacked(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !('float32' in value)) return value;
  return new Float32Array(Uint8Array.from(Buffer.from(value.float32 as string, 'base64')).buffer);
}
