// How well heuristics judge and play, measured against exact values.
import type { Evaluator } from '../../engine/evaluator.ts';
import type { Game } from '../../engine/game.ts';
import { type ChosenParameters, parametersOf } from '../../engine/parameters.ts';
import { Player } from '../../engine/player.ts';
import {
  DRAWN,
  legalMoves,
  type Move,
  type Outcome as Decision,
  type Position,
  type Side,
  winnerOf,
} from '../../engine/position.ts';
import { DRAW, isDecisive, WIN, winProbability } from '../../engine/score.ts';
import type { Limits } from '../../engine/search.ts';
import { Table } from '../../engine/table.ts';
import { evaluatorOf, type Weights } from '../../engine/weights.ts';
import { calibration } from '../statistics/calibration.ts';
import type { GradeResult } from '../store/runs.ts';
import {
  type Oracle,
  type Outcome,
  outcomeOf,
  resultOf,
  type ValuedMove,
  worthOf,
} from '../tables/oracle.ts';
import { rankCorrelation } from '../statistics/rank-correlation.ts';
import { LONGEST, type Value } from '../tables/exact-values.ts';

export type Grade = GradeResult['grades'][number];

/** Whose moves are graded: a heuristic, or chance. */
export type Graded = { kind: 'weights'; weights: Weights; parameters: ChosenParameters } | { kind: 'random' };

/** How long a search may be: so many nodes, 0 of them for the static evaluation alone, or so long. */
export type Budget = { nodes: number } | { seconds: number };

/** A position with all that is true of it. */
export interface Question {
  position: Position;
  value: Value;
  moves: readonly ValuedMove[];
}

/** What a player does in a position: how often it keeps the value and how often it loses what was not lost. */
interface Answer {
  kept: number;
  blundered: number;
  /** How it scores the position, for the player to move. */
  score: number | undefined;
  /** What the search took. */
  nodes: number;
}

// Enough for the nodes of a grade, and quick to clear.
const TABLE_MEGABYTES = 2;

// The last distance of each band.
const BANDS = [1, 3, 7, 15, 31, LONGEST];

export function questionsOf(oracle: Oracle, positions: readonly Position[]): Question[] {
  return positions.map((position) => ({
    position,
    value: oracle.valueOf(position),
    moves: oracle.movesOf(position),
  }));
}

/** A band for people: `won in 4-7`. */
export function bandText({ value, from, to }: Grade['bands'][number]): string {
  if (value === 'drawn') return value;
  return `${value} in ${from === to ? from : to === LONGEST ? `${from} or more` : `${from}-${to}`}`;
}

/** Whether the moves of a position differ in value, distances aside. */
export function isChoice({ value, moves }: Question): boolean {
  return moves.some((move) => outcomeOf(move.value) !== outcomeOf(value));
}

/** Grades one player with one budget a position; `heard` is called after each position. */
export function grade(
  game: Game,
  graded: Graded,
  budget: Budget,
  questions: readonly Question[],
  heard: () => void = () => {},
): Omit<Grade, 'name' | 'identity'> {
  const answer = answering(game, graded, budget);
  const answers = questions.map((question) => {
    const answered = answer(question);
    heard();
    return answered;
  });
  const choices = answers.filter((_, i) => isChoice(questions[i]));
  return {
    ...('nodes' in budget
      ? budget
      : { ...budget, nodes: Math.round(mean(answers.map(({ nodes }) => nodes))) }),
    kept: mean(answers.map(({ kept }) => kept)),
    keptChoices: choices.length === 0 ? null : mean(choices.map(({ kept }) => kept)),
    blunders: mean(answers.map(({ blundered }) => blundered)),
    bands: bandsOf(questions, answers),
    score: graded.kind === 'random' ? null : scoreGrade(questions, answers, graded.weights.scale),
  };
}

function answering(game: Game, graded: Graded, budget: Budget): (question: Question) => Answer {
  if (graded.kind === 'random') return expectedByChance;
  const evaluator = evaluatorOf(graded.weights, game);
  if ('nodes' in budget && budget.nodes === 0)
    return (question) =>
      answerOf(question, staticMove(question.position, evaluator), evaluator.evaluate(question.position), 0);
  const table = Table.ofMegabytes(TABLE_MEGABYTES);
  const player = new Player(game, evaluator, table, parametersOf(graded.parameters));
  return (question) => {
    player.forget();
    const { move, score, nodes } = player.choose(question.position, limitsOf(budget));
    return answerOf(question, move, score, nodes);
  };
}

function limitsOf(budget: Budget): Limits {
  if ('nodes' in budget) return budget;
  const deadline = performance.now() + 1000 * budget.seconds;
  return { stop: () => performance.now() >= deadline };
}

function answerOf(question: Question, chosen: Move, score: number, nodes: number): Answer {
  const { value } = question.moves.find(({ move }) => move === chosen)!;
  return { kept: keeps(question, value), blundered: blunders(question, value), score, nodes };
}

/** What a player does on average who makes each move as often as any other. */
function expectedByChance(question: Question): Answer {
  return {
    kept: mean(question.moves.map(({ value }) => keeps(question, value))),
    blundered: mean(question.moves.map(({ value }) => blunders(question, value))),
    score: undefined,
    nodes: 0,
  };
}

function keeps(question: Question, value: Value): number {
  return outcomeOf(value) === outcomeOf(question.value) ? 1 : 0;
}

function blunders(question: Question, value: Value): number {
  return value < 0 && question.value >= 0 ? 1 : 0;
}

function decidedScore(outcome: Exclude<Decision, -1>, mover: Side): number {
  if (outcome === DRAWN) return DRAW;
  return outcome === mover ? WIN : -WIN;
}

/** The move after which the evaluator likes the position best; one that ends the game counts for what it is. */
function staticMove(position: Position, evaluator: Evaluator): Move {
  const mover = position.turn;
  let best = -Infinity;
  let chosen = 0;
  for (const move of legalMoves(position)) {
    position.make(move);
    const winner = winnerOf(position);
    const score = winner === -1 ? -evaluator.evaluate(position) : decidedScore(winner, mover);
    position.unmake();
    if (score > best) {
      best = score;
      chosen = move;
    }
  }
  return chosen;
}

function bandsOf(questions: readonly Question[], answers: readonly Answer[]): Grade['bands'] {
  const bands: Grade['bands'] = [];
  const add = (value: Outcome, from: number, to: number) => {
    const kept = answers
      .filter((_, i) => {
        const plies = Math.abs(questions[i].value);
        return outcomeOf(questions[i].value) === value && plies >= from && plies <= to;
      })
      .map((answer) => answer.kept);
    if (kept.length > 0) bands.push({ value, from, to, positions: kept.length, kept: mean(kept) });
  };
  for (const value of ['won', 'lost'] as const)
    BANDS.forEach((to, i) => add(value, i === 0 ? 1 : BANDS[i - 1] + 1, to));
  add('drawn', 0, 0);
  return bands;
}

function scoreGrade(
  questions: readonly Question[],
  answers: readonly Answer[],
  scale: number,
): Grade['score'] {
  const scores = answers.map(({ score }) => score!);
  const results = questions.map(({ value }) => resultOf(value));
  const signs = questions.flatMap(({ value }, i) =>
    value === 0 ? [] : scores[i] === 0 ? [0.5] : [scores[i] > 0 === value > 0 ? 1 : 0],
  );
  const logits = scores.map((score) => (isDecisive(score) ? Math.sign(score) * Infinity : score / scale));
  return {
    sign: signs.length === 0 ? null : mean(signs),
    rank: rankCorrelation(
      scores,
      questions.map(({ value }) => worthOf(value)),
    ),
    squaredError: mean(scores.map((score, i) => (winProbability(score, scale) - results[i]) ** 2)),
    calibration: calibration(logits, {
      rows: results.length,
      results: Float32Array.from(results),
      counts: new Float32Array(results.length).fill(1),
    }),
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
