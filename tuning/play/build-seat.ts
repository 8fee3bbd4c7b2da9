import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findMove, type Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { namedWeightsFile, weightsTextOf } from '../../engine/node/weights-folder.ts';
import { legalMoves } from '../../engine/position.ts';
import { decidingCode } from '../store/identity.ts';
import { openFirstVersion, type OpponentEntry } from './first-version.ts';
import { type Board, searchLimits, type Seat, TABLE_MEGABYTES } from './seat.ts';

/** The engine of another checkout of evalsmith, with weights that it has read and accepted itself. */
export interface Build {
  kind: 'build';
  folder: string;
  /** The hash of its engine. */
  code: string;
  /** The sha256 of its weights. */
  weights: string;
  weightsText: string;
  /** The file of its search parameters, if it has one. */
  parametersText?: string;
}

/** Reads DIR or DIR,WEIGHTS; the weights are a file or a baseline of that build, or those that it plays by default. */
export async function parseBuild(game: Game, size: number, text: string, argument: string): Promise<Build> {
  const [named, ...rest] = text.split(',');
  const folder = resolve(named);
  const refuse = (reason: string, cause?: unknown): never => {
    throw new InputError(`${argument} is ${JSON.stringify(`build:${text}`)}${reason}`, { cause });
  };
  if (named === '' || !existsSync(join(folder, 'dist', 'engine', 'player.js')))
    refuse('; expected build:DIR or build:DIR,WEIGHTS with a folder in which evalsmith is built');
  try {
    const { usualWeights, openOpponent } = await entryOf(folder);
    const weightsFolder = join(folder, 'engine', 'weights');
    const file =
      rest.length > 0
        ? namedWeightsFile(game, size, rest.join(','), 'WEIGHTS', weightsFolder)
        : usualWeights(game.name, size)
            .map((name) => join(weightsFolder, name))
            .find((name) => existsSync(name));
    if (file === undefined) return refuse(`, which has no weights for ${game.name} ${size}`);
    const weightsText = weightsTextOf(file, 'WEIGHTS');
    const parametersFile = join(folder, 'engine', 'parameters', `${game.name}.json`);
    const parametersText = existsSync(parametersFile) ? readFileSync(parametersFile, 'utf8') : undefined;
    const { weights } = openOpponent(game.name, size, weightsText, sha256, 1, parametersText);
    return {
      kind: 'build',
      folder,
      code: decidingCode('engine', game.name, folder).version,
      weights,
      weightsText,
      ...(parametersText !== undefined && { parametersText }),
    };
  } catch (error) {
    if (error instanceof InputError) throw error;
    return refuse(`: ${(error as Error).message.split('\n')[0]}`, error);
  }
}

/** Another build's player. It follows the game by the text of its moves, as its own rules read them. */
export async function buildSeat(
  { folder, weightsText, parametersText }: Build,
  { game, size, limits }: Board,
): Promise<Seat> {
  const { openOpponent } = await entryOf(folder);
  const opponent = openOpponent(game.name, size, weightsText, sha256, TABLE_MEGABYTES, parametersText);
  let isNew = true;
  return {
    // Its own beginning comes with its first answer, where a throw is a crash.
    begin() {
      isNew = true;
    },
    answer({ position, rows }) {
      let answer;
      try {
        if (isNew) opponent.begin();
        isNew = false;
        const played = rows.map(({ move }) => move);
        answer = opponent.answer(played, searchLimits(limits));
      } catch {
        return 'crashed';
      }
      if (answer === null) return 'silent';
      const move = findMove(game, position, legalMoves(position), answer.move);
      return move === undefined
        ? 'illegal'
        : { move, source: 'search', score: answer.score, nodes: answer.nodes };
    },
  };
}

/** The entry that a build has for others; the first version had none. */
function entryOf(folder: string): Promise<OpponentEntry> {
  const file = join(folder, 'dist', 'engine', 'opponent.js');
  if (!existsSync(file)) return openFirstVersion(folder);
  return import(pathToFileURL(file).href) as Promise<OpponentEntry>;
}
