import { z } from 'zod';
import { matchSettings, preflightSetting } from '../play/match-settings.ts';
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
import { sprtBoundsSetting, sprtRisks } from './sprt-settings.ts';

export const USUAL_GAMES = 200;
// A test that has decided nothing by then is given up.
export const MOST_GAMES = 100_000;

const player = (value: string) =>
  setting(z.string(), value, `${WEIGHTS_HELP}, random, cmd:PROGRAM or build:DIR`);

export const matchForm = commandForm({
  name: 'match',
  summary: 'play two heuristics, builds or programs against each other',
  description:
    'Plays pairs of games from different random openings with the sides exchanged, and tells what they prove. ' +
    'A and B are weights (default, linear, hand, baseline:NAME or a file), random, cmd:PROGRAM (any program that takes N PLAYER BOARD ' +
    'SECONDS and prints its move on the last line; it is killed at its limit, and loses when it is late, silent, ' +
    'wrong or crashes), or build:DIR and build:DIR,WEIGHTS (the engine of another checkout that has been built, ' +
    'within the same limits, with the weights it plays by default or with those named). Weights may have search ' +
    'parameters of their own after a comma (a JSON file, NAME=VALUE,… or default) and nodes of their own after an @. A match that was stopped or killed ' +
    'resumes with the same command.',
  examples: [
    'match reports/fit/weights.json baseline:hand --game raichu --sprt 0,10 --out reports/match',
    'match baseline:hand,futilityDepth=5 baseline:hand --game betsy --sprt 0,10 --out reports/futility',
    'match baseline:hand build:../evalsmith-main,baseline:hand --game raichu --sprt 0,10 --out reports/search',
  ],
  arguments: { first: player('A'), second: player('B') },
  options: {
    ...boardOptions('the run folder; a folder of the same match is resumed'),
    ...matchSettings,
    parameters: parametersSetting,
    book: bookOption,
    skipOpenings: setting(
      whole(0, 1e9).default(0),
      'K',
      'leave out the first openings, such as those that a player was tuned on',
    ),
    games: optional(
      even(2, 1e7),
      'K',
      'how many games, at most with --sprt',
      `${USUAL_GAMES}, or ${MOST_GAMES} with --sprt`,
    ),
    sprt: optional(sprtBoundsSetting, 'ELO0,ELO1', 'play until one of two differences is rejected'),
    ...sprtRisks,
    seed: seedSetting('decides the openings'),
    preflight: preflightSetting,
    ...playersOptions,
    json: jsonOption,
  },
});
