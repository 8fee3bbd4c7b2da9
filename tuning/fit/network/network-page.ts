import { whole } from '../../page/figures.ts';
import type { FitKindPage } from '../data/fit-kind.ts';
import type { NetworkFitResult } from './network-result.ts';

export const networkPage: FitKindPage<NetworkFitResult> = {
  title: ({ hidden }) => `network of ${hidden} hidden units a side`,
  fact: ({ bestEpoch, epochs, activation, rate }) => [
    'Best epoch',
    `${bestEpoch} of ${epochs}`,
    `${activation}; ${whole(rate)} positions a second`,
  ],
  sections: () => [],
  exportsBest: true,
  beside: { linear: 'a linear fit of the same rows' },
};
