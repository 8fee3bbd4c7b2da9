import type { Scope } from '../../engine/numbering.ts';

/** What is to be solved, or was: a board, all its positions or those of a scope. */
export interface SolvedBoard {
  game: string;
  size: number;
  scope: Scope;
}

/** A solved board for people: GAME 4 with 7 stones. */
export function solvableName({ game, size, scope }: SolvedBoard): string {
  return `${game} ${size}${scopeText(scope)}`;
}

/** What a scope adds to the name of a board; nothing where it is the whole board. */
export function scopeText(scope: Scope): string {
  const parts = Object.entries(scope).map(([name, value]) => `${value} ${name}`);
  return parts.length === 0 ? '' : ` with ${parts.join(' and ')}`;
}
