import type { Game } from '../../../engine/game.ts';
import type { Inputs } from '../../../engine/inputs.ts';
import type { Position } from '../../../engine/position.ts';
import { GrowingArray } from '../../dataset/growing-array.ts';
import { readManifest } from '../../dataset/manifest.ts';
import { type FitData, readFitData } from '../data/fit-data.ts';
import type { RowSettings, SplitSettings } from '../data/data-settings.ts';

/**
 * The inputs that are on in each row: two lists a row, as the player to move sees it and as the other does. List i is
 * active[offsets[i]] up to but not including active[offsets[i + 1]].
 */
export interface InputLists {
  rows: number;
  active: Uint16Array;
  offsets: Int32Array;
}

/** What a network's fit takes in: the rows and, in their order, their inputs. */
export interface NetworkData extends FitData {
  inputs: Inputs;
  trainLists: InputLists;
  heldOutLists: InputLists;
}

/** Reads datasets of a game and one size for a network. */
export function readNetworkData(
  game: Game,
  folders: readonly string[],
  settings: RowSettings & SplitSettings,
  heard: (read: number) => void = () => {},
): NetworkData {
  const inputs = game.inputs(readManifest(folders[0]).size);
  const [train, heldOut] = [new InputListsMaker(inputs), new InputListsMaker(inputs)];
  const data = readFitData(game, folders, settings, heard, (position, isHeldOut) =>
    (isHeldOut ? heldOut : train).add(position),
  );
  return { ...data, inputs, trainLists: train.made(), heldOutLists: heldOut.made() };
}

/** Makes lists of positions that are added one by one. */
export class InputListsMaker {
  private readonly inputs: Inputs;
  private readonly room: Uint16Array;
  private readonly active = new GrowingArray(Uint16Array);
  private readonly offsets = new GrowingArray(Int32Array);

  constructor(inputs: Inputs) {
    this.inputs = inputs;
    this.room = new Uint16Array(inputs.mostActive);
    this.offsets.push(0);
  }

  add(position: Position): void {
    for (const side of [position.turn, position.turn === 0 ? 1 : 0] as const) {
      const count = this.inputs.extract(position, side, this.room);
      this.active.pushAll(this.room.subarray(0, count));
      this.offsets.push(this.active.length);
    }
  }

  made(): InputLists {
    return {
      rows: (this.offsets.length - 1) / 2,
      active: this.active.trimmed(),
      offsets: this.offsets.trimmed(),
    };
  }
}
