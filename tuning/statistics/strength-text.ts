import type { Estimate, Interval } from './estimate.ts';
import type { Sprt, SprtSettings } from './sprt.ts';
import type { Tally } from './tally.ts';

/** An estimate; those of older runs have no game-pair Elo. */
type Shown = Omit<Estimate, 'gamePairElo'> & { readonly gamePairElo?: Interval };

/** What pairs of games show, for people. */
export function strengthLines([LL, LD, DD, WD, WW]: Tally, strength: Shown | null): string[] {
  if (strength === null) return ['Pairs  none'];
  const { score, variance, elo, normalizedElo, gamePairElo, superiority } = strength;
  const drawn = (100 * DD) / (LL + LD + DD + WD + WW);
  return [
    `Pairs  ${WD + WW} won, ${DD} drawn (${drawn.toFixed(1)} %), ${LL + LD} lost`,
    `Score  ${(score * 100).toFixed(2)} % of ${strength.games} games, variance of a pair ${variance.toFixed(5)}`,
    `Elo    ${formatInterval(elo)}`,
    `nElo   ${formatInterval(normalizedElo)}`,
    ...(gamePairElo === undefined ? [] : [`ngpElo ${formatInterval(gamePairElo)}`]),
    `LOS    ${superiority === null ? 'unknown' : `${(superiority * 100).toFixed(2)} %`}`,
  ];
}

/** What a sequential test has come to, for people. */
export function testLines(
  { elo0, elo1, model }: SprtSettings,
  { llr, lower, upper, decision }: Sprt,
): string[] {
  return [
    `LLR    ${llr.toFixed(2)} (${lower.toFixed(2)}, ${upper.toFixed(2)}) [${elo0}, ${elo1}] ${model}`,
    decision,
  ];
}

function formatInterval({ value, low, high }: Interval): string {
  const estimated = value === null ? 'unknown' : value.toFixed(2);
  if (low === null && high === null) return estimated;
  return `${estimated} [${low?.toFixed(2) ?? 'no limit'}, ${high?.toFixed(2) ?? 'no limit'}] (95 %)`;
}
