import { gzipSync } from 'node:zlib';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { quoted } from '../../engine/text/arguments.ts';
import { readOracle, solvedBoardOf } from '../oracle/oracle-folder.ts';
import { randomFrom } from '../statistics/random.ts';
import type { TableOracle } from '../tables/oracle.ts';
import { openSolved, type OracleManifest, readOracleManifest } from '../tables/oracle-file.ts';
import { drawnSpots, type Spot, spotOf } from './exploration.ts';
import { boardId, type OracleOffer, ORACLES_FOLDER } from './oracle-offer.ts';

/** A site has tables of at most so many bytes inside: packed, and as the page unpacks them. */
export const MOST_PACKED = 4 << 20;
const MOST_UNPACKED = 64 << 20;

/** An oracle whose table is part of the site. */
export interface EmbeddedOracle {
  offer: OracleOffer;
  packed: Uint8Array;
}

/** Reads small oracles whole, to be part of a site. */
export function embeddedOracles(folders: readonly string[]): EmbeddedOracle[] {
  return distinct(
    folders.map((folder) => {
      const { bytes: length } = readOracleManifest(folder);
      if (length > MOST_UNPACKED) throw tooLarge(folder, `${length} bytes of values`, MOST_UNPACKED);
      const { oracle, manifest, bytes } = readOracle(folder);
      const packed = gzipSync(bytes, { level: 9 });
      if (packed.length > MOST_PACKED)
        throw tooLarge(folder, `${packed.length} bytes of values when packed`, MOST_PACKED);
      const offer = offerOf(oracle, manifest);
      return { offer: { ...offer, table: `${ORACLES_FOLDER}/${offer.id}.table` }, packed };
    }),
  );
}

function tooLarge(folder: string, size: string, most: number): InputError {
  return new InputError(
    `--oracle ${folder} has ${size}; a site has at most ${most} of one inside, and evalsmith serve --oracle asks larger ones`,
  );
}

/** An oracle whose values are read from its file as they are asked for. */
export interface OpenedOracle {
  folder: string;
  manifest: OracleManifest;
  oracle: TableOracle;
  offer: OracleOffer;
}

/** Opens oracles of any size without reading them whole. */
export function openedOracles(folders: readonly string[]): OpenedOracle[] {
  return distinct(
    folders.map((folder) => {
      const manifest = readOracleManifest(folder);
      const oracle = openSolved(folder, manifest, solvedBoardOf(folder, manifest));
      return { folder, manifest, oracle, offer: offerOf(oracle, manifest) };
    }),
  );
}

function distinct<Some extends { offer: OracleOffer }>(some: Some[]): Some[] {
  const ids = some.map(({ offer }) => offer.id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined)
    throw new InputError(`two of --oracle are of ${quoted(twice)}; expected one of each board`);
  return some;
}

function offerOf(oracle: TableOracle, manifest: OracleManifest): OracleOffer {
  const { game, size, scope, distances, counts, bits, palette, bytes, sha256 } = manifest;
  const first = manifest.start === null ? farWin(oracle) : startOf(oracle.game, oracle);
  return { id: boardId(manifest), game, size, scope, distances, counts, bits, palette, bytes, sha256, first };
}

function startOf(game: Game, oracle: TableOracle): Spot {
  return spotOf(oracle, game.start(oracle.size));
}

// Where the table has no start, one of a few positions is a better beginning than none.
const FEW = 32;

/** Of a few positions the one that takes longest to win. */
function farWin(oracle: TableOracle): Spot {
  const spots = drawnSpots(oracle, Math.min(FEW, oracle.distinct), randomFrom('explorer', 'first'));
  const [{ player, board }] = [...spots].toSorted((a, b) => b.value - a.value);
  return { player, board };
}
