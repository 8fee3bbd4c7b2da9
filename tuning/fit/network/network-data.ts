import type { Game } from '../../../engine/game.ts';
import { inputsOf } from '../../../engine/input-sets.ts';
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
  settings: RowSettings & SplitSettings & { inputs: string | null },
  heard: (read: number) => void = () => {},
  way?: ReadingWay,
): Promise<NetworkData> {
  const { size } = readManifest(folders[0]);
  const inputs = inputsOf(game, size, settings.inputs ?? undefined)!;
  const positions = folders.reduce((sum, folder) => sum + readManifest(folder).positions, 0);
  const [train, heldOut] = [
    new InputListsMaker(game, inputs, positions),
    new InputListsMaker(game, inputs, positions),
  ];
  const kept = ({ lists }: DecodedShard, start: number, end: number, isHeldOut: boolean) =>
    (isHeldOut ? heldOut : train).addRows(lists!, start, end);
  const data = await readFitData(game, folders, settings, heard, { extra: inputs.id, kept }, way);
  return { ...data, inputs, trainLists: train.made(), heldOutLists: heldOut.made() };
}
