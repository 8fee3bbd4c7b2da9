import { z } from 'zod';
import { commandForm } from '../settings/command-form.ts';
import { gameArgument, parametersSetting } from '../settings/common-options.ts';
import { optional, seedSetting, setting, whole } from '../settings/setting.ts';

export const puzzlesForm = commandForm({
  name: 'puzzles',
  summary: 'positions in which one move is better than all others',
  description:
    'Finds positions in which one move alone wins, among many, and tells what it takes to find it. They are drawn at random from an ' +
    'oracle, or come from games: those where the expected result fell most with the move that was played, or where two heuristics ' +
    'disagree most. Where an oracle is named it judges the moves, else a search does. Prints CSV, the easiest first: difficulty is ' +
    'the number of doublings of the nodes that the player needs. evalsmith site --puzzles puts them on the Explorer page.',
  examples: [
    'puzzles betsy --oracle oracles/betsy-3 --out betsy-3.csv',
    'puzzles raichu datasets/raichu-7 --count 50 --nodes 200000 --out raichu-8.csv',
    'puzzles betsy reports/betsy-match --oracle oracles/betsy-4 --plies 9',
  ],
  arguments: {
    game: gameArgument,
    datasets: setting(
      z.array(z.string()).default([]),
      'DATASET',
      'datasets, or run folders of matches, whose positions to take',
    ),
  },
  options: {
    oracle: optional(z.string(), 'DIR', 'the oracle that judges, and from which positions are drawn'),
    count: setting(whole(1, 100_000).default(24), 'K', 'how many puzzles at most'),
    candidates: optional(
      whole(1, 1_000_000),
      'K',
      'choose them from so many, spread over all difficulties',
      '8 times --count',
    ),
    tries: optional(
      whole(1, 1e9),
      'K',
      'positions looked at, at most',
      '100000 where an oracle judges, else twice --candidates',
    ),
    moves: setting(whole(2, 10_000).default(3), 'K', 'legal moves at least'),
    plies: setting(
      whole(1, 10_000).default(3),
      'K',
      'plies to the win at least, where an oracle counts them',
    ),
    gap: setting(
      z.number().gt(0).max(1).default(0.25),
      'P',
      'where a search judges: how much more the best move wins by than the second, as a win probability',
    ),
    nodes: setting(whole(1, 1e9).default(100_000), 'K', 'nodes that the player gets at most'),
    weights: optional(z.string(), 'F', 'the weights of the player', 'those played by default'),
    parameters: parametersSetting,
    other: optional(
      z.string(),
      'F',
      'the weights that may disagree with it, for positions of games',
      'baseline:hand, or zero where a game has none',
    ),
    seed: seedSetting('another seed draws other positions'),
    out: optional(z.string().min(1), 'FILE', 'the file to write', 'stdout'),
  },
});
