import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { gameNamed } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { journalName } from '../dataset/growing-dataset.ts';
import { type Manifest, readManifest, shardFile } from '../dataset/manifest.ts';
import { gameRow, type GameRow, gameRows, gameRowsText } from '../dataset/rows.ts';
import { readShard } from '../dataset/shards.ts';
import { ScoreSheet } from '../prove/score-sheet.ts';
import type { SprtSettings } from '../statistics/sprt.ts';
import { JsonLines } from '../store/json-lines.ts';

const entry = z.tuple([z.int().min(0), z.string()]);

/** The games of a dataset that grows: however often it is looked at, each is read once. */
abstract class FollowedGames {
  private readonly shards = new Set<string>();
  private readonly taken = new Set<number>();

  get count(): number {
    return this.taken.size;
  }

  look(folder: string, manifest: Manifest): void {
    for (const shard of manifest.shards) {
      if (this.shards.has(shard.fileSha256)) continue;
      const games = new Map<number, GameRow[]>();
      for (const row of gameRows(readShard(folder, shard)))
        games.set(row.game, [...(games.get(row.game) ?? []), row]);
      for (const [game, rows] of games) this.take(game, gameRowsText(rows));
      this.shards.add(shard.fileSha256);
    }
    for (const name of readdirSync(folder)) {
      const shard = Number(/^shard-(\d+)\.journal$/.exec(name)?.[1]);
      if (name !== shardFile(shard).replace('.csv.gz', '.journal')) continue;
      const place = { name: journalName(manifest, shard), isOrdered: false };
      for (const [game, text] of new JsonLines(join(folder, name), entry, place).before)
        this.take(game, text);
    }
  }

  private take(game: number, text: string): void {
    if (this.taken.has(game)) return;
    this.taken.add(game);
    this.enter(game, text);
  }

  protected abstract enter(game: number, text: string): void;
}

class FollowedSelfplay extends FollowedGames {
  readonly results = { won: 0, drawn: 0, lost: 0 };
  private readonly first: string | undefined;

  constructor({ game }: Manifest) {
    super();
    this.first = gameNamed(game)?.players[0];
  }

  protected enter(_: number, text: string): void {
    const { player, result } = gameRow(text.slice(0, text.indexOf('\n')).split(','));
    const points = player === this.first ? result : 1 - result;
    this.results[points === 1 ? 'won' : points === 0 ? 'lost' : 'drawn']++;
  }
}

class FollowedMatch extends FollowedGames {
  readonly sheet: ScoreSheet;
  /** The ratio after each pair, as far as somebody looked. */
  readonly course: { games: number; llr: number }[] = [];

  constructor(manifest: Manifest, test: SprtSettings | null) {
    super();
    const game = gameNamed(manifest.game);
    if (game === undefined)
      throw new InputError(`the match is of ${manifest.game}, which this version does not play`);
    this.sheet = new ScoreSheet(game, Infinity, test);
  }

  protected enter(game: number, text: string): void {
    const { sheet, course } = this;
    sheet.enter(game, text);
    if (sheet.sprt !== null && course.at(-1)?.games !== sheet.games)
      course.push({ games: sheet.games, llr: sheet.sprt.llr });
  }
}

const followed = new Map<string, { of: string; games: FollowedGames }>();

/** What was taken of a folder before, or something new where that was of another one in its place. */
function follow<Games extends FollowedGames>(folder: string, of: string, begin: () => Games): Games {
  const before = followed.get(folder);
  const games = before?.of === of ? (before.games as Games) : begin();
  followed.set(folder, { of, games });
  return games;
}

function identityOf(folder: string, { game, size, settings, codeVersion }: Manifest): string {
  return JSON.stringify([statSync(folder).ino, game, size, settings, codeVersion]);
}

export function followedSelfplay(folder: string): { manifest: Manifest; games: FollowedSelfplay } {
  const manifest = readManifest(folder);
  const games = follow(folder, identityOf(folder, manifest), () => new FollowedSelfplay(manifest));
  games.look(folder, manifest);
  return { manifest, games };
}

export function followedMatch(
  folder: string,
  test: SprtSettings | null,
): { manifest: Manifest; games: FollowedMatch } {
  const manifest = readManifest(folder);
  const of = `${identityOf(folder, manifest)} ${JSON.stringify(test)}`;
  const games = follow(folder, of, () => new FollowedMatch(manifest, test));
  games.look(folder, manifest);
  return { manifest, games };
}
