import { z } from 'zod';
import type { FitKind } from '../data/fit-kind.ts';
import { fitNetwork } from './fit-network.ts';
import { type NetworkData, readNetworkData } from './input-lists.ts';
import { type NetworkFitResult, networkFitResultSchema } from './network-result.ts';
import { type NetworkSettings, networkSettings } from './network-settings.ts';

/** A small perspective network. */
export const networkKind: FitKind<NetworkSettings, NetworkData, NetworkFitResult> = {
  name: 'network',
  summary: 'a small network for one size of board',
  description:
    'Trains a perspective network until the loss on held-out games no longer falls, and writes a run folder with the ' +
    'best epoch: run.json, metrics.csv, weights.json and result.json. The same datasets and settings give the same ' +
    'weights.json. A fit that was stopped or killed resumes from the last whole epoch with the same command.',
  settings: z.strictObject(networkSettings),
  result: networkFitResultSchema,
  step: 'epoch',
  isResumable: true,
  read: readNetworkData,
  fit: fitNetwork,
  summaryLines: ({ hidden, activation, epochs, bestEpoch, rate }) => [
    `${hidden} hidden units a side, ${activation}; the best of ${epochs} epochs was number ${bestEpoch}; ${Math.round(rate)} positions a second`,
  ],
  page: async () => (await import('./network-page.ts')).networkPage,
};
