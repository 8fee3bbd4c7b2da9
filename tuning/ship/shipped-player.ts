import { playerMain } from '../../engine/cli/player-program.ts';
import type { Game } from '../../engine/game.ts';
import type { ChosenParameters } from '../../engine/parameters.ts';
import { reasonOf, writeNote, writeOut } from '../../engine/node/output.ts';
import { readShippedWeights, servedSizes, type ShippedWeights, trialOf } from './shipped-weights.ts';

/** The player program with its weights and search parameters inside. With --self-test alone it tries them and prints one JSON object for each. */
export function shippedMain(
  game: Game,
  file: string,
  shipped: readonly ShippedWeights[],
  parameters: ChosenParameters,
  version: string,
): void {
  if (process.argv[2] === '--self-test') return selfTest(game, shipped, parameters);
  const weights = {
    sizes: servedSizes(game, shipped),
    own: (size: number) => readShippedWeights(game, shipped, size),
  };
  playerMain({ game, file, weights, parameters: { own: () => parameters }, version });
}

function selfTest(game: Game, shipped: readonly ShippedWeights[], parameters: ChosenParameters): void {
  try {
    for (const weights of shipped) writeOut(`${JSON.stringify(trialOf(game, weights, parameters))}\n`);
  } catch (error) {
    writeNote(`${game.name}: ${reasonOf(error)}\n`);
    process.exit(1);
  }
}
