import { CACHE_HELP } from '../dataset/column-cache.ts';
import { z } from 'zod';
import { commandForm } from '../settings/command-form.ts';
import {
  fleetOptions,
  jsonOption,
  outOption,
  storeOption,
  workersOption,
} from '../settings/common-options.ts';
import { backendSetting } from '../fit/data/data-settings.ts';
import { setting } from '../settings/setting.ts';

export const sweepForm = commandForm({
  name: 'sweep',
  summary: 'many fits and one table',
  description:
    'Runs the fits of a JSON config in order and prints a table of them, which is also written as table.csv. ' +
    'Fits that are in the folder already are not run again, so a sweep that was stopped resumes with the same command. ' +
    'Fits whose config names no backend have that of the command. The config has datasets (from its own folder), settings of all fits, and a grid of values, a list of fits, or both; with `match` each fit then plays, and the table has Elo with its 95 % interval and how often it moves as a deep search does; ' +
    'tuning/sweep/sweep.schema.json lists every key. ' +
    CACHE_HELP,
  examples: [
    'sweep tuning/sweep/sweep.json --out reports/lambda',
    'sweep tuning/sweep/sweep.json --out reports/lambda --queue env --store /shared/evalsmith',
  ],
  arguments: { config: setting(z.string(), 'CONFIG', 'a JSON file, such as tuning/sweep/sweep.json') },
  options: {
    out: outOption('the folder of the sweep; a folder that holds some of it is resumed'),
    backend: backendSetting,
    ...fleetOptions,
    store: storeOption,
    workers: workersOption,
    json: jsonOption,
  },
});
