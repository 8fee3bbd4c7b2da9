import { FAULT_KINDS, type Fault, type FaultKind, isKill } from './fault.ts';
import type { Outcome } from './torture.ts';

/** Counts what was done, and tells what failed. */
export class TortureTally {
  commands = 0;
  calls = 0;
  randomKills = 0;
  resumed = 0;
  notReached = 0;
  survived = 0;
  failures = 0;
  private readonly byKind = new Map<FaultKind, number>();

  add(
    command: string,
    { number, name, path, kind }: Fault,
    { code, isReached, isResumed, problems }: Outcome,
  ): void {
    if (isReached) this.byKind.set(kind, (this.byKind.get(kind) ?? 0) + 1);
    else this.notReached++;
    if (isReached && code === 0) this.survived++;
    if (isResumed) this.resumed++;
    if (problems.length > 0)
      this.fail(`${command}: ${kind} at call ${number}, ${name} ${path}: ${problems.join('; ')}`);
  }

  fail(problem: string): void {
    this.failures++;
    console.log(problem);
  }

  lines(): string[] {
    const count = (are: (kind: FaultKind) => boolean) =>
      FAULT_KINDS.filter(are).reduce((sum, kind) => sum + (this.byKind.get(kind) ?? 0), 0);
    const kinds = FAULT_KINDS.map((kind) => `${kind} ${this.byKind.get(kind) ?? 0}`).join(', ');
    return [
      `${this.commands} commands, ${this.calls} calls counted`,
      `${count((kind) => !isKill(kind))} calls failed, ${count(isKill)} kills at calls (${kinds}); ${this.survived} runs ended well all the same, ${this.notReached} did not come to the call`,
      `${this.resumed} runs resumed from states of the disk that differ`,
      `${this.randomKills} kills at random instants`,
      `${this.failures} failures`,
    ];
  }
}
