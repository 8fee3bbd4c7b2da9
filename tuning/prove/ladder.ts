import { sha256 } from '../../engine/node/sha256.ts';
import { join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { picked, type Values } from '../settings/setting.ts';
import { gamesOf } from '../dataset/games.ts';
import { readManifest } from '../dataset/manifest.ts';
import { Failure } from '../process/failure.ts';
import { inOwnFolder } from '../store/own-folder.ts';
import { type LadderResult, RESULT_FORMAT } from '../store/runs.ts';
import { tableLines } from '../process/text-table.ts';
import { ladderForm, ladderSettings } from './ladder-form.ts';
import type { Book } from '../play/book.ts';
import { matchJob } from './match-job.ts';
import { type Contestant, identityOf, weightsNameOf } from '../play/participants.ts';
import { fitRatings, type RatedPair } from '../statistics/ratings.ts';
import { bookInput, matchInFolder, type MatchPlace } from './match.ts';
import { type ProofRecord, writeProofRun } from './proof-run.ts';

/** What decides a ladder, besides who plays. */
export type LadderSettings = Values<typeof ladderSettings> & {
  size: number;
  seed: number;
  /** Each player meets so many of those named before it; null for all. */
  newest: number | null;
  /** What names the search parameters of players who name none of their own; null for the defaults. */
  parameters?: string | null;
  /** What the games begin with instead of random plies. */
  book?: Book | null;
};

/** Plays every match that has not been played, and rates all players together. */
export async function runLadder(
  game: Game,
  players: readonly Contestant[],
  settings: LadderSettings,
  place: MatchPlace,
  terminal: Terminal,
): Promise<LadderResult> {
  const about = recordOf(game, players, settings);
  const free = ['players', 'newest', 'games'];
  const claim = { kind: 'ladder' as const, names: /^\w{12}-\w{12}$/, free, ...about };
  return await inOwnFolder(place.folder, claim, async () => {
    const result = await playPairings(game, players, settings, place, terminal);
    writeProofRun(ladderForm, place.folder, about, result);
    return result;
  });
}

async function playPairings(
  game: Game,
  players: readonly Contestant[],
  settings: LadderSettings,
  place: MatchPlace,
  terminal: Terminal,
): Promise<LadderResult> {
  const { size, seed, nodes, games: gamesOfEach, parameters, book } = settings;
  const pairs: RatedPair[] = [];
  const matches: LadderResult['matches'] = [];
  for (const [a, b] of pairings(players.length, settings.newest)) {
    const [one, other] = [players[a], players[b]];
    terminal.note(`${one.name} against ${other.name}`);
    const job = matchJob(game, size, [one, other], { seed, nodes, seconds: null, parameters, book });
    const folder = join(place.folder, matchName(one, other));
    const match = await matchInFolder(game, job, terminal, {
      ...place,
      folder,
      games: gamesOfEach,
      sprt: null,
    });
    if (!match.isOver) throw new Failure('the ladder was stopped; the same command resumes from here');
    pairs.push(...ratedPairs(game, join(folder, 'games'), a, b));
    const { first, second, games, won, drawn, lost, pliesPerGame } = match;
    matches.push({ first, second, games, won, drawn, lost, pliesPerGame });
  }
  return { ...resultOf(game, players, settings, pairs), matches };
}

/** Who meets whom: everyone, or each player the last few before it. */
function pairings(players: number, newest: number | null): [number, number][] {
  const all: [number, number][] = [];
  for (let b = 1; b < players; b++)
    for (let a = newest === null ? 0 : Math.max(0, b - newest); a < b; a++) all.push([a, b]);
  return all;
}

/** A folder name that stays the same when players are added or files are moved. */
function matchName(...players: Contestant[]): string {
  return players.map(({ participant }) => sha256(identityOf(participant)).slice(0, 12)).join('-');
}

function ratedPairs(game: Game, folder: string, a: number, b: number): RatedPair[] {
  const results = Array.from(gamesOf(folder, readManifest(folder)), ([row]) =>
    row.player === game.players[0] ? row.result : 1 - row.result,
  );
  return Array.from({ length: results.length / 2 }, (_, pair) => ({
    a,
    b,
    results: [results[2 * pair], results[2 * pair + 1]],
  }));
}

function resultOf(
  game: Game,
  players: readonly Contestant[],
  settings: LadderSettings,
  pairs: readonly RatedPair[],
): Omit<LadderResult, 'matches'> {
  const { elo, margin, first } = fitRatings(players.length, pairs, 0);
  const rows = players.map(({ name, participant }, i) => {
    let games = 0;
    let points = 0;
    for (const { a, b, results } of pairs) {
      if (a !== i && b !== i) continue;
      games += 2;
      points += a === i ? results[0] + 1 - results[1] : 1 - results[0] + results[1];
    }
    return {
      name,
      identity: identityOf(participant),
      elo: elo[i],
      margin: margin[i],
      games,
      score: points / games,
    };
  });
  return {
    format: RESULT_FORMAT,
    kind: 'ladder',
    game: game.name,
    size: settings.size,
    anchor: players[0].name,
    first,
    players: rows.toSorted((one, other) => other.elo - one.elo),
  };
}

function recordOf(game: Game, players: readonly Contestant[], settings: LadderSettings): ProofRecord {
  const { size, seed, newest, parameters = null, book = null } = settings;
  const values = {
    players: players.map(({ name }) => name),
    game: game.name,
    size,
    ...picked(ladderSettings, settings),
    parameters,
    book: book?.name ?? null,
    newest,
    seed,
  };
  const inputs = players.flatMap(({ name, participant }) =>
    participant.kind === 'weights' ? [{ path: weightsNameOf(name), sha256: participant.weights.sha256 }] : [],
  );
  return { settings: values, inputs: [...inputs, ...bookInput(book)] };
}

const CHART_WIDTH = 40;

/** The ladder for people: a table, and how far apart the players stand. */
export function ladderLines({ players, first, anchor, game, size }: LadderResult): string[] {
  const lowest = Math.min(...players.map(({ elo }) => elo));
  const range = Math.max(1, players[0].elo - lowest);
  const rows = players.map(({ name, elo, margin, games, score }) => [
    name,
    elo.toFixed(0),
    name === anchor ? 'anchor' : `+-${margin.toFixed(0)}`,
    games,
    `${(100 * score).toFixed(1)} %`,
    '#'.repeat(1 + Math.round((CHART_WIDTH * (elo - lowest)) / range)),
  ]);
  return [
    `${game} ${size}`,
    ...tableLines([['player', 'Elo', '95 %', 'games', 'score', ''], ...rows]),
    `moving first is worth ${first.elo.toFixed(0)} +-${first.margin.toFixed(0)} Elo`,
  ];
}
