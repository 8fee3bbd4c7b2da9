import type { Game } from '../../../engine/game.ts';
import { type Position, winnerOf } from '../../../engine/position.ts';
import { playRandomly } from '../../../engine/testing.ts';
import { sigmoid } from '../../statistics/cross-entropy.ts';
import type { Random } from '../../statistics/random.ts';
import { unscoredRows } from '../data/planted-rows.ts';
import { InputListsMaker, type NetworkData } from './network-data.ts';

/** Positions of random games, not decided, whose results were drawn by a teacher's logits; a tenth of the games is held out. */
export function plantedPositions(
  game: Game,
  size: number,
  count: number,
  teacher: (position: Position) => number,
  random: Random,
  inputs = game.inputs(size),
): NetworkData & { positions: Position[] } {
  const { names } = game.features;
  const values = new Float64Array(names.length);
  const parts = [0, 1].map(() => ({
    lists: new InputListsMaker(game, inputs),
    features: [] as number[],
    results: [] as number[],
    games: [] as number[],
  }));
  const positions: Position[] = [];
  for (let number = 0; positions.length < count; number++) {
    const part = parts[number % 10 === 0 ? 1 : 0];
    playRandomly(game, size, number + 1, 60, (position) => {
      if (winnerOf(position) !== -1 || position.state.ply < 4) return;
      positions.push(game.parseBoard(size, position.turn, game.formatBoard(position)));
      part.lists.add(position);
      game.features.extract(position, values);
      part.features.push(...values);
      part.results.push(random.chance(sigmoid(teacher(position))) ? 1 : 0);
      part.games.push(number);
    });
  }
  const [train, heldOut] = parts.map((part) => unscoredRows(names, part.features, part.results, part.games));
  return {
    game,
    size,
    inputs,
    train,
    heldOut,
    trainLists: parts[0].lists.made(),
    heldOutLists: parts[1].lists.made(),
    read: positions.length,
    leftOut: { opening: 0, random: 0, early: 0, decided: 0, noisy: 0 },
    datasets: [],
    positions,
  };
}
