export { conga as default } from './game.ts';
export * from './openings.ts';
<<<<<<< HEAD
export { solvable } from './numbering.ts';
=======
export { drawing } from './drawing.ts';
export { words } from './words.ts';
>>>>>>> ea57488
