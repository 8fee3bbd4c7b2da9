export { raichu as default } from './game.ts';
export * from './openings.ts';
export { endings } from './endings.ts';
export { solvable } from './solvable.ts';
export { drawing } from './drawing.ts';
export { words } from './words.ts';
