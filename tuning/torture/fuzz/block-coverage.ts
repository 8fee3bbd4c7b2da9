import { Session, type Profiler } from 'node:inspector';

/** Which blocks of the built toolkit run, told by V8. */
export class BlockCoverage {
  private readonly session = new Session();
  private readonly seen = new Set<string>();

  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    this.fresh();
  }

  /** How many blocks have run since it was last asked that never had before. */
  fresh(): number {
    let count = 0;
    for (const { url, functions } of this.taken()) {
      if (!/\/dist\/(engine|tuning)\/(?!torture)/.test(url)) continue;
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count: times } of ranges) {
          const key = `${url} ${startOffset} ${endOffset}`;
          if (times === 0 || this.seen.has(key)) continue;
          this.seen.add(key);
          count++;
        }
    }
    return count;
  }

  get blocks(): number {
    return this.seen.size;
  }

  close(): void {
    this.session.disconnect();
  }

  private taken(): Profiler.ScriptCoverage[] {
    let taken: Profiler.ScriptCoverage[] = [];
    // In its own process the session answers before it returns.
    this.session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error !== null) throw error;
      taken = answer.result;
    });
    return taken;
  }
}
