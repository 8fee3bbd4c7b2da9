import type { GradeResult } from '../store/runs.ts';
import { seriesColour } from '../page/chart.ts';
import { counted } from '../page/figures.ts';
import { shortNames } from '../page/player-names.ts';

/** A grade with what it is called and drawn with. */
export interface NamedGrade extends Omit<Grade, 'name'> {
  name: string;
  colour: string;
}

type Grade = GradeResult['grades'][number];

/** The grades with short names and a colour for each player. */
export function namedGrades(grades: readonly Grade[]): NamedGrade[] {
  const names = [...new Set(grades.map(({ name }) => name))];
  const short = shortNames(names);
  return grades.map((grade) => {
    const index = names.indexOf(grade.name);
    return { ...grade, name: short[index], colour: seriesColour(index) };
  });
}

/** Each player once, for a legend. */
export function playersOf(grades: readonly NamedGrade[]): { name: string; colour: string }[] {
  return [...new Map(grades.map(({ name, colour }) => [name, { name, colour }])).values()];
}

/** A player and how far it searches; chance searches nothing. */
export function gradeName({ name, nodes, score }: NamedGrade): string {
  return score === null ? name : `${name} at ${counted(nodes, 'node')}`;
}
