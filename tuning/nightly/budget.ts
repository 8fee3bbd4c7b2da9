/** Time that may be spent: it ends with its own, with that of the whole it is a part of, or by Ctrl-C. */
export class Budget {
  private readonly end: number;
  private readonly name: string;
  private readonly whole: Budget | undefined;
  private readonly isInterrupted: () => boolean;

  /** Null milliseconds for as much as the whole has. */
  constructor(name: string, milliseconds: number | null, whole: Budget | (() => boolean)) {
    this.name = name;
    this.end = performance.now() + (milliseconds ?? Infinity);
    this.whole = whole instanceof Budget ? whole : undefined;
    this.isInterrupted = whole instanceof Budget ? whole.isInterrupted : whole;
  }

  /** Milliseconds. */
  get left(): number {
    return Math.max(0, Math.min(this.end - performance.now(), this.whole?.left ?? Infinity));
  }

  /** Why to stop; undefined while there is time. */
  get reason(): string | undefined {
    if (this.isInterrupted()) return 'it was stopped';
    if (this.whole?.reason !== undefined) return this.whole.reason;
    return performance.now() >= this.end ? `the time of ${this.name} is spent` : undefined;
  }

  get isSpent(): boolean {
    return this.reason !== undefined;
  }
}
