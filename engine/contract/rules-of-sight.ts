import { canonicalBoard, type Game } from '../game.ts';
import { CHANGES_ROOM, type Inputs } from '../inputs.ts';
import { placesOf } from '../models/patterns/pattern-places.ts';
import { tablesOf } from '../models/patterns/pattern-tables.ts';
import { DRAWN, type Outcome, otherSide, type Position, type Side, winnerOf } from '../position.ts';
import { distinctMoves } from './lines-of-play.ts';
import { featuresOf, outcomeText } from './told-position.ts';
import { everywhere } from './rule.ts';
import { plays, unmakes } from './rules-of-play.ts';
import { readsBoards } from './rules-of-text.ts';

// What symmetries and the exchange of colours keep, and so what heuristics see: features, patterns and inputs.

export const hasSymmetries = everywhere(
  'symmetric boards have the same moves and outcome',
  [readsBoards],
  () =>
    (position, _line, { game, size }) => {
      const board = game.formatBoard(position);
      const images = game.symmetricBoards(size, board);
      if (!images.includes(board)) return 'symmetricBoards leaves out the board itself';
      const outcome = winnerOf(position);
      const children = boardsAfter(game, size, position.turn, board).map((child) => ({
        images: game.symmetricBoards(size, child.after),
        outcome: child.outcome,
      }));
      for (const [i, image] of images.entries()) {
        if (canonicalBoard(game, size, image) !== canonicalBoard(game, size, board))
          return `its symmetric board ${image} has other symmetric boards`;
        const other = winnerOf(game.parseBoard(size, position.turn, image));
        if (other !== outcome)
          return `it is ${outcomeText(game, outcome)}, and its symmetric board ${image} ${outcomeText(game, other)}`;
        const expected = children.map((child) => ({ after: child.images[i], outcome: child.outcome }));
        const difference = unlike(game, expected, boardsAfter(game, size, position.turn, image));
        if (difference !== undefined) return `its symmetric board is ${image}, and ${difference}`;
      }
      return undefined;
    },
);

export const exchangesColours = everywhere(
  'exchanging the colours twice gives the board back, and exchanges moves and outcome',
  [readsBoards],
  () =>
    (position, _line, { game, size }) => {
      const board = game.formatBoard(position);
      const exchanged = game.swapColours(size, board);
      const twice = game.swapColours(size, exchanged);
      if (twice !== board) return `with the colours exchanged twice it is ${twice}`;
      const other = otherSide(position.turn);
      const outcome = winnerOf(position);
      const otherOutcome = winnerOf(game.parseBoard(size, other, exchanged));
      if (otherOutcome !== exchangedOutcome(outcome))
        return `it is ${outcomeText(game, outcome)}, and with the colours exchanged ${outcomeText(game, otherOutcome)}`;
      const expected = boardsAfter(game, size, position.turn, board).map((child) => ({
        after: game.swapColours(size, child.after),
        outcome: exchangedOutcome(child.outcome),
      }));
      const difference = unlike(game, expected, boardsAfter(game, size, other, exchanged));
      return difference && `with the colours exchanged it is ${exchanged}, and ${difference}`;
    },
);

interface Child {
  after: string;
  outcome: Outcome;
}

function boardsAfter(game: Game, size: number, turn: Side, board: string): Child[] {
  return distinctMoves(game.parseBoard(size, turn, board)).map((move) => {
    const position = game.parseBoard(size, turn, board);
    position.make(move);
    return { after: game.formatBoard(position), outcome: position.winner };
  });
}

function exchangedOutcome(outcome: Outcome): Outcome {
  return outcome === -1 || outcome === DRAWN ? outcome : otherSide(outcome);
}

/** How the boards that moves lead to differ from those they should. */
function unlike(game: Game, expected: readonly Child[], found: readonly Child[]): string | undefined {
  const text = ({ after, outcome }: Child) => `${after}, ${outcomeText(game, outcome)}`;
  const there = new Set(found.map(text));
  const should = new Set(expected.map(text));
  const missing = [...should].find((each) => !there.has(each));
  if (missing !== undefined) return `no move leads there to ${missing}`;
  const strange = [...there].find((each) => !should.has(each));
  return strange && `a move leads there to ${strange}`;
}

export const valuesFeatures = everywhere(
  'features are whole numbers, each with a name of its own',
  [plays],
  () =>
    (position, _line, { game }) => {
      const { names } = game.features;
      const twice = names.find((name, i) => names.indexOf(name) !== i);
      if (twice !== undefined) return `two features are called ${JSON.stringify(twice)}`;
      if (position.winner !== -1) return undefined;
      const values = featuresOf(game, position);
      const odd = values.findIndex((value) => !Number.isSafeInteger(value));
      return odd === -1
        ? undefined
        : `the feature ${JSON.stringify(names[odd])} is ${Number.isNaN(values[odd]) ? 'not written' : values[odd]}`;
    },
);

export const seesBoards = everywhere(
  'features are the same in play and on the board set up anew',
  [readsBoards, valuesFeatures],
  () =>
    (position, _line, { game, size }) => {
      if (position.winner !== -1) return undefined;
      const read = game.parseBoard(size, position.turn, game.formatBoard(position));
      return otherFeature(game, position, read, 'set up anew');
    },
);

export const featuresOfColours = everywhere(
  'features are the same once colours and turn are exchanged',
  [exchangesColours, seesBoards],
  () =>
    (position, _line, { game, size }) => {
      if (position.winner !== -1) return undefined;
      const board = game.swapColours(size, game.formatBoard(position));
      const exchanged = game.parseBoard(size, otherSide(position.turn), board);
      return otherFeature(game, position, exchanged, 'with colours and turn exchanged');
    },
);

export const featuresOfSymmetries = everywhere(
  'features are the same on symmetric boards',
  [hasSymmetries, seesBoards],
  () =>
    (position, _line, { game, size }) => {
      if (position.winner !== -1) return undefined;
      for (const image of game.symmetricBoards(size, game.formatBoard(position))) {
        const read = game.parseBoard(size, position.turn, image);
        const other = otherFeature(game, position, read, `on the symmetric board ${image}`);
        if (other !== undefined) return other;
      }
      return undefined;
    },
);

function otherFeature(game: Game, position: Position, other: Position, where: string): string | undefined {
  const [values, others] = [featuresOf(game, position), featuresOf(game, other)];
  const i = values.findIndex((value, feature) => value !== others[feature]);
  if (i === -1) return undefined;
  return `the feature ${JSON.stringify(game.features.names[i])} is ${values[i]}, and ${others[i]} ${where}`;
}

export const readsPatterns = everywhere(
  'patterns, where there are any, lie on the board as its symmetries allow, and are read as its text says',
  [hasSymmetries, exchangesColours],
  () => {
    const sizes = new Set<number>();
    return (position, _line, { game, size }) => {
      const tables = tablesOf(game);
      if (tables === undefined) return undefined;
      if (!sizes.has(size)) placesOf(game, tables, size);
      sizes.add(size);
      const board = game.formatBoard(position);
      const squares = new Int8Array(board.length).fill(-1);
      tables.patterns.read(position, squares);
      const letters = `.${tables.patterns.pieces.join('')}`;
      const read = Array.from(squares, (piece) => letters[piece] ?? '?').join('');
      return read === board ? undefined : `patterns read ${read}`;
    };
  },
);

export const numbersInputs = everywhere(
  'inputs are numbers below their count, each once, no more than mostActive, no two that exclude each other',
  [plays],
  () => {
    const inputsOf = inputsBySize();
    let groups: Uint16Array | undefined;
    return (position, _line, { game, size }) => {
      const inputs = inputsOf(game, size);
      groups ??= inputs.exclusive();
      if (groups.length !== inputs.count)
        return `exclusive tells the groups of ${groups.length} inputs, and there are ${inputs.count}`;
      for (const side of [0, 1] as const) {
        const on = activeInputs(inputs, position, side);
        if (on.length > inputs.mostActive)
          return `${on.length} inputs are on; mostActive is ${inputs.mostActive}`;
        const odd = on.find((input, i) => input < 0 || input >= inputs.count || on.indexOf(input) !== i);
        if (odd !== undefined) return `the input ${odd} of ${inputs.count} is out of range or on twice`;
        const group = new Map(on.map((input) => [groups![input], input]));
        const other = on.find((input) => group.get(groups![input]) !== input);
        if (other !== undefined)
          return `the inputs ${other} and ${group.get(groups[other])} are on, which exclude each other`;
      }
      return undefined;
    };
  },
);

export const inputsOfColours = everywhere(
  'inputs are the same to the other side once the colours are exchanged',
  [exchangesColours, numbersInputs],
  () => {
    const inputsOf = inputsBySize();
    return (position, _line, { game, size }) => {
      const inputs = inputsOf(game, size);
      const board = game.swapColours(size, game.formatBoard(position));
      const exchanged = game.parseBoard(size, otherSide(position.turn), board);
      for (const side of [0, 1] as const) {
        const [own, other] = [
          activeInputs(inputs, position, side),
          activeInputs(inputs, exchanged, otherSide(side)),
        ];
        if (own.join() !== other.join())
          return `${game.players[side]} sees the inputs ${own.join(' ')}, and ${other.join(' ')} are seen with the colours exchanged`;
      }
      return undefined;
    };
  },
);

export const inputsOfSymmetries = everywhere(
  'inputs become those of symmetric boards as the list of their symmetries says',
  [hasSymmetries, numbersInputs],
  () => {
    const inputsOf = inputsBySize();
    return (position, _line, { game, size }) => {
      const inputs = inputsOf(game, size);
      const symmetries = inputs.symmetries();
      const boards = game.symmetricBoards(size, game.formatBoard(position));
      if (symmetries.length !== boards.length)
        return `inputs have ${symmetries.length} symmetries, and the board ${boards.length}`;
      for (const [i, board] of boards.entries()) {
        const image = game.parseBoard(size, position.turn, board);
        for (const side of [0, 1] as const) {
          const moved = activeInputs(inputs, position, side)
            .map((input) => symmetries[i][input])
            .sort((a, b) => a - b);
          if (moved.join() !== activeInputs(inputs, image, side).join())
            return `the inputs of its symmetric board ${board} are not those that symmetry ${i} says`;
        }
      }
      return undefined;
    };
  },
);

export const changesInputs = everywhere(
  'the inputs that moves change are those of the board set up anew, where moves tell them',
  [unmakes, numbersInputs],
  () => {
    const inputsOf = inputsBySize();
    return (given, line, { game, size }) => {
      const inputs = inputsOf(game, size);
      const position = game.start(size);
      if (inputs.changesBy === undefined) {
        const end = inputs.partsOf(given, new Int32Array(4 * inputs.mostParts));
        return end <= 2 * inputs.mostParts
          ? undefined
          : `partsOf writes ${end / 2} parts; expected at most ${inputs.mostParts}`;
      }
      const counts = [0, 1].map((side) => countsOf(inputs, activeInputs(inputs, position, side as Side)));
      const changes = new Int32Array(2 * CHANGES_ROOM);
      for (const move of line) {
        position.make(move);
        const end = inputs.changesBy(position, position.state, changes);
        if (end > CHANGES_ROOM)
          return `a move changes ${end / 4} parts; expected at most ${CHANGES_ROOM / 4}`;
        for (let i = 0; i < end; i += 2) {
          const side = (i >> 1) & 1;
          addPart(inputs, counts[side], changes[i], -1);
          addPart(inputs, counts[side], changes[i + 1], 1);
        }
      }
      for (const side of [0, 1] as const) {
        const anew = countsOf(inputs, activeInputs(inputs, position, side));
        const odd = anew.findIndex((count, input) => count !== counts[side][input]);
        if (odd !== -1)
          return `as ${game.players[side]} sees it the input ${odd} is ${anew[odd]}, and ${counts[side][odd]} by the changes of the moves`;
      }
      return undefined;
    };
  },
);

/** The inputs of a size, made once. */
function inputsBySize(): (game: Game, size: number) => Inputs {
  let inputs: Inputs | undefined;
  return (game, size) => (inputs ??= game.inputs(size));
}

/** The inputs that are on as a side sees them, in order; there is room for too many. */
function activeInputs(inputs: Inputs, position: Position, side: Side): number[] {
  const active = new Int32Array(2 * inputs.mostActive + 64);
  return [...active.subarray(0, inputs.extract(position, side, active))].sort((a, b) => a - b);
}

function countsOf(inputs: Inputs, active: readonly number[]): Int32Array {
  const counts = new Int32Array(inputs.count);
  for (const input of active) counts[input]++;
  return counts;
}

function addPart(inputs: Inputs, counts: Int32Array, part: number, count: number): void {
  const active = new Int32Array(inputs.mostActive + 64);
  const end = inputs.inputsOf(part, active, 0);
  for (let i = 0; i < end; i++) counts[active[i]] += count;
}
