import { z } from 'zod';
import { drawSettings, openingSettings } from '../play/game-settings.ts';
import { WEIGHTS_HELP } from '../../engine/node/weights-folder.ts';
import { commandForm } from '../settings/command-form.ts';
import {
  jsonOption,
  gameArgument,
  outOption,
  parametersSetting,
  playersOptions,
  sizeOption,
} from '../settings/common-options.ts';
import { seedSetting, setting, whole } from '../settings/setting.ts';

const nodes = (whose: string) =>
  setting(
    z.array(whole(1, 1e9)).min(2).max(8),
    'K,…',
    `nodes a move of the ${whose} player, one match for each; the last match tries the choice`,
  );

export const openingsForm = commandForm({
  name: 'openings',
  summary: 'make a book of openings that separate',
  description:
    'Tries random openings, no two the same up to symmetry, by pairs of games between two players of near-equal strength that are not ' +
    'under test, and keeps those that tell players apart: near half of their pairs do not end 1:1, and neither side to ' +
    'move wins more than 60 % of an opening’s decided games. A last match with other nodes tries the choice. DIR has ' +
    'book.json, which match, gate and ladder take by --book, and the matches. A run that was stopped or killed resumes with the same command.',
  examples: [
    'openings betsy --first betsy.json --first-nodes 400,600,500 --second betsy-5.json --second-nodes 80,120,100 --out runs/book',
  ],
  arguments: { game: gameArgument },
  options: {
    out: outOption('the run folder'),
    size: sizeOption,
    json: jsonOption,
    first: setting(z.string().min(1), 'WEIGHTS', `a player: ${WEIGHTS_HELP}`),
    firstNodes: nodes('first'),
    second: setting(z.string().min(1), 'WEIGHTS', 'the other player'),
    secondNodes: nodes('second'),
    tried: setting(whole(1, 1e6).default(1000), 'K', 'how many openings to try'),
    keep: setting(whole(1, 1e6).default(500), 'K', 'how many to keep at most'),
    ...openingSettings,
    cap: drawSettings.cap,
    parameters: parametersSetting,
    seed: seedSetting('decides the openings'),
    ...playersOptions,
  },
});
