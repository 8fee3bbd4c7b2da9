import { needNewFolder } from '../store/new-folder.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { gameOf } from '../dataset/dataset-game.ts';
import { readManifest } from '../dataset/manifest.ts';
import { INTERRUPTED, stopOnInterrupt } from '../process/interrupt.ts';
import { duration, startProgress } from '../process/progress.ts';
import { type Backend, loadBackend } from './backend/backend.ts';
import { Checkpoint } from './network/checkpoint.ts';
import { readFitData } from './data/fit-data.ts';
import { readNetworkData } from './network/input-lists.ts';
import { fitLinear, wantedFeatures } from './linear/fit-linear.ts';
import { fitNetwork } from './network/fit-network.ts';
import { type Fit, writeFitFolder } from './fit-folder.ts';
import type { LinearSettings, NetworkSettings } from './fit-settings.ts';
import { fitLines } from './fit-summary.ts';

/** A linear fit as a person sees it: its steps, then what it found. */
export async function runFitLinear(
  datasets: readonly string[],
  settings: LinearSettings,
  folder: string,
  terminal: Terminal,
): Promise<void> {
  needNewFolder(folder);
  const game = gameOf(readManifest(datasets[0]));
  wantedFeatures(game.features.names, settings.without);
  const data = withProgress(datasets, terminal, (heard) =>
    readFitData(game, datasets, settings, settings, heard),
  );
  const fit = fitLinear(await chosenBackend(terminal), data, settings, (step) =>
    terminal.note(
      `step ${step.iteration}: loss ${step.trainLoss.toFixed(6)}, held out ${step.heldOutLoss.toFixed(6)}`,
    ),
  );
  writeFitFolder(folder, fit, data, settings);
  tell(fit, folder, terminal);
}

/** A network's fit as a person sees it: its epochs, then what it found. Returns the exit code. */
export async function runFitNetwork(
  datasets: readonly string[],
  settings: NetworkSettings,
  folder: string,
  terminal: Terminal,
  shouldStop: () => boolean = () => false,
): Promise<number> {
  needNewFolder(folder);
  const stop = stopOnInterrupt(() => terminal.note('stopping'));
  try {
    const game = gameOf(readManifest(datasets[0]));
    const data = withProgress(datasets, terminal, (heard) =>
      readNetworkData(game, datasets, settings, settings, heard),
    );
    const backend = await chosenBackend(terminal);
    const checkpoint = new Checkpoint(folder, data, settings, backend.name);
    const kept = checkpoint.read()?.steps.length ?? 0;
    if (kept > 0) terminal.note(`going on after epoch ${kept}`);
    const fit = await fitNetwork(backend, data, settings, checkpoint, {
      heard: ({ iteration, trainLoss, heldOutLoss, heldOutAccuracy }, rate, left) =>
        terminal.note(
          `epoch ${iteration}: loss ${trainLoss.toFixed(6)}, held out ${heldOutLoss.toFixed(6)}, ` +
            `winner told ${(100 * heldOutAccuracy).toFixed(1)}%, ${Math.round(rate)} positions a second, at most ${duration(left)} left`,
        ),
      shouldStop: () => stop.requested || shouldStop(),
    });
    if (fit === undefined) {
      terminal.note('stopped; the same command goes on from the last whole epoch');
      return INTERRUPTED;
    }
    writeFitFolder(folder, fit, data, settings);
    checkpoint.remove();
    tell(fit, folder, terminal);
    return 0;
  } finally {
    stop.forget();
  }
}

function withProgress<Data>(
  datasets: readonly string[],
  terminal: Terminal,
  read: (heard: (read: number) => void) => Data,
): Data {
  const positions = datasets.reduce((sum, folder) => sum + readManifest(folder).positions, 0);
  const progress = startProgress(positions, 'positions read', terminal);
  try {
    return read((count) => progress.update(count, ''));
  } finally {
    progress.end();
  }
}

async function chosenBackend(terminal: Terminal): Promise<Backend> {
  const backend = await loadBackend();
  terminal.note(`computing with ${backend.name}`);
  return backend;
}

function tell({ result }: Fit, folder: string, terminal: Terminal): void {
  for (const line of fitLines(result)) terminal.out(line);
  terminal.out(`written to ${folder}`);
}
