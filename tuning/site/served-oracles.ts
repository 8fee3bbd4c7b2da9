// What the server answers of large oracles, whose values stay in their files.
import { setImmediate } from 'node:timers/promises';
import { InputError } from '../../engine/input-error.ts';
import { winnerOf } from '../../engine/position.ts';
import { parsePlayer, parseWhole, quoted } from '../../engine/text/arguments.ts';
import { decidedNote } from '../../engine/text/decided.ts';
import { randomFrom } from '../statistics/random.ts';
import { longestWinsIn } from '../tables/longest-wins-search.ts';
import {
  drawnSpots,
  type Explored,
  explored,
  MOST_LONGEST,
  MOST_SAMPLES,
  numberedSpots,
  type ValuedSpot,
} from './exploration.ts';
import { type OpenedOracle } from './offered-oracles.ts';
import { ORACLES_FOLDER, SERVED_LIST } from './oracle-offer.ts';

/** Answers a question that its path asks; undefined for the path of something else. Throws an InputError for a wrong question. */
export type Answering = (names: readonly string[], query: URLSearchParams) => Promise<unknown> | undefined;

// So many positions are drawn before anybody else is heard.
const TURN = 16;

/** Answers for these oracles: oracles/served.json, and below oracles/ID/ `position`, `sample` and `longest`. */
export function answersOf(oracles: readonly OpenedOracle[]): Answering {
  const longest = new Map<OpenedOracle, Promise<ValuedSpot[]>>();
  return ([folder, name, question, ...rest], query) => {
    if (folder !== ORACLES_FOLDER || rest.length > 0) return undefined;
    if (name === SERVED_LIST && question === undefined)
      return Promise.resolve(oracles.map(({ offer }) => offer));
    const opened = oracles.find(({ offer }) => offer.id === name);
    if (opened === undefined) return undefined;
    switch (question) {
      case 'position':
        return positionAnswer(opened, query);
      case 'sample':
        return sampleAnswer(opened, query);
      case 'longest': {
        // Read once for all who ask.
        const known = longest.get(opened) ?? longestOf(opened);
        longest.set(opened, known);
        known.catch(() => longest.delete(opened));
        return known;
      }
      default:
        return undefined;
    }
  };
}

async function positionAnswer({ oracle }: OpenedOracle, query: URLSearchParams): Promise<Explored | null> {
  const { game, size } = oracle;
  const position = game.parseBoard(size, parsePlayer(game, asked(query, 'player')), asked(query, 'board'));
  const winner = winnerOf(position);
  if (winner !== -1) throw new InputError(decidedNote(game, winner));
  return explored(oracle, position) ?? null;
}

async function sampleAnswer({ oracle }: OpenedOracle, query: URLSearchParams): Promise<ValuedSpot[]> {
  const count = parseWhole('count', asked(query, 'count'), 1, Math.min(MOST_SAMPLES, oracle.distinct));
  const spots: ValuedSpot[] = [];
  for (const spot of drawnSpots(oracle, count, randomFrom(asked(query, 'seed'), 'explorer'))) {
    spots.push(spot);
    if (spots.length % TURN === 0) await setImmediate();
  }
  return spots;
}

async function longestOf({ oracle, manifest, folder }: OpenedOracle): Promise<ValuedSpot[]> {
  if (manifest.distances === 'none') return [];
  return numberedSpots(oracle, await longestWinsIn(folder, manifest, MOST_LONGEST));
}

function asked(query: URLSearchParams, name: string): string {
  const text = query.get(name);
  if (text === null) throw new InputError(`${quoted(name)} is missing in the question`);
  return text;
}
