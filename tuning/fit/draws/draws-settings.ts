import { z } from 'zod';
import { optional, setting, type Values } from '../../settings/setting.ts';
import { computingSettings, rowSettings, splitSettings, targetSettings } from '../data/data-settings.ts';

export const drawsSettings = {
  weights: setting(
    z.string().min(1).default('default'),
    'F',
    'the weights whose scores are scaled: a file, default, linear, hand or baseline:NAME',
  ),
  ...rowSettings,
  ...targetSettings,
  ridge: setting(
    z.number().min(0).max(1e9).default(20),
    'R',
    'how strongly each factor is pulled to 1, in rows of a sure score',
  ),
  won: optional(
    z.number().gt(0.5).lt(1),
    'P',
    'beyond this win probability a point of score counts an eighth, and the search prefers progress',
    'no bound',
  ),
  ...splitSettings,
  ...computingSettings,
};

export type DrawsSettings = Values<typeof drawsSettings>;
