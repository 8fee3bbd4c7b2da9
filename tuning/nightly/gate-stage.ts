import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadWeights } from '../../engine/node/named-weights.ts';
import type { Game } from '../../engine/game.ts';
import type { Weights } from '../../engine/weights.ts';
import { type Contender, runGate } from '../prove/gate.ts';
import { hasRun, readResult } from '../store/run-folder.ts';
import type { GateResult } from '../store/runs.ts';
import type { PartConfig } from './config.ts';
import type { Players, Stage } from './stage.ts';

export interface GateOutcome {
  folder: string;
  result: GateResult;
  /** The candidate with its evidence; null where it was rejected. */
  accepted: Weights | null;
}

/** A candidate against the champion. What it wins lies in the stage's own folder: the package's weights stay as they are. */
export function gateStage(
  game: Game,
  { size, gate }: PartConfig,
  name: string,
  candidate: Contender,
  champion: Contender,
  { seed, folder, ...players }: { seed: number; folder: string } & Players,
): Stage<GateOutcome> {
  const weightsFolder = join(folder, 'accepted');
  const read = (result: GateResult): GateOutcome | undefined => {
    if (result.verdict === 'rejected') return { folder, result, accepted: null };
    // The gate writes its result before the weights.
    const [file] = existsSync(weightsFolder) ? readdirSync(weightsFolder).filter(isWeights) : [];
    if (file === undefined) return undefined;
    const accepted = loadWeights(game, size, join(weightsFolder, file), 'the accepted weights');
    return accepted.sha256 === candidate.weights.sha256 ? { folder, result, accepted } : undefined;
  };
  return {
    name,
    title: `${candidate.name} against the champion ${champion.name}`,
    milliseconds: gate.for,
    find(recorded) {
      // A gate that the journal does not know of may be whole with the lock of a process that was killed; resuming it, which
      // plays nothing again, clears that up.
      if (recorded === undefined || !hasRun(folder)) return undefined;
      const result = readResult(folder, 'gate');
      const isSame =
        result.candidate.sha256 === candidate.weights.sha256 &&
        result.champion.sha256 === champion.weights.sha256;
      return isSame ? read(result) : undefined;
    },
    async make(budget, terminal) {
      const shouldStop = () => budget.isSpent;
      const place = { folder, ...players, weightsFolder, shouldStop };
      const { elo0, elo1, ...others } = gate;
      const settings = { ...others, sprt: { elo0, elo1 }, size, seed };
      return read(await runGate(game, [candidate], champion, settings, place, terminal));
    },
    identify: ({ result }) => `${result.verdict} ${result.candidate.sha256}`,
  };
}

const isWeights = (name: string) => name.endsWith('.json');
