import { z } from 'zod';
import { WEIGHTS_HELP } from '../../engine/node/weights-folder.ts';
import { commandForm } from '../settings/command-form.ts';
import {
  boardOptions,
  bookOption,
  jsonOption,
  parametersSetting,
  playersOptions,
} from '../settings/common-options.ts';
import { even, optional, seedSetting, setting, whole } from '../settings/setting.ts';
import { eloBounds, sprtBoundsSetting, sprtRisks } from './sprt-settings.ts';

/** What decides a gate's verdict, besides the differences of its test, the seed and who plays. */
export const gateSettings = {
  nodes: setting(whole(1, 1e9).default(5000), 'K', 'nodes searched a move'),
  ...sprtRisks,
  games: setting(even(2, 1e7).default(20_000), 'K', 'the most games of the sequential test'),
  seconds: setting(
    z.number().gt(0).max(3600).default(0.1),
    'S',
    'seconds a move of the match at a time a move',
  ),
  clockGames: setting(even(0, 1e6).default(40), 'K', 'its games; 0 for no such match'),
  otherGames: setting(even(0, 1e6).default(100), 'K', 'games on each other size; 0 for none'),
};

export const gateForm = commandForm({
  name: 'gate',
  summary: 'accept new weights only if they win',
  description:
    'Tries a weights file against the champion: a sequential test at fixed nodes, a short match at a time a move, and ' +
    'for weights of any size matches on other sizes that they may not lose. It first names the file that accepted weights ' +
    'will replace. They are written there, with the evidence in the file, only if what it holds is the champion that they ' +
    'beat; rejected weights change nothing, exit code 1. A gate that was stopped or killed resumes with the same command. ' +
    'Several candidates race first: each plays --race-games against the champion from other openings, the better half stays ' +
    'with twice as many, and the last one left is tried.',
  examples: [
    'gate reports/fit/weights.json --game betsy --out reports/gate',
    'gate fits/1/weights.json fits/2/weights.json fits/3/weights.json --game betsy --out reports/gate',
  ],
  arguments: {
    candidate: setting(z.string(), 'CANDIDATE', WEIGHTS_HELP),
    rivals: setting(
      z.array(z.string()).default([]),
      'RIVAL',
      'other candidates, of which the best one is tried',
    ),
  },
  options: {
    ...boardOptions('the run folder'),
    champion: optional(
      z.string(),
      'FILE',
      `whom to beat: ${WEIGHTS_HELP}`,
      'the weights that are played now where the candidate would be',
    ),
    sprt: setting(
      sprtBoundsSetting.default(z.object(eloBounds).parse({})),
      'ELO0,ELO1',
      'the two differences of the sequential test',
    ),
    ...gateSettings,
    raceGames: setting(
      even(2, 1e6).default(100),
      'K',
      'games of each candidate in the first round of a race',
    ),
    parameters: parametersSetting,
    book: bookOption,
    seed: seedSetting('decides the openings'),
    ...playersOptions,
    json: jsonOption,
    weightsFolder: optional(
      z.string(),
      'DIR',
      'where accepted weights go',
      'engine/weights of a checkout, ./evalsmith/weights with an installed package, ./weights for a game from outside',
    ),
  },
});
