import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gameIdentity } from '../../engine/node/outside-games.ts';
import { InputError } from '../../engine/input-error.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { Failure } from '../process/failure.ts';
import { takeLock } from '../store/lock.ts';
import { clearTemporary, needNoLinks, removeEmptyFolder } from '../store/own-folder.ts';
import { type CodeKind, codeVersion } from '../store/identity.ts';
import { gameOf } from './dataset-game.ts';
import { Journal } from './game-journal.ts';
import {
  emptyManifest,
  firstDifference,
  hasManifest,
  type Manifest,
  readManifest,
  type Shard,
  removeManifest,
  shardFile,
  shardNumber,
  withShards,
  writeManifest,
} from './manifest.ts';
import type { PackTask } from './pack-thread.ts';
import { fieldsOfRows, GAME_COLUMNS, headerText } from './rows.ts';
import { needShard, readShard, writeShard } from './shards.ts';
import { replayedRows } from './verify.ts';

/** What no journal of another shard or run is called. */
export function journalName({ game, size, settings, codeVersion: version }: Manifest, shard: number): string {
  return sha256(JSON.stringify([game, size, settings, version, shard]));
}

/** A game that is kept came out in another way. */
export class DifferentGame extends Failure {}

/** A machine's share of the shards: those whose number leaves this rest. */
export interface Share {
  rest: number;
  of: number;
}

/** A dataset folder while games are added to it. At any instant a kill costs no more than the games under way. */
export class GrowingDataset {
  manifest: Manifest;
  private readonly folder: string;
  private readonly perShard: number;
  private readonly journals = new Map<number, Journal>();
  private readonly release: () => void;
  private readonly note: (line: string) => void;
  private pack: ((task: PackTask) => Promise<Shard>) | undefined;
  private readonly packing = new Map<number, Promise<void>>();
  private packFailure: unknown;

  /** Opens a folder to resume, or begins a new one; refuses one of other settings, and one whose shards are damaged. */
  constructor(
    folder: string,
    header: Pick<Manifest, 'game' | 'size' | 'settings' | 'sources'> & {
      /** What makes it: games that are played where not named. */
      code?: CodeKind;
    },
    gamesPerShard: number,
    note: (line: string) => void,
  ) {
    const { game, size, settings, code = 'games', sources } = header;
    const version = codeVersion(code, game);
    const fresh = emptyManifest({
      kind: 'games',
      game,
      ...gameIdentity(game),
      size,
      settings,
      codeVersion: version,
      ...(sources && { sources }),
    });
    this.folder = folder;
    this.perShard = gamesPerShard;
    this.note = note;
    needNoLinks(folder);
    if (hasManifest(folder)) {
      this.manifest = readManifest(folder);
      const difference = firstDifference(fresh, this.manifest);
      if (difference !== undefined)
        throw new InputError(
          `--out ${folder} holds another run: ${difference}; expected the same or a new folder`,
        );
    } else {
      if (existsSync(folder) && readdirSync(folder).some((name) => name !== 'lock' && !name.endsWith('.tmp')))
        throw new InputError(`--out ${folder} holds other files; expected a new folder or one of this run`);
      mkdirSync(folder, { recursive: true });
      this.manifest = fresh;
    }
    this.release = takeLock(join(folder, 'lock'));
    try {
      if (!hasManifest(folder)) writeManifest(folder, fresh);
      clearTemporary(folder);
      for (const shard of this.manifest.shards) needShard(folder, shard);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** Does what must succeed before any game; where it fails, a dataset that has none yet is not left behind. */
  forgetUnless(prepare: () => void): void {
    try {
      prepare();
    } catch (error) {
      if (this.manifest.shards.length === 0 && this.journaled().length === 0) removeManifest(this.folder);
      throw error;
    }
  }

  /** The games that are not there yet, in order. */
  *missing(games: number, share: Share = { rest: 0, of: 1 }): Generator<number> {
    for (let shard = share.rest; shard * this.perShard < games; shard += share.of) {
      const first = shard * this.perShard;
      const last = Math.min(games, first + this.perShard);
      const kept = this.kept(shard);
      if (kept >= last - first) continue;
      const { games: done } = this.journal(shard);
      if (kept > 0) for (const [index, text] of this.gamesOf(shard)) done.set(index, text);
      for (let index = first; index < last; index++) if (!done.has(index)) yield index;
    }
  }

  /** Every game that is there, in shards or in journals, with its rows. */
  *known(): Generator<[number, string]> {
    for (const shard of this.manifest.shards) yield* this.gamesOf(shardNumber(shard));
    for (const shard of this.journaled().toSorted((a, b) => a - b)) yield* this.journal(shard).games;
  }

  /** Adds a game once: false where it is there already. The same game cannot come out in two ways. */
  add(index: number, text: string): boolean {
    const shard = Math.floor(index / this.perShard);
    const known = this.textOf(index, shard);
    if (known === undefined) {
      this.journal(shard).add(index, text);
      return true;
    }
    if (known === text) return false;
    throw new DifferentGame(
      `game ${index} came out different from what ${this.folder} holds, which is kept; expected the same moves, scores and nodes from the same code`,
    );
  }

  /** Whether a game is there with this text. */
  holds(index: number, text: string): boolean {
    return this.textOf(index, Math.floor(index / this.perShard)) === text;
  }

  /** Drops games that have to be played again. A kill on the way leaves some of them; none that should stay is lost. */
  drop(games: ReadonlySet<number>): void {
    for (const shard of new Set(Array.from(games, (index) => Math.floor(index / this.perShard)))) {
      const journal = this.journal(shard);
      const known = this.manifest.shards.find((entry) => shardNumber(entry) === shard);
      if (known !== undefined) {
        for (const [index, text] of this.gamesOf(shard)) journal.games.set(index, text);
        const first = shard * this.perShard;
        journal.secure(first, first + known.games);
        this.keepManifest(
          withShards(
            this.manifest,
            this.manifest.shards.filter((other) => other !== known),
          ),
        );
      }
      journal.drop(games);
      if (known !== undefined) rmSync(join(this.folder, known.file), { force: true });
    }
  }

  /** Writes the shards that are full, of those below a number of games that shall be there whatever comes. */
  writeFull(games: number): void {
    for (const [shard, journal] of this.journals) {
      const end = (shard + 1) * this.perShard;
      if (end > games || journal.games.size !== this.perShard || this.packing.has(shard)) continue;
      if (this.pack === undefined || this.kept(shard) > 0) this.write(shard, end);
      else this.packing.set(shard, this.writeElsewhere(shard, this.pack));
    }
  }

  /** Has full shards packed by another thread from now on, until this is settled. */
  packWith(pack: (task: PackTask) => Promise<Shard>): void {
    this.pack = pack;
  }

  /** Waits for shards that are being packed; from then on they are packed here. */
  async settle(): Promise<void> {
    this.pack = undefined;
    await Promise.all(this.packing.values());
    if (this.packFailure !== undefined) throw this.packFailure;
  }

  private async writeElsewhere(shard: number, pack: (task: PackTask) => Promise<Shard>): Promise<void> {
    try {
      const first = shard * this.perShard;
      const { text, positions } = this.textFrom(first, first + this.perShard);
      const { folder } = this;
      const entry = await pack({ folder, shard, text, counts: { games: this.perShard, positions } });
      this.keepManifest(withShards(this.manifest, [...this.manifest.shards, entry]));
      this.journal(shard).remove();
      this.journals.delete(shard);
    } catch (error) {
      this.packFailure ??= error;
    } finally {
      this.packing.delete(shard);
    }
  }

  /** What a shard says of the games from a first one on without a gap. */
  private textFrom(first: number, last: number): { text: string; positions: number; next: number } {
    const { games } = this.journal(Math.floor(first / this.perShard));
    const parts = [headerText(GAME_COLUMNS)];
    let next = first;
    let positions = 0;
    for (; next < last && games.has(next); next++) {
      const rows = games.get(next)!;
      parts.push(rows);
      for (let at = rows.indexOf('\n'); at !== -1; at = rows.indexOf('\n', at + 1)) positions++;
    }
    return { text: parts.join(''), positions, next };
  }

  /** Writes what an unfinished shard has from its first game on without a gap, so that it can be used. */
  keepBeginnings(games: number): void {
    for (const shard of this.journals.keys()) this.write(shard, games);
  }

  /** Drops games that were played beyond what shall be there. */
  dropRest(): void {
    for (const name of readdirSync(this.folder))
      if (name.endsWith('.journal')) rmSync(join(this.folder, name));
  }

  /** Leaves no lock, and no journal that says nothing more than its shard. */
  close(): void {
    try {
      for (const shard of this.journaled()) {
        const end = shard * this.perShard + this.kept(shard);
        const journal = this.journal(shard);
        if ([...journal.games.keys()].every((index) => index < end)) journal.remove();
      }
    } finally {
      this.release();
      removeEmptyFolder(this.folder);
    }
  }

  /** The shards that have a journal. */
  private journaled(): number[] {
    const numbers = readdirSync(this.folder).map((name) => /^shard-(\d+)\.journal$/.exec(name)?.[1]);
    return numbers.filter((number) => number !== undefined).map(Number);
  }

  /** How many games of a shard are in its file. */
  private kept(shard: number): number {
    return this.manifest.shards.find((known) => shardNumber(known) === shard)?.games ?? 0;
  }

  private write(shard: number, games: number): void {
    const journal = this.journal(shard);
    const first = shard * this.perShard;
    const last = Math.min(first + this.perShard, games);
    const { text, positions, next } = this.textFrom(first, last);
    const known = this.manifest.shards.find((entry) => shardNumber(entry) === shard);
    if (next - first > (known?.games ?? 0)) {
      const others = this.manifest.shards.filter((other) => other !== known);
      if (known !== undefined) {
        // A kill may come between the longer shard and its entry: until then its games are in the journal alone.
        journal.secure(first, first + known.games);
        this.keepManifest(withShards(this.manifest, others));
      }
      const entry = writeShard(this.folder, shard, text, { games: next - first, positions });
      this.keepManifest(withShards(this.manifest, [...others, entry]));
    }
    if (next - first >= journal.games.size) {
      journal.remove();
      this.journals.delete(shard);
    }
  }

  /** Known here only once it is written: what the folder's manifest lacks must stay in its journal. */
  private keepManifest(manifest: Manifest): void {
    writeManifest(this.folder, manifest);
    this.manifest = manifest;
  }

  private journal(shard: number): Journal {
    let journal = this.journals.get(shard);
    if (journal === undefined) {
      const file = join(this.folder, shardFile(shard).replace('.csv.gz', '.journal'));
      const game = gameOf(this.manifest);
      const check = (index: number, text: string) => {
        if (Math.floor(index / this.perShard) !== shard) throw new InputError('it is of another shard');
        replayedRows(game, this.manifest, index, text);
      };
      journal = new Journal(file, journalName(this.manifest, shard), check, this.note);
      this.journals.set(shard, journal);
    }
    return journal;
  }

  private textOf(index: number, shard: number): string | undefined {
    const journaled = this.journals.get(shard)?.games.get(index);
    if (journaled !== undefined) return journaled;
    const isKept = index - shard * this.perShard < this.kept(shard);
    return (isKept ? this.gamesOf(shard) : this.journal(shard).games).get(index);
  }

  /** The text of each game of a shard that is kept. */
  private gamesOf(shard: number): Map<number, string> {
    const entry = this.manifest.shards.find((known) => shardNumber(known) === shard)!;
    const games = new Map<number, string>();
    for (const { fields } of fieldsOfRows(readShard(this.folder, entry), GAME_COLUMNS)) {
      const index = Number(fields[0]);
      games.set(index, `${games.get(index) ?? ''}${fields.join(',')}\n`);
    }
    return games;
  }
}
