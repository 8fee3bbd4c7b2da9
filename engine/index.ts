/** The library entry `evalsmith/engine`. */
export { endingOf } from './ending.ts';
export type { Evaluator } from './evaluator.ts';
export { canonicalBoard, findMove, type Game, type Paint } from './game.ts';
export { games } from './games/index.ts';
export { State } from './history.ts';
export { InputError } from './input-error.ts';
export { perft } from './perft.ts';
export { Player } from './player.ts';
export { legalMoves, type Move, otherSide, Position, type Side, winnerOf } from './position.ts';
export { winProbability } from './score.ts';
export { evaluatorOf, type Weights } from './weights.ts';
