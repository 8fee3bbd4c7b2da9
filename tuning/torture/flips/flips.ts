import { randomFrom } from '../../statistics/random.ts';
import { type Damage, flip, OTHER_DAMAGE } from './damage.ts';
import { subjectsIn } from './subjects.ts';
import { type Outcome, OUTCOMES, Specimen } from './trial.ts';

export interface Tally {
  kind: string;
  files: number;
  flips: Record<Outcome, number>;
  others: Record<Outcome, number>;
}

export interface Goal {
  seed: number;
  flips: number;
  /** Besides the flips. */
  others: number;
}

/** Damages the files of a room again and again, one at a time, as often for each kind of file; reports what should not be. */
export async function tortureFiles(
  room: string,
  goal: Goal,
  wrong: (line: string) => void,
): Promise<Tally[]> {
  const subjects = await subjectsIn(room);
  const kinds = [...new Set(subjects.map(({ kind }) => kind))].map((kind) => ({
    kind,
    specimens: subjects.filter((subject) => subject.kind === kind).map((subject) => new Specimen(subject)),
  }));
  return kinds.map(({ kind, specimens }, i) => {
    const random = randomFrom(goal.seed, kind);
    const trials = (total: number, chosen: () => [string, Damage]) => {
      const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
      for (let left = shareOf(total, i, kinds.length); left > 0; left--) {
        const [specimen, other] = [0, 1].map(() => specimens[random.below(specimens.length)]);
        const [name, damage] = chosen();
        const { outcome, detail } = specimen.try(damage(specimen.bytes, other.bytes, random));
        counts[outcome]++;
        if (detail !== undefined) wrong(`${specimen.subject.file}, ${name}: ${outcome}: ${detail}`);
      }
      return counts;
    };
    const names = Object.keys(OTHER_DAMAGE);
    const flips = trials(goal.flips, () => ['a flip', flip]);
    const others = trials(goal.others, () => {
      const name = names[random.below(names.length)];
      return [name, OTHER_DAMAGE[name]];
    });
    return { kind, files: specimens.length, flips, others };
  });
}

/** A share of a total such that all of them add up to it. */
const shareOf = (total: number, i: number, of: number) =>
  Math.floor((total * (i + 1)) / of) - Math.floor((total * i) / of);
