import type { ProgramRecord } from '../play/seat.ts';
import type { MatchPrograms } from '../store/runs.ts';

// More failures than anyone reads are counted in the ends of the match.
const MOST_FAILURES = 50;
const BANDS = 20;

/** What the result of a match keeps of its programs: how they failed, and how long their moves took. */
export function matchPrograms(records: readonly ProgramRecord[], games: number): MatchPrograms | undefined {
  const counted = records.filter(({ game }) => game < games);
  if (counted.length === 0) return undefined;
  const failures = counted.flatMap(({ failure }) => (failure === null ? [] : [failure]));
  const times = [0, 1].map((seat) => timesOf(counted.flatMap(({ milliseconds }) => milliseconds[seat])));
  return { failures: failures.slice(0, MOST_FAILURES), times };
}

function timesOf(milliseconds: readonly number[]): MatchPrograms['times'][number] {
  if (milliseconds.length === 0) return null;
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const longest = sorted.at(-1)!;
  const width = Math.max(1, Math.ceil((longest + 1) / BANDS));
  const bands = Array.from({ length: Math.ceil((longest + 1) / width) }, (_, i) => ({
    from: i * width,
    to: (i + 1) * width,
    moves: sorted.filter((time) => time >= i * width && time < (i + 1) * width).length,
  }));
  return { moves: sorted.length, median: at(0.5), percentile99: at(0.99), longest, bands };
}
