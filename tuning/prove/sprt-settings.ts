import { z } from 'zod';
import { setting } from '../settings/setting.ts';

const elo = (usual: number, of: string) =>
  setting(z.number().min(-1000).max(1000).default(usual), 'ELO', `the difference of ${of}`);
const risk = z.number().min(0.0001).max(0.49).default(0.05);

/** The two differences of a sequential test. */
export const eloBounds = { elo0: elo(0, 'H0'), elo1: elo(10, 'H1') };

/** The rest of a sequential test. */
export const sprtRisks = {
  alpha: setting(risk, 'P', 'the probability of accepting H1 where H0 is true'),
  beta: setting(risk, 'P', 'the probability of accepting H0 where H1 is true'),
  model: setting(
    z.enum(['logistic', 'normalized']).default('normalized'),
    'MODEL',
    'the scale of all Elo given: logistic, or normalized by the spread',
  ),
};

/** Both differences as one option. */
export const sprtBoundsSetting = z
  .strictObject({ elo0: eloBounds.elo0.unwrap(), elo1: eloBounds.elo1.unwrap() })
  .refine(({ elo0, elo1 }) => elo0 < elo1, 'expected the first Elo to be the lower');
