// npm run torture:flips [FLIPS [SEED]]: damages every kind of file that the toolkit reads again, and counts what came of it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duration } from '../../process/progress.ts';
import { tableLines } from '../../process/text-table.ts';
import { tortureFiles, type Tally } from './flips.ts';
import { OUTCOMES } from './trial.ts';
import { makeRoom } from './torture-room.ts';

const [flips = 100_000, seed = 1] = process.argv.slice(2).map(Number);
// In memory where that is had: each file that is written safely waits for the disk.
const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const folder = mkdtempSync(join(disk, 'evalsmith-flips-'));
try {
  const room = join(folder, 'room');
  await makeRoom(room);
  const begin = performance.now();
  const goal = { seed, flips, others: Math.ceil(flips / 5) };
  const tallies = await tortureFiles(room, goal, (line) => console.error(line));
  for (const which of ['flips', 'others'] as const) {
    console.log(
      which === 'flips'
        ? `${goal.flips} flips of a bit, seed ${seed}`
        : `\n${goal.others} times other damage`,
    );
    const cells = (counts: Tally['flips']) => OUTCOMES.map((outcome) => String(counts[outcome]));
    const rows = tallies.map((tally) => [tally.kind, String(tally.files), ...cells(tally[which])]);
    const sums = OUTCOMES.map((outcome) =>
      String(tallies.reduce((sum, tally) => sum + tally[which][outcome], 0)),
    );
    const files = String(tallies.reduce((sum, tally) => sum + tally.files, 0));
    for (const line of tableLines([['kind of file', 'files', ...OUTCOMES], ...rows, ['all', files, ...sums]]))
      console.log(line);
  }
  console.log(`\n${duration(performance.now() - begin)}`);
  const isWrong = ({ flips: some, others }: Tally) =>
    [some, others].some((counts) => counts['sealed in'] + counts.unexpected > 0);
  process.exitCode = tallies.some(isWrong) ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
