import { dirname } from 'node:path';
import { gameNamed } from '../../engine/games/index.ts';
import { parametersName } from '../../engine/node/named-parameters.ts';
import { type ChosenParameters, parameterList } from '../../engine/parameters.ts';
import { z } from 'zod';
import { dedupeForm, mergeForm, sampleForm, splitForm } from '../dataset/dataset-forms.ts';
import type { Manifest } from '../dataset/manifest.ts';
import { truthForm } from '../oracle/oracle-forms.ts';
import { selfplayForm } from '../play/selfplay-form.ts';
import { type CommandForm, commandText } from '../settings/command-form.ts';

/** The command that makes a dataset again, from its manifest, with its inputs of these names in their order; undefined where there is none. */
export function datasetCommand(
  out: string,
  { game, size, games, settings }: Pick<Manifest, 'game' | 'size' | 'games' | 'settings'>,
  inputs: readonly string[],
): string | undefined {
  const [folder = '', other = null] = inputs;
  // A manifest names settings as the command that made it does, but for its inputs.
  const command = (form: CommandForm, values: object) => {
    try {
      return commandText(form, { ...settings, out, ...values });
    } catch (error) {
      // Settings that no command has.
      if (error instanceof z.ZodError) return undefined;
      throw error;
    }
  };
  switch (settings['by']) {
    case 'selfplay':
      return command(selfplayForm, {
        game,
        size,
        games,
        weights: folder,
        opponent: other,
        parameters: parametersText(game, settings['parameters']),
      });
    case 'dedupe':
      return command(dedupeForm, { folder });
    case 'sample':
      return command(sampleForm, { folder, positions: settings['count'] });
    case 'split':
      return command(splitForm, { folder, out: dirname(out) });
    case 'merge':
      return command(mergeForm, { folders: inputs });
    case 'oracle':
      return command(truthForm, { oracle: folder, of: other });
    default:
      return undefined;
  }
}

/** How a command names search parameters that were recorded. */
function parametersText(gameName: string, recorded: unknown): string | null {
  const chosen = (recorded ?? {}) as ChosenParameters;
  const game = gameNamed(gameName);
  return game === undefined ? parameterList(chosen) || null : parametersName(game, chosen);
}
