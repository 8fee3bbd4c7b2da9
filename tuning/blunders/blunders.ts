// Where a heuristic errs: positions of recorded games, looked at again by a deeper search or by exact values.
import { z } from 'zod';
import { findMove, type Game } from '../../engine/game.ts';
import type { Player } from '../../engine/player.ts';
import { DRAWN, legalMoves, type Position, type Side, winnerOf } from '../../engine/position.ts';
import { winProbability } from '../../engine/score.ts';
import { choiceOf } from '../../engine/text/choice.ts';
import { type Contribution, contributions } from '../../engine/text/contributions.ts';
import { evaluatorOf, type Weights } from '../../engine/weights.ts';
import { gamesOf } from '../dataset/games.ts';
import type { Manifest } from '../dataset/manifest.ts';
import type { GameRow } from '../dataset/rows.ts';
import { randomFrom } from '../statistics/random.ts';
import { type Oracle, resultOf, worthOf } from '../tables/oracle.ts';

const contributionSchema = z.strictObject({
  feature: z.string(),
  value: z.number(),
  weight: z.number(),
  contribution: z.number(),
});

/** A position, what was played there, and what is thought of it; scores and chances are those of the player to move. */
const judgedSchema = z.strictObject({
  game: z.int(),
  ply: z.int(),
  player: z.string(),
  board: z.string(),
  /** The move of the record, and what came of that game for the player to move. */
  played: z.string(),
  result: z.number(),
  /** The heuristic without a search, and the other one. */
  static: z.number(),
  staticChance: z.number(),
  otherChance: z.number(),
  /** The deeper search or the exact value: the best move, and the chance with it and after the move of the record. */
  best: z.string(),
  line: z.array(z.string()),
  score: z.number(),
  bestChance: z.number(),
  playedChance: z.number(),
  /** What each feature said, by the weights that have features. */
  features: z.array(contributionSchema),
});

export const blundersSchema = z.strictObject({
  game: z.string(),
  size: z.int(),
  looked: z.int(),
  judge: z.string(),
  weights: z.string(),
  against: z.string(),
  /** Whose features are told: those of the heuristic, or linear weights where it has none. */
  explainedBy: z.string(),
  /** The largest first: chance lost by the move, |static - deeper|, |one heuristic - the other|. */
  moves: z.array(judgedSchema),
  statics: z.array(judgedSchema),
  heuristics: z.array(judgedSchema),
});

export type Judged = z.infer<typeof judgedSchema>;
export type Blunders = z.infer<typeof blundersSchema>;

/** What judges a position and its moves. */
export type Judge = (
  position: Position,
  played: number,
) => Pick<Judged, 'best' | 'line' | 'score' | 'bestChance' | 'playedChance'>;

/** A deeper search of so many nodes as a judge. */
export function searchJudge(game: Game, player: Player, nodes: number, scale: number): Judge {
  return (position, played) => {
    // Each search knows nothing of those before it: a position has one judgement, whatever else is looked at.
    player.forget();
    const line = player.choose(position, { nodes });
    const { move, line: texts } = choiceOf(game, position, line, scale);
    const bestChance = winProbability(line.score, scale);
    const about = { best: move, line: texts, score: line.score, bestChance };
    if (line.move === played) return { ...about, playedChance: bestChance };
    const mover = position.turn;
    position.make(played);
    const winner = winnerOf(position);
    let playedChance = winner === -1 ? 0 : winner === mover ? 1 : winner === DRAWN ? 0.5 : 0;
    if (winner === -1) {
      player.forget();
      playedChance = 1 - winProbability(player.choose(position, { nodes }).score, scale);
    }
    position.unmake();
    // A search that found nothing better than what it looked at later did not look far enough for a verdict.
    return { ...about, playedChance: Math.min(playedChance, bestChance) };
  };
}

/** Exact values as a judge: a move that keeps the value loses nothing. */
export function exactJudge(game: Game, oracle: Oracle): Judge {
  return (position, played) => {
    const moves = oracle.movesOf(position);
    const [{ move, value }] = moves;
    const own = moves.find((one) => one.move === played)!;
    return {
      best: game.formatMove(position, move),
      line: [game.formatMove(position, move)],
      score: worthOf(value),
      bestChance: resultOf(value),
      playedChance: resultOf(own.value),
    };
  };
}

interface Looked {
  game: Game;
  folder: string;
  manifest: Manifest;
  weights: Weights;
  other: Weights;
  /** Those whose features are told. */
  explaining: Weights;
  judge: Judge;
  positions: number;
  worst: number;
  seed: number;
  heard: (done: number, total: number) => void;
}

/** Looks at positions of a dataset and finds the worst of each kind. */
export function findBlunders(looked: Looked): Pick<Blunders, 'looked' | 'moves' | 'statics' | 'heuristics'> {
  const { game, manifest, weights, other, explaining, judge, worst, heard } = looked;
  const [evaluator, otherEvaluator] = [evaluatorOf(weights, game), evaluatorOf(other, game)];
  const rows = chosenRows(looked);
  const judged = rows.map((row, i): Judged => {
    heard(i, rows.length);
    const position = game.parseBoard(manifest.size, game.players.indexOf(row.player) as Side, row.board);
    const score = evaluator.evaluate(position);
    const move = findMove(game, position, legalMoves(position), row.move)!;
    return {
      game: row.game,
      ply: row.ply,
      player: row.player,
      board: row.board,
      played: row.move,
      result: row.result,
      static: score,
      staticChance: winProbability(score, weights.scale),
      otherChance: winProbability(otherEvaluator.evaluate(position), other.scale),
      ...judge(position, move),
      features: told(contributions(game, position, explaining, 1)),
    };
  });
  const worstBy = (gap: (one: Judged) => number) =>
    judged
      .filter((one) => gap(one) > 0)
      .toSorted((one, two) => gap(two) - gap(one))
      .slice(0, worst);
  return {
    looked: judged.length,
    moves: worstBy(chanceLost),
    statics: worstBy(staticGap),
    heuristics: worstBy(heuristicGap),
  };
}

export const chanceLost = ({ bestChance, playedChance }: Judged) => bestChance - playedChance;
export const staticGap = ({ staticChance, bestChance }: Judged) => Math.abs(staticChance - bestChance);
export const heuristicGap = ({ staticChance, otherChance }: Judged) => Math.abs(staticChance - otherChance);

/** Positions of which a player chose the move, each as likely as any other. */
function chosenRows({ folder, manifest, positions, seed }: Looked): GameRow[] {
  const random = randomFrom(seed, 'blunders');
  const chosen: { order: number; row: GameRow }[] = [];
  let order = 0;
  for (const rows of gamesOf(folder, manifest))
    for (const row of rows) {
      if (row.source === 'opening') continue;
      const place = order < positions ? order : random.below(order + 1);
      if (place < positions) chosen[place] = { order, row };
      order++;
    }
  return chosen.toSorted((one, other) => one.order - other.order).map(({ row }) => row);
}

/** The features that say anything, the loudest first. */
function told(all: readonly Contribution[]): Contribution[] {
  return all
    .filter(({ contribution }) => contribution !== 0)
    .toSorted((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution));
}
