import type { Position } from '../../../engine/position.ts';
import { randomFrom } from '../../statistics/random.ts';
import { storedBytes, storedValue } from '../../tables/exact-values.ts';
import { LongestWins } from '../../tables/longest-wins.ts';
import { TableOracle } from '../../tables/oracle.ts';
import {
  drawnSpots,
  type Explored,
  explored,
  MOST_LONGEST,
  numberedSpots,
  type ValuedSpot,
} from '../exploration.ts';
import { type OracleOffer, ORACLES_FOLDER } from '../oracle-offer.ts';
import { gameOn, solvedOn } from '../../tables/game-on-board.ts';

/** Exact values of a board, wherever they are. */
export interface Truth {
  /** What is true of an undecided position; undefined where it is none of those known. */
  explore(position: Position): Promise<Explored | undefined>;
  longest(): Promise<ValuedSpot[]>;
  /** Positions drawn at random; the same ones for the same seed. */
  sample(count: number, seed: string): Promise<ValuedSpot[]>;
}

/** Makes an oracle of the site ready to be asked; a table is loaded for that. */
export async function openTruth(offer: OracleOffer): Promise<Truth> {
  return offer.table === undefined ? servedTruth(offer) : tableTruth(offer, await loaded(offer));
}

async function loaded({ table, bytes: expected }: OracleOffer): Promise<Uint8Array> {
  const response = await fetch(table!);
  if (!response.ok) throw new Error(`the table of this board cannot be loaded (${response.status})`);
  const unpacked = response.body!.pipeThrough(new DecompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
  if (bytes.length !== expected) throw new Error('the table of this board is damaged');
  return bytes;
}

function tableTruth(offer: OracleOffer, bytes: Uint8Array): Truth {
  const { size, bits, palette, distances, counts } = offer;
  const { game, numbering } = solvedOn(offer);
  if (storedBytes(numbering.count, bits) !== bytes.length)
    throw new Error('the table of this board was made by another version');
  const valueAt = (number: number) => storedValue(bytes, bits, number, palette);
  const oracle = new TableOracle(game, size, { numbering, distances, valueAt, distinct: counts.distinct });
  return {
    async explore(position) {
      return explored(oracle, position);
    },
    async longest() {
      const wins = new LongestWins(MOST_LONGEST);
      if (distances !== 'none') wins.look({ bytes, bits, palette });
      return numberedSpots(oracle, wins.found);
    },
    async sample(count, seed) {
      return [...drawnSpots(oracle, Math.min(count, counts.distinct), randomFrom(seed, 'explorer'))];
    },
  };
}

function servedTruth(offer: OracleOffer): Truth {
  const { id, counts } = offer;
  const played = gameOn(offer);
  const ask = async (question: string, values: Record<string, string> = {}): Promise<unknown> => {
    const query = new URLSearchParams(values);
    const response = await fetch(`${ORACLES_FOLDER}/${id}/${question}?${query}`);
    if (!response.ok) throw new Error((await response.text()).trim());
    return response.json();
  };
  return {
    async explore(position) {
      const player = played.players[position.turn];
      const answer = await ask('position', { player, board: played.formatBoard(position) });
      return (answer as Explored | null) ?? undefined;
    },
    async longest() {
      return (await ask('longest')) as ValuedSpot[];
    },
    async sample(count, seed) {
      const most = String(Math.min(count, counts.distinct));
      return (await ask('sample', { count: most, seed })) as ValuedSpot[];
    },
  };
}
