import { gameIdentity } from '../../engine/node/outside-games.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { type CodeKind, codeVersion } from '../store/identity.ts';
import { makeFolder } from '../store/new-folder.ts';
import {
  type DatasetDescription,
  emptyManifest,
  type Manifest,
  type Shard,
  withShards,
  writeManifest,
} from './manifest.ts';
import { GAME_COLUMNS, headerText, POSITION_COLUMNS, type PositionRow, positionRowsText } from './rows.ts';
import { writeShard } from './shards.ts';

const ROWS_PER_SHARD = 100_000;
const ROWS_AT_A_TIME = 1000;

/** A dataset that was made from another, named by what it says: two with the same name hold the same. */
export function contentsHash(manifest: Manifest): string {
  return sha256(manifest.shards.map(({ sha256 }) => sha256).join('\n'));
}

/** A dataset by all that its manifest says of how it was made. */
export function describeDataset(manifest: Manifest): DatasetDescription {
  const { kind, size, games, positions, codeVersion: version, settings, sources } = manifest;
  return {
    sha256: contentsHash(manifest),
    kind,
    size,
    games,
    positions,
    codeVersion: version,
    settings,
    ...(sources !== undefined && { sources }),
  };
}

interface Header extends Pick<Manifest, 'kind' | 'game' | 'size' | 'settings'> {
  /** What makes it: one of the dataset tools where not named. */
  code?: CodeKind;
  /** The datasets that it is made from. */
  sources?: readonly Manifest[];
}

/** A new dataset of what `fill` writes; it appears whole or not at all. */
export function makeDataset(out: string, header: Header, fill: (writer: DatasetWriter) => void): Manifest {
  return makeFolder(out, (folder) => {
    const writer = new DatasetWriter(folder, header);
    fill(writer);
    return writer.finish();
  });
}

/** Writes rows to a new dataset, shard by shard. */
export class DatasetWriter {
  private readonly folder: string;
  private readonly header: Header;
  private readonly shards: Shard[] = [];
  private parts: string[] = [];
  private rows = 0;
  private games = 0;

  constructor(folder: string, header: Header) {
    this.folder = folder;
    this.header = header;
  }

  /** Adds the rows of a game, or in a dataset of positions any rows. */
  add(text: string, rows: number): void {
    this.parts.push(text);
    this.rows += rows;
    if (this.header.kind === 'games') this.games++;
    if (this.rows >= ROWS_PER_SHARD) this.writeShard();
  }

  addPositions(rows: Iterable<PositionRow>): void {
    let some: PositionRow[] = [];
    const flush = () => {
      this.add(positionRowsText(some), some.length);
      some = [];
    };
    for (const row of rows) if (some.push(row) === ROWS_AT_A_TIME) flush();
    flush();
  }

  finish(): Manifest {
    if (this.rows > 0) this.writeShard();
    const { code = 'derived', kind, game, size, settings, sources = [] } = this.header;
    const described = sources.length > 0 && { sources: sources.map(describeDataset) };
    const version = codeVersion(code, game);
    const header = { kind, game, ...gameIdentity(game), size, settings, codeVersion: version, ...described };
    const manifest = withShards(emptyManifest(header), this.shards);
    writeManifest(this.folder, manifest);
    return manifest;
  }

  private writeShard(): void {
    const { rows: positions, games } = this;
    const columns = this.header.kind === 'games' ? GAME_COLUMNS : POSITION_COLUMNS;
    const text = headerText(columns) + this.parts.join('');
    this.shards.push(writeShard(this.folder, this.shards.length, text, { games, positions }));
    [this.parts, this.rows, this.games] = [[], 0, 0];
  }
}
