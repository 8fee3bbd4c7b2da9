import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import {
  DATASET_FORMAT,
  firstDifference,
  hasManifest,
  type Manifest,
  readManifest,
  shardFile,
  shardNumber,
  withShards,
  writeManifest,
} from '../dataset/manifest.ts';
import { fieldsOfRows, GAME_COLUMNS, headerText } from '../dataset/rows.ts';
import { readShard, writeShard } from '../dataset/shards.ts';
import { takeLock } from '../lock.ts';
import { Pool, workerFile } from '../pool.ts';
import { codeVersion } from '../provenance.ts';
import { Journal } from './journal.ts';
import { Openings } from './openings.ts';
import type { SelfplayJob } from './settings.ts';
import type { GameAnswer, GameTask } from './worker.ts';

/** How much of a run to make now, and where: nothing of this changes which games are played. */
export interface SelfplayGoal {
  folder: string;
  /** Infinity to go on until told to stop. */
  games: number;
  workers: number;
  /** This machine's share of the shards: those whose number leaves this rest. */
  share: { rest: number; of: number };
  /** Asked before each game. */
  shouldStop: () => boolean;
  /** Hears of every game that is played. */
  heard: (answer: GameAnswer) => void;
  preparing: (openings: number) => void;
}

/** Plays games until the goal is reached or it should stop; returns the manifest of what there is then. */
export async function selfplay(game: Game, job: SelfplayJob, goal: SelfplayGoal): Promise<Manifest> {
  const folder = new RunFolder(goal.folder, job);
  try {
    const openings = new Openings(game, job);
    if (goal.games !== Infinity) openings.provide(goal.games, goal.preparing);
    await playMissing(folder, job, goal, openings);
    folder.keepBeginnings(goal.games);
    return folder.manifest;
  } finally {
    folder.close();
  }
}

async function playMissing(
  folder: RunFolder,
  job: SelfplayJob,
  goal: SelfplayGoal,
  openings: Openings,
): Promise<void> {
  const pool = new Pool<GameTask, GameAnswer>(workerFile('selfplay/worker.js'), goal.workers, job);
  const underWay = new Set<Promise<void>>();
  try {
    for (const index of folder.missing(goal)) {
      const opening = openings.at(index);
      if (opening === undefined || goal.shouldStop()) break;
      const done = pool.run({ index, opening }).then((answer) => {
        underWay.delete(done);
        folder.add(answer, goal.games);
        goal.heard(answer);
      });
      underWay.add(done);
      while (pool.room <= 0) await Promise.race(underWay);
    }
    await Promise.all(underWay);
  } finally {
    await pool.close();
  }
}

/** A dataset folder while games are added to it. */
class RunFolder {
  manifest: Manifest;
  private readonly folder: string;
  private readonly perShard: number;
  private readonly journals = new Map<number, Journal>();
  private readonly release: () => void;

  /** Opens a folder to go on with, or begins a new one; refuses one of other settings. */
  constructor(folder: string, job: SelfplayJob) {
    const fresh: Manifest = {
      format: DATASET_FORMAT,
      kind: 'games',
      game: job.game,
      size: job.size,
      settings: { ...job.settings },
      codeVersion: codeVersion(),
      games: 0,
      positions: 0,
      shards: [],
    };
    this.folder = folder;
    this.perShard = job.settings.gamesPerShard;
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
    if (!hasManifest(folder)) writeManifest(folder, fresh);
    for (const name of readdirSync(folder)) if (name.endsWith('.tmp')) rmSync(join(folder, name));
  }

  /** The games that are not there yet, in order. */
  *missing({ games, share }: SelfplayGoal): Generator<number> {
    for (let shard = share.rest; shard * this.perShard < games; shard += share.of) {
      const first = shard * this.perShard;
      const last = Math.min(games, first + this.perShard);
      const kept = this.manifest.shards.find((known) => shardNumber(known) === shard)?.games ?? 0;
      if (kept >= last - first) {
        if (kept === this.perShard) this.journal(shard).remove();
        continue;
      }
      const { games: done } = this.journal(shard);
      if (kept > 0) for (const [index, text] of this.gamesOf(shard)) done.set(index, text);
      for (let index = first; index < last; index++) if (!done.has(index)) yield index;
      // All its games may have been there already, from a run that was killed before it wrote the shard.
      this.writeWhenFull(shard, games);
    }
  }

  add({ index, text }: GameAnswer, games: number): void {
    const shard = Math.floor(index / this.perShard);
    this.journal(shard).add(index, text);
    this.writeWhenFull(shard, games);
  }

  /** Writes what an unfinished shard has from its first game on without a gap, so that it can be used. */
  keepBeginnings(games: number): void {
    for (const shard of this.journals.keys()) this.write(shard, games);
  }

  close(): void {
    this.release();
  }

  private writeWhenFull(shard: number, games: number): void {
    const first = shard * this.perShard;
    if (this.journal(shard).games.size >= Math.min(this.perShard, games - first)) this.write(shard, games);
  }

  private write(shard: number, games: number): void {
    const journal = this.journal(shard);
    const first = shard * this.perShard;
    const last = Math.min(first + this.perShard, games);
    let text = headerText(GAME_COLUMNS);
    let next = first;
    let positions = 0;
    for (; next < last && journal.games.has(next); next++) {
      const rows = journal.games.get(next)!;
      text += rows;
      positions += rows.split('\n').length - 1;
    }
    const known = this.manifest.shards.find((entry) => shardNumber(entry) === shard);
    if (next - first > (known?.games ?? 0)) {
      const entry = writeShard(this.folder, shard, text, { games: next - first, positions });
      const others = this.manifest.shards.filter((other) => other !== known);
      this.manifest = withShards(this.manifest, [...others, entry]);
      writeManifest(this.folder, this.manifest);
    }
    if (next - first >= journal.games.size) {
      journal.remove();
      this.journals.delete(shard);
    }
  }

  private journal(shard: number): Journal {
    let journal = this.journals.get(shard);
    if (journal === undefined) {
      journal = new Journal(join(this.folder, shardFile(shard).replace('.csv.gz', '.journal')));
      this.journals.set(shard, journal);
    }
    return journal;
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
