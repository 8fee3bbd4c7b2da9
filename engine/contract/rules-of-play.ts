import { endingOf } from '../ending.ts';
import type { Game } from '../game.ts';
import { legalMoves, otherSide, type Position, winnerOf } from '../position.ts';
import { seededBelow } from '../testing.ts';
import { bytesPerMove } from './allocation.ts';
import { differenceOf, keyText, outcomeText, toldInPlay } from './told-position.ts';
import { distinctMoves, type Play, positionAfter } from './lines-of-play.ts';
import { breachAt, type ContractRule, errorText, everywhere, moveText, onceForEachSize } from './rule.ts';

// What a game's positions keep while they are played: moves, outcomes, history.

export const plays: ContractRule = {
  name: 'a game can be played from its start to its end without an error',
  needs: [],
  breachIn(play) {
    const { failure } = play;
    return failure && breachAt(play, failure.line.slice(0, -1), failureText(play, failure));
  },
};

function failureText({ game, size }: Play, { line, error }: NonNullable<Play['failure']>): string {
  if (line.length === 0) return errorText(error);
  const before = positionAfter(game, size, line.slice(0, -1));
  return `at ${moveText(game, before, line.at(-1)!)} ${errorText(error)}`;
}

export const starts = onceForEachSize(
  'a game starts undecided with the first player to move',
  [plays],
  ({ game, size }) => {
    const position = game.start(size);
    if (position.turn !== 0) return `the start has ${game.players[1]} to move`;
    if (position.size !== size) return `the start is a board of size ${position.size}`;
    const outcome = winnerOf(position);
    return outcome === -1 ? undefined : `the start is ${outcomeText(game, outcome)}`;
  },
);

export const unmakes = everywhere(
  'unmaking a move restores the position',
  [plays],
  () =>
    (position, line, { game, size }) => {
      const before = toldInPlay(game, position);
      for (const move of distinctMoves(position)) {
        position.make(move);
        position.unmake();
        const difference = differenceOf(toldInPlay(game, position), before);
        if (difference !== undefined)
          return `after ${moveText(game, position, move)} is made and unmade ${difference}`;
      }
      const replayed = game.start(size);
      const told = [toldInPlay(game, replayed)];
      for (const move of line) {
        replayed.make(move);
        told.push(toldInPlay(game, replayed));
      }
      for (let ply = line.length - 1; ply >= 0; ply--) {
        replayed.unmake();
        const difference = differenceOf(toldInPlay(game, replayed), told[ply]);
        if (difference !== undefined) return `with ${line.length - ply} moves unmade ${difference}`;
      }
      return undefined;
    },
);

// What is written into is longer than it need be, so that what is too much is seen.
const ROOM = 1024;
const FIRST = 3;

export const numbersMoves = everywhere(
  'a move is a number above 0, and no position has more moves than moveLimit',
  [plays],
  () => (position) => {
    const moves = new Int32Array(FIRST + position.moveLimit + ROOM);
    const end = position.generate(moves, FIRST);
    if (moves.subarray(0, FIRST).some((move) => move !== 0))
      return `generate writes before the index ${FIRST} that it is given`;
    if (end - FIRST > position.moveLimit)
      return `it has ${end - FIRST} moves; its moveLimit is ${position.moveLimit}`;
    const wrong = moves.subarray(FIRST, end).find((move) => move <= 0);
    return wrong === undefined ? undefined : `a move is the number ${wrong}`;
  },
);

export const listsOnce = everywhere(
  'no move is generated twice',
  [numbersMoves],
  () =>
    (position, _line, { game }) => {
      const moves = legalMoves(position);
      const twice = moves.find((move, i) => moves.indexOf(move) !== i);
      return twice === undefined ? undefined : `${moveText(game, position, twice)} is generated twice`;
    },
);

export const endsDecided = everywhere(
  'a decided position has no moves, and its outcome is a side or a draw',
  [plays],
  () =>
    (position, _line, { game }) => {
      const { winner, blocked } = position;
      if (![-1, 0, 1, 2].includes(winner)) return `its winner is ${winner}; expected 0, 1, DRAWN or -1`;
      if (![0, 1, 2].includes(blocked)) return `its blocked is ${blocked}; expected 0, 1 or DRAWN`;
      const count = legalMoves(position).length;
      return winner === -1 || count === 0
        ? undefined
        : `it is ${outcomeText(game, winner)}, and generate gives ${count} moves`;
    },
);

export const knowsMoves = everywhere(
  'hasMove tells of an undecided position whether generate gives a move',
  [plays],
  () => (position) => {
    const count = legalMoves(position).length;
    if (position.winner !== -1 || position.hasMove() === count > 0) return undefined;
    return `hasMove is ${position.hasMove()}, and generate gives ${count} moves`;
  },
);

const RANDOM_GAMES = 20;
const DRAWS_OF_PROGRAMS = ['repetition', 'quiet', 'cap'];

export const comesToEnd = onceForEachSize(
  'of random games on the smallest board some end by the rules of the game',
  [knowsMoves, endsDecided],
  ({ game, size }) => {
    if (size !== game.sizes[0]) return undefined;
    for (let seed = 1; seed <= RANDOM_GAMES; seed++) {
      const below = seededBelow(seed);
      const position = game.start(size);
      let ending = endingOf(game, position);
      while (ending === undefined) {
        const moves = legalMoves(position);
        position.make(moves[below(moves.length)]);
        ending = endingOf(game, position);
      }
      if (!DRAWS_OF_PROGRAMS.includes(ending.end)) return undefined;
    }
    return `none of ${RANDOM_GAMES} random games ended but by repetition, quiet plies or the cap of ${game.plyCap} plies`;
  },
);

export const remembers = everywhere(
  'a position that occurs again is found in the history',
  [unmakes],
  () =>
    (_position, line, { game, size }) => {
      const position = game.start(size);
      const seen = new Map<string, number>();
      for (let ply = 0; ; ply++) {
        const { state } = position;
        if (state.ply !== ply) return `its ply is ${state.ply} after ${ply} moves`;
        if (!(state.progress >= 0 && state.progress <= ply))
          return `its progress is ${state.progress} at ply ${ply}`;
        const times = seen.get(keyText(position)) ?? 0;
        const found = state.occurrences(line.length + 1);
        if (found !== times)
          return `it occurred ${times} times before, and occurrences finds ${found}: no play may reverse what progress marks`;
        seen.set(keyText(position), times + 1);
        if (ply === line.length) return undefined;
        position.make(line[ply]);
      }
    },
);

export const helpsSearch = everywhere(
  'what a position tells a search is true: winningMove, isThreatened, generateLoud, gain, pass',
  [unmakes, listsOnce],
  () =>
    (position, line, { game, size }) => {
      if (position.winner !== -1) return undefined;
      const moves = distinctMoves(position);
      const winning = position.winningMove();
      const wins = (move: number) => {
        const after = positionAfter(game, size, [...line, move]);
        return winnerOf(after) === position.turn;
      };
      if (winning !== 0 && !(moves.includes(winning) && wins(winning)))
        return `winningMove is ${moveText(game, position, winning)}, which does not win`;
      const loud = new Int32Array(position.moveLimit);
      const loudMoves = [...loud.subarray(0, position.generateLoud(loud, 0))];
      const odd = loudMoves.find((move, i) => !moves.includes(move) || loudMoves.indexOf(move) !== i);
      if (odd !== undefined)
        return `generateLoud gives ${moveText(game, position, odd)} twice or where it is not legal`;
      const free = moves.find((move) => !Number.isInteger(position.gain(move)) || position.gain(move) < 0);
      if (free !== undefined)
        return `the gain of ${moveText(game, position, free)} is ${position.gain(free)}; expected a whole number from 0`;
      return passFault(position, game) ?? threatFault(position, game, size);
    },
);

function passFault(position: Position, game: Game): string | undefined {
  if (!position.mayPass()) return undefined;
  const before = toldInPlay(game, position);
  const { turn } = position;
  position.pass();
  if (position.turn === turn) return 'pass leaves the same player to move';
  if (game.formatBoard(position) !== before['the board']) return 'pass changes the board';
  position.unpass();
  const difference = differenceOf(toldInPlay(game, position), before);
  return difference && `after a pass is taken back ${difference}`;
}

function threatFault(position: Position, game: Game, size: number): string | undefined {
  if (!position.isThreatened()) return undefined;
  const enemy = otherSide(position.turn);
  const board = game.formatBoard(position);
  const wins = distinctMoves(game.parseBoard(size, enemy, board)).some((move) => {
    const turned = game.parseBoard(size, enemy, board);
    turned.make(move);
    return winnerOf(turned) === enemy;
  });
  return wins ? undefined : `isThreatened, and ${game.players[enemy]} could not win at once`;
}

// Whole objects are larger; a move in ten that makes the smallest one is found.
const MOST_BYTES = 1;

export const allocatesNothing = onceForEachSize(
  'generate, make and unmake allocate nothing',
  [unmakes],
  (play) => {
    const bytes = bytesPerMove(play);
    if (bytes === undefined) return undefined;
    const { generate, makeAndUnmake } = bytes;
    if (makeAndUnmake > MOST_BYTES)
      return `make and unmake allocate ${Math.round(makeAndUnmake)} bytes a move`;
    if (generate > MOST_BYTES) return `generate allocates ${Math.round(generate)} bytes a call`;
    return undefined;
  },
);
