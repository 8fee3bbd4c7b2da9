/** The library entry `evalsmith/engine`: all that a game, a feature set, an evaluator or a search loop of one's own needs. */

/** Games: what a game says of itself, and the whole of it from a description of its board. */
export { type Game, type Paint, canonicalBoard, findMove } from './game.ts';
export type { GameModule, Baseline } from './game-module.ts';
export type {
  Cone,
  ConeBounds,
  ExactValues,
  Numbering,
  Scope,
  Solvable,
  SolvableBoards,
} from './numbering.ts';
export { type Endings, UNKNOWN, KNOWN_WIN } from './endings.ts';
export type { Words, ColumnMoves } from './words.ts';
export { type Drawing, SQUARE, COLOURS, disc, label } from './drawing.ts';
export { type BoardGame, boardGame, squareName } from './board-game.ts';
export { games } from './games/index.ts';
export { contractOf, type Rule, type Breach } from './contract/contract.ts';
export { endingOf, type Ending, type End, type DrawRules } from './ending.ts';
export { InputError } from './input-error.ts';

/** Positions: the rules as a search sees them. */
export {
  Position,
  type Side,
  type Move,
  type Outcome,
  DRAWN,
  legalMoves,
  winnerOf,
  otherSide,
} from './position.ts';
export { State } from './history.ts';
export { BoardPosition, squareOfChange, pieceBefore, pieceAfter } from './board-position.ts';
export { randomWords } from './keys.ts';
export { perft } from './perft.ts';

/** Notation: helpers for board texts. */
export {
  checkBoardText,
  exchangeLetters,
  letterTable,
  mirrorImages,
  NO_LETTER,
  reverseText,
  rowsOfText,
} from './notation.ts';

/** Features and inputs: what a heuristic looks at by name, and what a network looks at. */
export { type Features, FeatureList, subtract } from './features.ts';
export { Inputs } from './inputs.ts';
export { type Pattern, type Patterns, type Places, rowsFromBottom } from './patterns.ts';
export { SquareInputs } from './square-inputs.ts';

/** Evaluators and weights: judging a position, and the file that a heuristic is kept in. */
export type { Evaluator } from './evaluator.ts';
export type { DrawClasses } from './draw-classes.ts';
export type { Draws } from './models/model.ts';
export { type Weights, type Vector, readWeights, evaluatorOf, type Sha256 } from './weights.ts';
export { linearWeights, weightsText } from './seal.ts';

/** Search: choosing a move, by our search or one's own. */
export { Player } from './player.ts';
export { Search, type Limits, type Line, type SearchOptions } from './search.ts';
export type { Rigour } from './tree.ts';
export {
  parameters,
  parametersOf,
  defaultParameters,
  readParameters,
  type Parameter,
  type ParameterName,
  type SearchParameters,
  type ChosenParameters,
} from './parameters.ts';
export { Table, EXACT, LOWER, UPPER } from './table.ts';
export { WIN, DECISIVE, DRAW, isDecisive, lossIn, distanceOf, winProbability } from './score.ts';
