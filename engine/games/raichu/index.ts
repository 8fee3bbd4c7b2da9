export { raichu as default } from './game.ts';
export * from './openings.ts';
export { solvable } from './numbering.ts';
export { drawing } from './drawing.ts';
export { words } from './words.ts';
