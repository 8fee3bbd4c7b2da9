import { CACHE_HELP } from '../dataset/column-cache.ts';
import { z } from 'zod';
import { commandForm } from '../settings/command-form.ts';
import { fleetOptions, jsonOption, storeOption } from '../settings/common-options.ts';
import { optional, setting, time, whole } from '../settings/setting.ts';

const OF_CONFIG = 'that of the config';

export const nightlyForm = commandForm({
  name: 'nightly',
  summary: 'the whole loop for one night',
  description:
    'For each game and size of the config: self-play with the champion, fits, a gate for each fit, a player with the champion, a ' +
    'ladder and pages; then a site. Each night is a folder OUT/night-NNNN. One that was stopped, killed or ran out of time is ' +
    'resumed by the same command; one that is over is followed by the next. Exit code 0 where every stage ran, 1 where one ' +
    'failed or was cut short. tuning/nightly/README.md explains the config. ' +
    CACHE_HELP,
  examples: [
    'nightly nightly.json --for 8h --keep 14',
    'nightly nightly.json --queue env --store /shared/evalsmith',
  ],
  arguments: { config: setting(z.string(), 'CONFIG', 'a JSON file, such as tuning/nightly/nightly.json') },
  options: {
    for: optional(time, 'TIME', 'stop after a time such as 90s, 30m or 8h', OF_CONFIG),
    keep: optional(whole(1, 1e6), 'N', 'nights whose games are kept', OF_CONFIG),
    workers: optional(whole(1, 256), 'W', 'games played at a time', `${OF_CONFIG}, or one a core`),
    ...fleetOptions,
    store: storeOption,
    json: jsonOption,
  },
});
