import * as Plot from '@observablehq/plot';
import type { GradeResult } from '../store/runs.ts';
import { seriesColour } from '../page/chart.ts';
import { counted } from '../page/figures.ts';
import { shortNames } from '../page/player-names.ts';

type Grade = GradeResult['grades'][number];

/** A grade with what it is called and drawn with. */
export type NamedGrade = Grade & { colour: string };

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

/** The nodes that were searched, least first. */
export function budgetsOf(grades: readonly NamedGrade[]): number[] {
  return [...new Set(grades.map(({ nodes }) => nodes))].toSorted((a, b) => a - b);
}

/** The value that each player keeps, as a line. */
export function gradeLines(
  grades: readonly Pick<NamedGrade, 'name' | 'colour' | 'kept'>[],
  x: string,
  r = 5,
): Plot.Markish[] {
  return [
    Plot.lineY(grades, { x, y: 'kept', z: 'name', stroke: 'colour', strokeWidth: 2 }),
    Plot.dot(grades, { x, y: 'kept', fill: 'colour', r }),
  ];
}

/** A player and how far it searches; chance searches nothing. */
export function gradeName({ name, nodes, score }: NamedGrade): string {
  return score === null ? name : `${name} at ${counted(nodes, 'node')}`;
}
