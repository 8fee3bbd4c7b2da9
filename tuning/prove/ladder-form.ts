import { z } from 'zod';
import { commandForm } from '../settings/command-form.ts';
import {
  boardOptions,
  bookOption,
  jsonOption,
  parametersSetting,
  playersOptions,
} from '../settings/common-options.ts';
import { preflightSetting } from '../play/match-settings.ts';
import { even, optional, seedSetting, setting, whole } from '../settings/setting.ts';

/** What decides a ladder's matches, besides the seed and who plays. */
export const ladderSettings = {
  nodes: setting(whole(1, 1e9).default(1000), 'K', 'nodes searched a move'),
  games: setting(even(2, 1e6).default(100), 'K', 'games of each match'),
};

export const ladderForm = commandForm({
  name: 'ladder',
  summary: 'rate many players together',
  description:
    'Plays each player against each other and fits one rating to all games. Players are weights files, folders of ' +
    'them, default, linear, hand, baseline:NAME, random, cmd:PROGRAM or build:DIR; the first one is the anchor at 0. Matches that are in DIR ' +
    'already are not played again, so that players can be added later.',
  examples: ['ladder random baseline:moves baseline:hand --game conga --out reports/conga-ladder'],
  arguments: { players: setting(z.array(z.string()).min(1), 'PLAYER', 'whom to rate') },
  options: {
    ...boardOptions('the run folder'),
    ...ladderSettings,
    parameters: parametersSetting,
    book: bookOption,
    newest: optional(
      whole(1, 1000),
      'K',
      'each player meets only the last so many named before it',
      'all of them',
    ),
    seed: seedSetting('decides the openings'),
    preflight: preflightSetting,
    ...playersOptions,
    json: jsonOption,
  },
});
