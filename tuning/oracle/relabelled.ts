import type { Game } from '../../engine/game.ts';
import { findMove } from '../../engine/game.ts';
import { legalMoves, type Side, winnerOf } from '../../engine/position.ts';
import { DRAW, lossIn, WIN } from '../../engine/score.ts';
import { contentsHash, type DatasetWriter, makeDataset } from '../dataset/dataset-writer.ts';
import { gamesOf, positionsOf } from '../dataset/games.ts';
import { type Manifest, readManifest } from '../dataset/manifest.ts';
import { type GameRow, gameRowsText, type PositionRow } from '../dataset/rows.ts';
import { rulesOf } from '../dataset/transformations.ts';
import { type Oracle, resultOf } from '../tables/oracle.ts';

/** A dataset, and the oracle that it is corrected by, whose values have this hash. */
interface Correction {
  folder: string;
  oracle: Oracle;
  sha256: string;
}

/** Writes a dataset again with results, and scores of positions on their own, corrected by exact values; says what it corrected. */
export function relabelled(
  { folder, oracle, sha256 }: Correction,
  out: string,
): { manifest: Manifest; corrected: string } {
  const source = readManifest(folder);
  const { kind, size } = source;
  const { game } = oracle;
  const settings = {
    by: 'relabel',
    oracle: sha256,
    of: [contentsHash(source)],
    ...rulesOf(source),
  };
  const header = { code: 'relabel', kind, game: game.name, size, settings, sources: [source] } as const;
  let known = 0;
  let changed = 0;
  const tally = (isKnown: boolean, isChanged: boolean) => {
    if (isKnown) known++;
    if (isChanged) changed++;
  };
  const fill = (writer: DatasetWriter) => {
    if (kind === 'positions') {
      writer.addPositions(knownPositions(game, size, oracle, positionsOf(folder, source, true), tally));
      return;
    }
    for (const rows of gamesOf(folder, source)) {
      const exact = exactGame(game, size, oracle, rows, tally);
      if (exact.length > 0) writer.add(gameRowsText(exact), exact.length);
    }
  };
  const manifest = makeDataset(out, header, fill);
  return { manifest, corrected: `${known} ${kind} known to the oracle, ${changed} results changed` };
}

type Heard = (isKnown: boolean, isChanged: boolean) => void;

/** The rows of a game up to the first position that the oracle knows, with its value as the result. */
function exactGame(
  game: Game,
  size: number,
  oracle: Oracle,
  rows: readonly GameRow[],
  heard: Heard,
): readonly GameRow[] {
  const position = game.start(size);
  for (const [i, row] of [...rows.entries(), [rows.length, undefined] as const]) {
    const ending = winnerOf(position) === -1 ? oracle.endingOf(position) : undefined;
    if (ending !== undefined) {
      const { winner, end } = ending;
      const before = rows.slice(0, i).map((one) => {
        const result = winner === -1 ? 0.5 : game.players[winner] === one.player ? 1 : 0;
        return { ...one, result, end };
      });
      heard(true, before.length > 0 && before[0].result !== rows[0].result);
      return before;
    }
    if (row === undefined) break;
    position.make(findMove(game, position, legalMoves(position), row.move)!);
  }
  heard(false, false);
  return rows;
}

function* knownPositions(
  game: Game,
  size: number,
  oracle: Oracle,
  rows: Iterable<PositionRow>,
  heard: Heard,
): Generator<PositionRow> {
  for (const row of rows) {
    const position = game.parseBoard(size, game.players.indexOf(row.player) as Side, row.board);
    const isKnown = winnerOf(position) === -1 && oracle.knows(position);
    if (!isKnown) {
      heard(false, false);
      yield row;
      continue;
    }
    const value = oracle.valueOf(position);
    const result = resultOf(value);
    heard(true, result !== row.result);
    yield { ...row, result, score: value === 0 ? DRAW : value > 0 ? WIN - value : lossIn(-value) };
  }
}
