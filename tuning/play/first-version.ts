// Version 0.1 has no engine/opponent.ts: it is reached through these of its modules, typed as they are there.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OpponentLimits } from '../../engine/opponent.ts';
import { usualWeights } from '../../engine/usual-weights.ts';
import type { Sha256 } from '../../engine/weights.ts';

/** What every build offers to others. */
export type OpponentEntry = Pick<typeof import('../../engine/opponent.ts'), 'usualWeights' | 'openOpponent'>;

interface FirstPosition {
  readonly state: { readonly ply: number };
  make(move: number): void;
}

interface FirstGame {
  readonly name: string;
  start(size: number): FirstPosition;
  formatMove(position: FirstPosition, move: number): string;
}

interface FirstPlayer {
  forget(): void;
  choose(position: FirstPosition, limits: OpponentLimits): { move: number; score: number; nodes: number };
}

interface FirstModules {
  'games/index': { games: readonly FirstGame[] };
  player: { Player: new (game: FirstGame, evaluator: object, table: object) => FirstPlayer };
  position: { legalMoves: (position: FirstPosition) => Int32Array };
  table: { Table: { ofMegabytes(megabytes: number): object } };
  weights: {
    readWeights: (text: string, game: FirstGame, size: number, sha256: Sha256) => { sha256: string };
    evaluatorOf: (weights: { sha256: string }, game: FirstGame) => object;
  };
}

export async function openFirstVersion(folder: string): Promise<OpponentEntry> {
  const load = <Name extends keyof FirstModules>(name: Name) =>
    import(pathToFileURL(join(folder, 'dist', 'engine', `${name}.js`)).href) as Promise<FirstModules[Name]>;
  const { games } = await load('games/index');
  const { Player } = await load('player');
  const { legalMoves } = await load('position');
  const { Table } = await load('table');
  const { readWeights, evaluatorOf } = await load('weights');
  return {
    usualWeights,
    openOpponent(gameName, size, weightsText, sha256, megabytes) {
      const game = games.find(({ name }) => name === gameName);
      if (game === undefined) throw new Error(`${gameName} is not played here`);
      const weights = readWeights(weightsText, game, size, sha256);
      const player = new Player(game, evaluatorOf(weights, game), Table.ofMegabytes(megabytes));
      let position = game.start(size);
      return {
        weights: weights.sha256,
        begin() {
          player.forget();
          position = game.start(size);
        },
        answer(played, limits) {
          for (const text of played.slice(position.state.ply)) {
            const move = legalMoves(position).find((legal) => game.formatMove(position, legal) === text);
            if (move === undefined) return null;
            position.make(move);
          }
          const { move, score, nodes } = player.choose(position, limits);
          return { move: game.formatMove(position, move), score, nodes };
        },
      };
    },
  };
}
