import { type LiveRun, liveRuns } from './live-run.ts';

// A rate is taken over so long at most, so that it follows what changes.
const WINDOW_MILLISECONDS = 60_000;

/** Looks at runs again and again, and knows from that how fast they go. */
export class Watcher {
  private readonly folders: readonly string[];
  private readonly seen = new Map<string, { at: number; done: number }[]>();

  constructor(folders: readonly string[]) {
    this.folders = folders;
  }

  look(now = performance.now()): LiveRun[] {
    return liveRuns(this.folders).map((run) => this.timed(run, now));
  }

  private timed(run: LiveRun, now: number): LiveRun {
    const looks = (this.seen.get(run.folder) ?? []).filter(({ at }) => now - at <= WINDOW_MILLISECONDS);
    looks.push({ at: now, done: run.done });
    this.seen.set(run.folder, looks);
    const [first] = looks;
    if (run.status !== 'running' || now - first.at < 1000 || run.done <= first.done) return run;
    const rate = ((run.done - first.done) * 1000) / (now - first.at);
    const left = run.goal === null ? null : Math.max(0, run.goal - run.done) / rate;
    return { ...run, rate, secondsLeft: left === null ? null : Math.round(left) };
  }
}
