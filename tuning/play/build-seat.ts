import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../../engine/input-error.ts';
import type { Limits } from '../../engine/search.ts';
import type { Weights } from '../../engine/weights.ts';
import type { Forfeit } from '../dataset/game-record.ts';
import { decidingCode } from '../store/identity.ts';

/** The engine of another checkout of evalsmith, with weights that it has read and accepted itself. */
export interface Build {
  kind: 'build';
  folder: string;
  /** The hash of its engine. */
  code: string;
  weights: Weights;
}

interface Answer {
  move: string;
  score: number;
  nodes: number;
}

/** Reads DIR or DIR,WEIGHTS; the weights are a file or a baseline of that build, or those that it plays by default. */
export async function parseBuild(game: string, size: number, text: string, argument: string): Promise<Build> {
  const [named, ...rest] = text.split(',');
  const folder = resolve(named);
  const refuse = (reason: string, cause?: unknown): never => {
    throw new InputError(`${argument} is ${JSON.stringify(`build:${text}`)}${reason}`, { cause });
  };
  if (named === '' || !existsSync(engineFile(folder, 'player')))
    refuse('; expected build:DIR or build:DIR,WEIGHTS with a folder in which evalsmith is built');
  try {
    const { games } = await load<typeof import('../../engine/games/index.ts')>(folder, 'games/index');
    const its = games.find(({ name }) => name === game);
    if (its === undefined) return refuse(`, which does not know ${game}`);
    const { loadWeights } = await load<typeof import('../../engine/node/weights-folder.ts')>(
      folder,
      'node/weights-folder',
    );
    const weights = loadWeights(its, size, rest.length === 0 ? undefined : rest.join(','), 'WEIGHTS');
    return { kind: 'build', folder, code: decidingCode('engine', game, folder).version, weights };
  } catch (error) {
    if (error instanceof InputError) throw error;
    return refuse(`: ${(error as Error).message.split('\n')[0]}`, error);
  }
}

/** Another build's player at the board. It follows the game by the text of its moves, as its own rules read them. */
export class BuildPlayer {
  private readonly player: import('../../engine/player.ts').Player;
  private readonly legalMoves: typeof import('../../engine/position.ts').legalMoves;
  private readonly size: number;
  private position: import('../../engine/position.ts').Position;

  static async open({ folder, weights }: Build, game: string, size: number, megabytes: number) {
    const [{ games }, { Player }, { Table }, { evaluatorOf }, { legalMoves }] = await Promise.all([
      load<typeof import('../../engine/games/index.ts')>(folder, 'games/index'),
      load<typeof import('../../engine/player.ts')>(folder, 'player'),
      load<typeof import('../../engine/table.ts')>(folder, 'table'),
      load<typeof import('../../engine/weights.ts')>(folder, 'weights'),
      load<typeof import('../../engine/position.ts')>(folder, 'position'),
    ]);
    const its = games.find(({ name }) => name === game)!;
    const player = new Player(its, evaluatorOf(weights, its), Table.ofMegabytes(megabytes));
    return new BuildPlayer(player, legalMoves, size);
  }

  private constructor(player: BuildPlayer['player'], legalMoves: BuildPlayer['legalMoves'], size: number) {
    this.player = player;
    this.legalMoves = legalMoves;
    this.size = size;
    this.position = player.game.start(size);
  }

  /** Begins a game, and knows nothing of earlier ones. */
  begin(): void {
    this.player.forget();
    this.position = this.player.game.start(this.size);
  }

  /** Its move after these, all those of the game so far. */
  answer(played: readonly string[], limits: Limits): Answer | { forfeit: Forfeit } {
    try {
      const { player, position } = this;
      for (let ply = position.state.ply; ply < played.length; ply++) {
        const move = this.legalMoves(position).find(
          (legal) => player.game.formatMove(position, legal) === played[ply],
        );
        // By its own rules the game cannot have gone so, and it has nothing to say.
        if (move === undefined) return { forfeit: 'silent' };
        position.make(move);
      }
      const { move, score, nodes } = player.choose(position, limits);
      return { move: player.game.formatMove(position, move), score, nodes };
    } catch {
      return { forfeit: 'crashed' };
    }
  }
}

function engineFile(folder: string, module: string): string {
  return join(folder, 'dist', 'engine', `${module}.js`);
}

function load<Module>(folder: string, module: string): Promise<Module> {
  return import(pathToFileURL(engineFile(folder, module)).href) as Promise<Module>;
}
