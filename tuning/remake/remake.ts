import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { weightsText } from '../../engine/seal.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { readManifest } from '../dataset/manifest.ts';
import { isMade, runFit } from '../fit/fit-run.ts';
import { takeLock } from '../store/lock.ts';
import { clearTemporary, needNoLinks } from '../store/own-folder.ts';
import { filedName, readWeightsFile, withEvidence } from '../store/read-weights.ts';
import { weightsDifference } from './difference.ts';
import { type FitStep, fitFolder, type Step } from './plan.ts';
import { stepText } from './plan-text.ts';
import { remakeDataset } from './remake-dataset.ts';
import type { Target } from './targets.ts';

/** Makes weights again, step by step, and compares each with what it was; the first that differs ends it with exit code 1. */
export async function remake(
  targets: readonly Target[],
  plan: readonly Step[],
  out: string,
  workers: number,
  terminal: Terminal,
): Promise<number> {
  checkRoom(out);
  needNoLinks(out);
  mkdirSync(join(out, 'fits'), { recursive: true });
  const release = takeLock(join(out, 'lock'));
  // What the steps find is not yet the result.
  const beside: Terminal = { ...terminal, out: (line) => terminal.note(line) };
  try {
    clearTemporary(out);
    for (const [i, step] of plan.entries()) {
      beside.note(`step ${i + 1} of ${plan.length}: ${stepText(step)}`);
      const code = await (step.kind === 'fit'
        ? remakeFit(step, beside)
        : remakeDataset(step, workers, beside));
      if (code !== 0) return code;
      const difference = differenceAfter(step);
      if (difference === undefined) continue;
      terminal.out(`not the same: ${difference}`);
      return 1;
    }
    for (const target of targets) deliver(target, out, terminal);
    return 0;
  } finally {
    release();
  }
}

/** Refuses a folder that holds anything else, so that nothing is mixed with it. */
function checkRoom(out: string): void {
  if (!existsSync(out)) return;
  if (!statSync(out).isDirectory()) throw new InputError(`--out ${out} is a file; expected a folder`);
  const own = /^(datasets|fits|lock|[a-z][a-z0-9-]*\.json|.*\.tmp)$/;
  const other = readdirSync(out).find((name) => !own.test(name));
  if (other !== undefined)
    throw new InputError(
      `--out ${out} holds other files, such as ${other}; expected a new folder or one of this command`,
    );
}

async function remakeFit(
  { recipe: { kind, settings }, base, datasets, folder }: FitStep,
  terminal: Terminal,
): Promise<number> {
  const given = base === undefined ? settings : { ...settings, weights: base };
  if (!isMade(folder)) return runFit(kind, datasets, given, folder, terminal);
  terminal.note(`${folder} is there already`);
  return 0;
}

/** How what a step has made differs from what was recorded; undefined where it does not. */
function differenceAfter(step: Step): string | undefined {
  if (step.kind === 'fit') {
    const { weights } = readWeightsFile(join(step.folder, 'weights.json'));
    // Settings that came after them have their defaults.
    const provenance = { ...step.weights.provenance, settings: step.recipe.settings };
    const difference = weightsDifference({ ...step.weights, provenance }, weights);
    if (difference === undefined) return undefined;
    return `the weights of ${step.name} have the sha256 ${step.weights.sha256} and those made again, in ${step.folder}, ${weights.sha256}; they differ first in ${difference}`;
  }
  const hash = contentsHash(readManifest(step.folder));
  if (hash === step.made.sha256) return undefined;
  return `the dataset that was learned from has the sha256 ${step.made.sha256} and the one made again, in ${step.folder}, ${hash}`;
}

/** Puts the weights where they can be shipped from, with their evidence: that is no part of the fit. */
function deliver({ name, weights, text }: Target, out: string, terminal: Terminal): void {
  const file = join(out, filedName(weights));
  const made = readWeightsFile(join(fitFolder(out, weights), 'weights.json')).weights;
  const madeText = weightsText(weights.evidence === undefined ? made : withEvidence(made, weights.evidence));
  mkdirSync(dirname(file), { recursive: true });
  writeFileAtomically(file, madeText);
  if (made.sha256 !== weights.sha256) {
    const [was, is] = [weights, made].map(({ provenance }) => String(provenance['codeVersion']));
    terminal.out(
      `same numbers, other code: ${name} was made by ${was}, and ${file} by ${is}, sha256 ${made.sha256}`,
    );
    return;
  }
  const same = text === undefined || text === madeText ? 'byte for byte' : 'though written otherwise';
  terminal.out(`the same, ${same}: ${name} is ${file}, sha256 ${made.sha256}`);
}
