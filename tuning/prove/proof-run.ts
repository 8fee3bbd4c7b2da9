import { type CommandForm, commandText } from '../settings/command-form.ts';
import { codeVersion } from '../store/identity.ts';
import { type RunHeader, writeRunFolder } from '../store/run-folder.ts';
import type { GateResult, LadderResult, MatchResult } from '../store/runs.ts';

/** What run.json records of a run of games before it is played: the values of its command, but for the folder, and its weights. */
export interface ProofRecord extends Pick<RunHeader, 'inputs'> {
  settings: RunHeader['settings'] & { game: string; seed: number };
}

/** Writes the folder of a run of games. */
export function writeProofRun(
  form: CommandForm,
  folder: string,
  { settings, inputs }: ProofRecord,
  result: MatchResult | GateResult | LadderResult,
  status: RunHeader['status'] = 'done',
): void {
  const { game, seed } = settings;
  const command = commandText(form, { ...settings, out: folder });
  const run = { command, settings, seed, codeVersion: codeVersion('games', game), inputs, status };
  writeRunFolder(folder, { kind: result.kind, ...run }, result);
}
