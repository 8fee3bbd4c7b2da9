// A match between two seats: a player of one's own against chance, until a sequential test decides.
import { type Evaluator, type Position } from 'evalsmith/engine';
import {
  estimate,
  randomFrom,
  randomSeat,
  refereeOf,
  ScoreSheet,
  type Seat,
  type SprtSettings,
} from 'evalsmith/tuning';
import { OwnSearch } from './own-search.ts';
import game from './tic-tac-toe.ts';

const noOpinion: Evaluator = { scale: 100, evaluate: () => 0 };
let search: OwnSearch<Position>;
const ownSeat: Seat = {
  begin: () => (search = new OwnSearch(noOpinion)),
  answer({ position }) {
    const score = search.search(position, 4);
    return { move: search.best, source: 'search', score };
  },
};

const test: SprtSettings = { elo0: 0, elo1: 100, alpha: 0.05, beta: 0.05, model: 'normalized' };
const sheet = new ScoreSheet(game, 400, test);
const settings = { seed: 7, cap: game.plyCap, repetition: true };
const referee = refereeOf(game, 3, settings, [ownSeat, randomSeat]);
for (let index = 0; !sheet.isOver; index++) {
  // Both games of a pair begin with the same move, the sides exchanged.
  const opening = [1 + randomFrom(7, 'opening', index >> 1).below(9)];
  const { text } = await referee(index, opening);
  sheet.enter(index, text);
}
const { won, lost, sprt, pairs } = sheet;
console.log(won > lost, sprt?.decision, (estimate(pairs)?.elo.low ?? 0) > 0);
