import { readFileSync, statSync } from 'node:fs';
import { InputError } from '../../engine/input-error.ts';
import { textOfLine } from '../store/checked-line.ts';
import { type AtWork, atWorkBy } from '../store/lock.ts';
import { CHECKPOINT } from './found-runs.ts';

interface Step {
  iteration: number;
  trainLoss: number;
  heldOutLoss: number | null;
}

/** A fit under way. */
interface FitUnderWay {
  worker: AtWork | undefined;
  facts: {
    kind: 'fit';
    game: string | null;
    size: number | null;
    unit: 'epochs';
    done: number;
    goal: number | null;
    steps: Step[];
    status: 'running' | 'stopped';
  };
}

// A fit elsewhere is heard of once an epoch.
const LONGEST_EPOCH_MILLISECONDS = 600_000;
const checkpoints = new Map<string, { stamp: string; kept: CheckpointText }>();

interface CheckpointText {
  owner?: string;
  about?: { game: string; size: number; settings: { epochs?: number } };
  state?: { steps?: Step[] };
}

/** A network that is being trained, by its checkpoint, which is whole whenever it is there. */
export function fitUnderWay(folder: string): FitUnderWay | undefined {
  const file = `${folder}${CHECKPOINT}`;
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  const stamp = `${found.mtimeMs} ${found.size}`;
  let before = checkpoints.get(file);
  if (before?.stamp !== stamp) {
    const text = textOfLine(readFileSync(file, 'utf8').trimEnd());
    if (text === undefined) throw new InputError(`${file} is damaged`);
    before = { stamp, kept: JSON.parse(text) as CheckpointText };
    checkpoints.set(file, before);
  }
  const { owner, about, state } = before.kept;
  const heard = owner === undefined ? undefined : atWorkBy(owner, found.mtimeMs);
  const isFresh = Date.now() - found.mtimeMs < LONGEST_EPOCH_MILLISECONDS;
  const worker = heard === undefined || heard.isHere ? heard : { ...heard, isAlive: isFresh };
  const steps = (state?.steps ?? []).map(({ iteration, trainLoss, heldOutLoss }) => ({
    iteration,
    trainLoss,
    heldOutLoss,
  }));
  const goal = about?.settings.epochs ?? null;
  const { game = null, size = null } = about ?? {};
  const status = worker?.isAlive ? 'running' : 'stopped';
  return {
    worker,
    facts: { kind: 'fit', game, size, unit: 'epochs', done: steps.length, goal, steps, status },
  };
}
