import type { Player } from '../../engine/player.ts';
import type { Move, Position } from '../../engine/position.ts';

/** The nodes after which a player has found a move for good; undefined where it chooses another in the end. */
export function effortOf(player: Player, position: Position, best: Move, nodes: number): number | undefined {
  let since: number | undefined;
  player.forget();
  player.choose(position, { nodes }, (line) => {
    since = line.move === best ? (since ?? line.nodes) : undefined;
  });
  return since;
}

/** Doublings of the nodes that it takes, to a tenth; one more than there are in the most where that was not enough. */
export function difficultyOf(effort: number | undefined, most: number): number {
  const doublings = effort === undefined ? Math.log2(most) + 1 : Math.log2(effort);
  return Math.round(10 * doublings) / 10;
}
