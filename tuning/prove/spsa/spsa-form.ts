import { z } from 'zod';
import { commandForm } from '../../settings/command-form.ts';
import { jsonOption, outOption, playersOptions } from '../../settings/common-options.ts';
import { optional, setting } from '../../settings/setting.ts';

export const spsaForm = commandForm({
  name: 'spsa',
  summary: 'tune search parameters, or numbers of weights, by games',
  description:
    'Tunes numbers of a JSON config by simultaneous perturbation: at each step all are moved to either side at once, both sides play ' +
    'pairs of games, and each number follows what its side won. They are search parameters, the weights of linear features, or ' +
    'the output layer of a network. At the end a sequential test plays the estimate against the start from other openings. Search ' +
    'parameters that it accepts become those that the game is played with; accepted weights are written to weights.json ' +
    'in the run folder, for `evalsmith gate`; a rejected estimate changes nothing, exit code 1. A run that was stopped or killed resumes with the same ' +
    'command. tuning/prove/spsa/spsa.schema.json lists every key of the config.',
  examples: ['spsa tuning/prove/spsa/spsa.json --out reports/spsa-betsy'],
  arguments: { config: setting(z.string(), 'CONFIG', 'a JSON file, such as tuning/prove/spsa/spsa.json') },
  options: {
    out: outOption('the run folder; a folder of the same run is resumed'),
    ...playersOptions,
    parametersFolder: optional(
      z.string().min(1),
      'DIR',
      'where accepted search parameters go',
      'engine/parameters of a checkout, ./evalsmith/parameters with an installed package, ./parameters for a game from outside',
    ),
    json: jsonOption,
  },
});
