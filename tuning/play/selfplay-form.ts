import { z } from 'zod';
import { WEIGHTS_HELP } from '../../engine/node/weights-folder.ts';
import { commandForm } from '../settings/command-form.ts';
import {
  gameArgument,
  jsonOption,
  outOption,
  parametersSetting,
  fleetOptions,
  sizeOption,
  workersOption,
} from '../settings/common-options.ts';
import { optional, seedSetting, setting, time, whole } from '../settings/setting.ts';
import { selfplaySettings } from './selfplay-settings.ts';

export const USUAL_GAMES = 1000;

/** How much to play. */
export const selfplayLength = {
  games: optional(
    whole(1, 1e9),
    'K',
    'how many games the dataset shall have',
    `${USUAL_GAMES}, or with --for as many as there is time for`,
  ),
  for: optional(time, 'TIME', 'stop after a time such as 90s, 30m or 8h'),
};

export const selfplayForm = commandForm({
  name: 'selfplay',
  summary: 'play games and record them as a dataset',
  description:
    'Plays games of the engine against itself and records every position with its score and result. ' +
    'The same settings give the same bytes for any number of workers. A run that was stopped or killed resumes ' +
    'with the same command; more --games or more time add to what is there.',
  examples: ['selfplay betsy --games 2000 --nodes 1000 --seed 7 --out datasets/betsy-7'],
  arguments: { game: gameArgument },
  options: {
    out: outOption('the folder of the dataset; a folder of the same run is resumed'),
    size: sizeOption,
    ...selfplayLength,
    seed: seedSetting('decides all that is random'),
    weights: optional(z.string(), 'FILE', `the heuristic that plays: ${WEIGHTS_HELP}`, 'default'),
    opponent: optional(z.string(), 'FILE', 'another heuristic to play against; the two move first in turn'),
    parameters: parametersSetting,
    ...selfplaySettings,
    workers: workersOption,
    shard: setting(
      z.string().default('0/1'),
      'I/N',
      'make only the files whose number modulo N is I, for several machines; env and env/N take I (and N) from ' +
        'SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX and write DIR/shard-I-of-N',
    ),
    ...fleetOptions,
    json: jsonOption,
  },
});
