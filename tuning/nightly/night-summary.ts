import { join } from 'node:path';
import type { NightlyResult } from '../store/runs.ts';

type PartResult = NightlyResult['parts'][number];

/** A night for people: what was generated, fitted and accepted, how much stronger it is, and where to look. */
export function summaryLines(
  { night, isComplete, parts, page, site, deleted }: NightlyResult,
  folder: string,
): string[] {
  const bytes = deleted.reduce((sum, deletion) => sum + deletion.bytes, 0);
  return [
    `night ${night}${isComplete ? '' : ', not all of it'}`,
    ...parts.flatMap(partLines),
    ...(deleted.length === 0
      ? []
      : [`deleted ${deleted.length} folders and files of earlier nights, ${(bytes / 1e6).toFixed(1)} MB`]),
    `the night's page: ${join(folder, page)}`,
    `the site: ${join(folder, site)}`,
  ];
}

function partLines({
  game,
  size,
  stages,
  generated,
  learnedFrom,
  fits,
  gates,
  champion,
  ladder,
}: PartResult): string[] {
  const lines: string[] = [];
  if (generated !== null && learnedFrom !== null)
    lines.push(
      `generated  ${generated.games} games, ${generated.positions} positions; ` +
        `learned from ${learnedFrom.positions} of ${learnedFrom.datasets} ${learnedFrom.datasets === 1 ? 'night' : 'nights'}`,
    );
  for (const { model, heldOut } of fits)
    lines.push(
      heldOut === null
        ? `fitted     ${model}: no game was held out`
        : `fitted     ${model}: held-out loss ${heldOut.loss.toFixed(4)}, predicts the winner in ${(100 * heldOut.accuracy).toFixed(1)} % of positions`,
    );
  for (const { candidate, champion: against, verdict, reason, games, elo } of gates)
    lines.push(
      `${verdict.padEnd(9)}  ${candidate} against ${against}: ${eloText(elo)} in ${games} games${reason === null ? '' : `; ${reason}`}`,
    );
  lines.push(`champion   ${championText(champion, ladder)}`);
  for (const { name, status, reason } of stages)
    if (status !== 'done') lines.push(`${status.padEnd(9)}  ${name}: ${reason}`);
  return [`${game} ${size}`, ...lines.map((line) => `  ${line}`)];
}

function championText(
  { before, number, player }: PartResult['champion'],
  ladder: PartResult['ladder'],
): string {
  const won = number - before;
  const change = won === 0 ? `still ${number}` : `${number}, ${won} more than before`;
  const rating =
    ladder === null
      ? ''
      : `; ${ladder.elo.toFixed(0)} +-${ladder.margin.toFixed(0)} Elo above ${ladder.anchor}` +
        gainText(ladder.gain, 'the champion before') +
        (ladder.gainOfAll === ladder.gain ? '' : gainText(ladder.gainOfAll, 'the oldest one rated'));
  return `${change}${rating}${player === null ? '' : `; player ${player}`}`;
}

function gainText(gain: number | null, over: string): string {
  return gain === null ? '' : `, ${gain >= 0 ? '+' : ''}${gain.toFixed(0)} over ${over}`;
}

function eloText(elo: PartResult['gates'][number]['elo']): string {
  if (elo === null || elo.value === null) return 'no Elo known';
  const limit = (value: number | null) => value?.toFixed(0) ?? 'no limit';
  return `${elo.value >= 0 ? '+' : ''}${elo.value.toFixed(0)} Elo [${limit(elo.low)}, ${limit(elo.high)}]`;
}
