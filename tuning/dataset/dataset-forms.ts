// The commands that make datasets of others; `dataset-command.ts` has those that only read.
import { z } from 'zod';
import { commandForm } from '../settings/command-form.ts';
import { jsonOption, outOption } from '../settings/common-options.ts';
import { seedSetting, setting, toggle, whole } from '../settings/setting.ts';

export const folderArgument = setting(z.string(), 'DIR', 'the folder of a dataset');

export const dedupeForm = commandForm({
  name: 'dataset dedupe',
  summary: 'keep each position once, up to symmetry',
  description:
    'Writes a dataset of positions: all of them (none), each once as it first occurred (first), or each once with ' +
    'the mean of its scores and results and their number (merge). Positions that are the same up to a symmetry ' +
    'of the rules are the same.',
  examples: ['dataset dedupe datasets/betsy-7 --out datasets/betsy-7-positions'],
  arguments: { folder: folderArgument },
  options: {
    out: outOption('the new dataset'),
    mode: setting(
      z.enum(['none', 'first', 'merge']).default('merge'),
      'none|first|merge',
      'what to do with duplicates',
    ),
    all: toggle('also take positions that were not searched: of openings and before random moves'),
    json: jsonOption,
  },
});

export const splitForm = commandForm({
  name: 'dataset split',
  summary: 'hold some games out',
  description:
    'Writes two datasets, DIR/train and DIR/held-out. A game, or a position with all its duplicates, is in one of ' +
    'them alone; a hash of its number decides in which, so a longer run splits its beginning the same way.',
  examples: ['dataset split datasets/betsy-7 --out datasets/betsy-7-split --held-out 0.2'],
  arguments: { folder: folderArgument },
  options: {
    out: outOption('the folder of the two new datasets'),
    heldOut: setting(z.number().min(0).max(1).default(0.1), 'SHARE', 'the share that is held out'),
    seed: seedSetting('another seed holds out others'),
    json: jsonOption,
  },
});

export const sampleForm = commandForm({
  name: 'dataset sample',
  summary: 'choose positions at random',
  description: 'Writes a dataset of positions chosen at random, each as likely as any other.',
  examples: ['dataset sample datasets/betsy-7 --positions 5000 --out datasets/betsy-7-sample'],
  arguments: { folder: folderArgument },
  options: {
    out: outOption('the new dataset'),
    positions: setting(whole(1, 1e9), 'K', 'how many to choose'),
    seed: seedSetting('another seed chooses others'),
    all: toggle('also choose among positions that were not searched'),
    json: jsonOption,
  },
});

export const mergeForm = commandForm({
  name: 'dataset merge',
  summary: 'make one dataset of several',
  description:
    'Writes one dataset of several of the same game and size. Shards of one run that were made apart (--shard) ' +
    'become what one machine would have made, byte for byte; games of different runs are numbered anew.',
  examples: ['dataset merge part-0 part-1 --out datasets/betsy-7'],
  arguments: { folders: setting(z.array(z.string()).min(1), 'DIR', 'folders of datasets') },
  options: { out: outOption('the new dataset'), json: jsonOption },
});
