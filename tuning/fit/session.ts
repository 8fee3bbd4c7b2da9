import type { Terminal } from '../../engine/cli/terminal.ts';
import { gameOf, readManifest } from '../dataset/manifest.ts';
import { startProgress } from '../progress.ts';
import { loadBackend } from './backend.ts';
import { readFitData } from './fit-data.ts';
import { fitLinear, wantedFeatures } from './linear.ts';
import { needNewFolder } from '../dataset/derived.ts';
import { writeFitFolder } from './run-folder.ts';
import type { LinearSettings } from './settings.ts';
import { fitLines } from './summary.ts';

/** A linear fit as a person sees it: its steps, then what it found. */
export async function runFitLinear(
  datasets: readonly string[],
  settings: LinearSettings,
  folder: string,
  terminal: Terminal,
): Promise<void> {
  needNewFolder(folder);
  const manifests = datasets.map(readManifest);
  wantedFeatures(gameOf(manifests[0]).features.names, settings.without);
  const positions = manifests.reduce((sum, manifest) => sum + manifest.positions, 0);
  const progress = startProgress(positions, 'positions read', terminal);
  let data;
  try {
    data = readFitData(datasets, settings, settings, (read) => progress.update(read, ''));
  } finally {
    progress.end();
  }
  const backend = await loadBackend();
  terminal.note(`computing with ${backend.name}`);
  const fit = fitLinear(backend, data, settings, (step) =>
    terminal.note(
      `step ${step.iteration}: loss ${step.trainLoss.toFixed(6)}, held out ${step.heldOutLoss.toFixed(6)}`,
    ),
  );
  writeFitFolder(folder, fit, data, settings);
  for (const line of fitLines(fit.result)) terminal.out(line);
  terminal.out(`written to ${folder}`);
}
