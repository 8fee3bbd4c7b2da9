import { type CommandForm, commandText } from '../settings/command-form.ts';
import { codeVersion } from '../store/identity.ts';
import { type RunHeader, writeRunFolder } from '../store/run-folder.ts';
import type { GateResult, LadderResult, MatchResult } from '../store/runs.ts';

/** Writes the folder of a run of games: `values` are those of the command, but for the folder. */
export function writeProofRun(
  form: CommandForm,
  folder: string,
  values: RunHeader['settings'] & { game: string; seed: number },
  inputs: RunHeader['inputs'],
  result: MatchResult | GateResult | LadderResult,
  status: RunHeader['status'] = 'done',
): void {
  const { game, seed } = values;
  const command = commandText(form, { ...values, out: folder });
  const version = codeVersion('games', game);
  const run = { command, settings: values, seed, codeVersion: version, inputs, status };
  writeRunFolder(folder, { kind: result.kind, ...run }, result);
}
