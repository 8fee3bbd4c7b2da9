import type { Game } from '../../../engine/game.ts';
import type { Inputs } from '../../../engine/inputs.ts';
import type { ReadingWay } from '../../dataset/column-reader.ts';
import { readManifest } from '../../dataset/manifest.ts';
import { type DecodedShard, type InputLists, InputListsMaker } from '../../dataset/shard-columns.ts';
import { type FitData, readFitData } from '../data/fit-data.ts';
import type { RowSettings, SplitSettings } from '../data/data-settings.ts';

export { type InputLists, InputListsMaker };

/** What a network's fit takes in: the rows and, in their order, their inputs. */
export interface NetworkData extends FitData {
  inputs: Inputs;
  trainLists: InputLists;
  heldOutLists: InputLists;
}

/** Reads datasets of a game and one size for a network. */
export async function readNetworkData(
  game: Game,
  folders: readonly string[],
  settings: RowSettings & SplitSettings,
  heard: (read: number) => void = () => {},
  way?: ReadingWay,
): Promise<NetworkData> {
  const inputs = game.inputs(readManifest(folders[0]).size);
  const positions = folders.reduce((sum, folder) => sum + readManifest(folder).positions, 0);
  const [train, heldOut] = [new InputListsMaker(inputs, positions), new InputListsMaker(inputs, positions)];
  const kept = ({ lists }: DecodedShard, start: number, end: number, isHeldOut: boolean) =>
    (isHeldOut ? heldOut : train).addRows(lists!, start, end);
  const data = await readFitData(game, folders, settings, heard, { extra: 'inputs', kept }, way);
  return { ...data, inputs, trainLists: train.made(), heldOutLists: heldOut.made() };
}
