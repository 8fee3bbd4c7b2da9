import { describe, expect, test } from 'vitest';
import type { Evaluator } from './evaluator.ts';
import solved from './games/betsy/solved-3.json' with { type: 'json' };
import type { Game } from './game.ts';
import { games } from './games/index.ts';
import { legalMoves, type Move, type Position, type Side, winnerOf } from './position.ts';
import { defaultParameters, parametersOf } from './parameters.ts';
import { Player } from './player.ts';
import { DRAW, isDecisive, WIN } from './score.ts';
import { Search } from './search.ts';
import { Table } from './table.ts';
import { playRandomly } from './testing.ts';
import { evaluatorOf } from './weights.ts';
import { loadWeights } from './node/named-weights.ts';

const [betsy] = games;

function handEvaluator(game: Game, size = game.usualSize): Evaluator {
  return evaluatorOf(loadWeights(game, size, 'baseline:hand'), game);
}

/** Negamax by the book, to compare with. */
function negamax(position: Position, evaluator: Evaluator, depth: number, ply: number): number {
  const winner = winnerOf(position);
  if (winner !== -1) return winner === position.turn ? WIN - ply : ply - WIN;
  if (ply > 0 && position.state.occurrences(1) === 1) return DRAW;
  if (depth === 0) return quiet(position, evaluator, ply);
  return best(legalMoves(position), position, () => -negamax(position, evaluator, depth - 1, ply + 1));
}

// With alpha and beta only because captures without end would take for ever; the value is the same.
function quiet(
  position: Position,
  evaluator: Evaluator,
  ply: number,
  further = defaultParameters.quiescencePlies,
  alpha = -Infinity,
  beta = Infinity,
): number {
  const winner = winnerOf(position);
  if (winner !== -1) return winner === position.turn ? WIN - ply : ply - WIN;
  if (position.winningMove() !== 0) return WIN - ply - 1;
  const loud = new Int32Array(position.moveLimit);
  const end = further > 0 ? position.generateLoud(loud, 0) : 0;
  let highest = evaluator.evaluate(position);
  for (let i = 0; i < end && highest < beta; i++) {
    position.make(loud[i]);
    highest = Math.max(
      highest,
      -quiet(position, evaluator, ply + 1, further - 1, -beta, -Math.max(alpha, highest)),
    );
    position.unmake();
  }
  return highest;
}

/** Moves after which the game is back where it was; none where there are no such moves. */
function wayBack(position: Position, plies: number): Move[] {
  if (plies === 0) return position.state.occurrences(1) === 1 ? [0] : [];
  for (const move of legalMoves(position)) {
    position.make(move);
    const way = winnerOf(position) === -1 ? wayBack(position, plies - 1) : [];
    position.unmake();
    if (way.length > 0) return plies === 1 ? [move] : [move, ...way];
  }
  return [];
}

function best(moves: Iterable<Move>, position: Position, value: () => number): number {
  let highest = -Infinity;
  for (const move of moves) {
    position.make(move);
    highest = Math.max(highest, value());
    position.unmake();
  }
  return highest;
}

describe.each(games.map((game) => ({ game, name: game.name })))('in $name', ({ game }) => {
  const size = game.usualSize;
  const evaluator = handEvaluator(game);

  test('the plain search equals negamax by the book to depth 4', () => {
    for (let seed = 0; seed < 16; seed++) {
      const position = playRandomly(game, size, seed, seed);
      if (winnerOf(position) !== -1) continue;
      const root = game.parseBoard(size, position.turn, game.formatBoard(position));
      for (
        let depth = 1;
        depth <= 4 && legalMoves(root).length ** depth < (seed === 0 ? 300_000 : 20_000);
        depth++
      ) {
        const search = new Search(root, evaluator, Table.ofMegabytes(1), game);
        const { score } = search.deepen({ depth }, undefined, [], 'plain');
        expect(score).toBe(negamax(root, evaluator, depth, 0) + 0);
      }
    }
  });

  test('the plain search equals negamax by the book where the game can come back to earlier positions', () => {
    let ways = 0;
    for (let seed = 0; seed < 12 && ways < 8; seed++) {
      const position = playRandomly(game, size, seed, 24 + seed);
      for (const move of winnerOf(position) === -1 ? wayBack(position, 4) : []) {
        const search = new Search(position, evaluator, Table.ofMegabytes(1), game);
        const { score } = search.deepen({ depth: 2 }, undefined, [], 'plain');
        expect(score).toBe(negamax(position, evaluator, 2, 0) + 0);
        position.make(move);
        ways++;
      }
    }
    expect(ways).toBeGreaterThan(7);
  });

  test('a number of nodes gives the same move, score and node count every time', () => {
    for (const nodes of [1, 100, 5000, 20_000]) {
      const lines = [0, 1].map(() =>
        new Player(game, handEvaluator(game)).choose(game.start(size), { nodes }),
      );
      expect(lines[1]).toEqual(lines[0]);
      expect(lines[0].nodes).toBeLessThanOrEqual(nodes);
    }
  });

  test('a search leaves the position as it was, wherever it is stopped', () => {
    const position = playRandomly(game, size, 3, 10);
    const snapshot = () => [
      game.formatBoard(position),
      position.turn,
      position.keyLow,
      position.keyHigh,
      position.state.ply,
      ...legalMoves(position),
    ];
    const before = snapshot();
    const player = new Player(game, evaluator, Table.ofMegabytes(1));
    for (let nodes = 1; nodes < 6000; nodes += 37) {
      player.forget();
      player.choose(position, { nodes });
      expect(snapshot()).toEqual(before);
    }
  });

  test('the line that is reported can be played', () => {
    for (let seed = 0; seed < 10; seed++) {
      const position = playRandomly(game, size, seed, 3 * seed);
      if (winnerOf(position) !== -1) continue;
      const { moves } = new Player(game, evaluator).choose(position, { depth: 5 });
      for (const move of moves) {
        expect(legalMoves(position)).toContain(move);
        position.make(move);
      }
    }
  });

  test('a win in one is played whatever the limits', () => {
    let found = 0;
    const player = new Player(game, handEvaluator(game, game.sizes[0]), Table.ofMegabytes(1));
    for (let seed = 0; seed < 60; seed++) {
      playRandomly(game, game.sizes[0], seed, 200, (position) => {
        if (winnerOf(position) !== -1) return;
        const wins = legalMoves(position).filter((move) => {
          const { turn } = position;
          position.make(move);
          const winner = winnerOf(position);
          position.unmake();
          return winner === turn;
        });
        if (wins.length === 0) return;
        found++;
        player.forget();
        const line = player.choose(position, { nodes: 1 });
        expect(wins).toContain(line.move);
        expect([line.score, line.moves]).toEqual([WIN - 1, [line.move]]);
      });
    }
    expect(found).toBeGreaterThan(20);
  });

  test('every move has a line of its own, searched as deep as the others', () => {
    const position = game.start(size);
    const lines = new Player(game, evaluator).bestLines(position, () => ({ depth: 4 }), 100);
    expect(new Set(lines.map(({ move }) => move))).toEqual(new Set(legalMoves(position)));
    expect(lines).toHaveLength(legalMoves(position).length);
    expect(lines.map(({ depth }) => depth)).toEqual(lines.map(() => 4));
  });

  test('a line that no limit let begin is ranked last', () => {
    let limits = 0;
    const lines = new Player(game, { scale: 100, evaluate: () => 0 }).bestLines(
      game.start(size),
      () => (limits++ === 0 ? { nodes: 0 } : { depth: 3 }),
      3,
    );
    expect(lines.map(({ depth }) => depth > 0)).toEqual([true, true, false]);
  });

  test('best lines begin with different moves and are sorted', () => {
    const lines = new Player(game, evaluator).bestLines(game.start(size), () => ({ depth: 4 }), 3);
    expect(new Set(lines.map(({ move }) => move)).size).toBe(3);
    expect(lines.map(({ score }) => score)).toEqual(
      lines.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });
});

test('a search that is stopped behind a pass takes the pass back as a pass', () => {
  const raichu = games[1];
  let stopped = 0;
  for (let seed = 0; seed < 20; seed++) {
    const position = playRandomly(raichu, 8, seed, 12);
    const snapshot = () => [raichu.formatBoard(position), position.state.ply, ...legalMoves(position)];
    const before = snapshot();
    const root = position.state.ply;
    const stop = () => {
      for (let state = position.state; state.ply > root; state = state.previous)
        if (state.move === 0) return ++stopped > 0;
      return false;
    };
    new Player(raichu, handEvaluator(raichu), Table.ofMegabytes(1)).choose(position, { depth: 9, stop });
    expect(snapshot()).toEqual(before);
  }
  expect(stopped).toBeGreaterThan(0);
});

describe('known results', () => {
  test('the first player wins Betsy 2 in 15 plies', () => {
    const { score } = new Player(betsy, handEvaluator(betsy, 2)).choose(betsy.start(2), { depth: 30 });
    expect(WIN - score).toBe(15);
  });

  test('the figure of the Betsy assignment is won in 7 plies by 2', () => {
    const position = betsy.parseBoard(3, 1, '...x..o.ox.oxxxoxo');
    const line = new Player(betsy, handEvaluator(betsy, 3)).choose(position, { nodes: 200_000 });
    expect([betsy.formatMove(position, line.move), WIN - line.score]).toEqual(['2', 7]);
  });

  test.each([
    ['by default', {}],
    [
      'with every rule on',
      {
        iterativeDepth: 3,
        rootReductionMoves: 2,
        singularDepth: 4,
        probCutDepth: 3,
        probCutMargin: 0.3,
        tableInQuiescence: 1,
        tableAsStatic: 1,
        correctionShare: 1,
        improvingPlies: 1,
        reductionWorsening: 1,
        continuationOne: 1,
        continuationTwo: 1,
      },
    ],
  ])('%s what is proved in Betsy 3 is true, and the value is kept in 99 % of positions', (_, chosen) => {
    const evaluator = handEvaluator(betsy, 3);
    const parameters = parametersOf(chosen);
    let kept = 0;
    for (const [side, board, value, distance, moves] of solved as [
      string,
      string,
      number,
      number,
      string,
    ][]) {
      const position = betsy.parseBoard(3, betsy.players.indexOf(side) as Side, board);
      const player = new Player(betsy, evaluator, Table.ofMegabytes(1), parameters);
      const line = player.choose(position, { nodes: 20_000 });
      if (moves.split(' ').includes(betsy.formatMove(position, line.move))) kept++;
      if (!isDecisive(line.score)) continue;
      expect(Math.sign(line.score)).toBe(value);
      // A proved win may be longer than the shortest where the nodes ran out, a proved loss never longer than the longest.
      if (value > 0) expect(WIN - line.score).toBeGreaterThanOrEqual(distance);
      else expect(WIN + line.score).toBeLessThanOrEqual(distance);
    }
    expect(kept / solved.length).toBeGreaterThanOrEqual(0.99);
  });

  test('the search stops by itself once a win is proved to be the shortest', () => {
    for (const [player, board, value, distance] of (solved as [string, string, number, number][]).slice(
      0,
      200,
    )) {
      const position = betsy.parseBoard(3, betsy.players.indexOf(player) as Side, board);
      if (value !== 1 || distance > 7) continue;
      const line = new Player(betsy, handEvaluator(betsy, 3), Table.ofMegabytes(1)).choose(position, {});
      expect(WIN - line.score).toBe(distance);
    }
  });
});

test('the table changes no proved result: a tiny one and a large one agree on wins, losses and their distance', () => {
  const evaluator = handEvaluator(betsy, 3);
  for (const [player, board, , distance] of (solved as [string, string, number, number][]).slice(0, 200)) {
    if (distance > 5) continue;
    const scores = [1, 16].map((megabytes) => {
      const position = betsy.parseBoard(3, betsy.players.indexOf(player) as Side, board);
      return new Player(betsy, evaluator, Table.ofMegabytes(megabytes)).choose(position, { depth: 9 }).score;
    });
    expect(scores[0]).toBe(scores[1]);
  }
});
