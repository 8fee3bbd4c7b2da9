import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../store/identity.ts';
import { OPEN_GATE, SMALL_PART, writeConfig } from '../testing/small-nights.ts';
import { SMALL_SPSA } from '../testing/writing-commands.ts';

/** A command that writes, on so small a run that it takes little more than its start. */
export interface TorturedCommand {
  name: string;
  /** Its words; `INPUTS` stands for the folder of what it reads. */
  words: string;
  /** Puts into the folder that it runs in what is there before. */
  fill?: (root: string, inputs: string) => void;
  /** What it writes that has the seconds it took, or what is made of them. */
  timed?: RegExp;
  /** Whether it refuses a folder or file that is there, and so itself once it is done. */
  isNew?: boolean;
  /** The folder that it makes anew: where it fails, the old one stays. */
  replaced?: string;
  /** Whether it tells what failed as the notes of its stages. */
  hasStages?: boolean;
}

const BETSY = '--size 2 --nodes 20 --openings 5 --opening-bound 30000 --workers 1';
const PROOF = '--game betsy --size 3 --nodes 20 --workers 1';
const FIT_TIMED = /(^|fit-\w+\/|fits\/[^/]+\/)(out\/)?(result\.json|metrics\.csv)$|\.checkpoint$/;

const copied =
  (...names: string[]) =>
  (root: string, inputs: string): void => {
    for (const name of names) cpSync(join(inputs, name), join(root, name), { recursive: true });
  };

/** What the tortured commands read, made in order in one folder. */
export const INPUTS: readonly { words: string; fill?: (folder: string) => void }[] = [
  { words: `selfplay betsy ${BETSY} --games 11 --games-per-shard 4 --random-rate 0.2 --out games` },
  {
    words: `selfplay betsy ${BETSY} --games 11 --games-per-shard 4 --random-rate 0.2 --seed 2 --out other-games`,
  },
  { words: 'fit linear games --held-out 0.3 --out fit' },
  { words: 'fit linear other-games --held-out 0.3 --out other-fit' },
  { words: 'oracle build betsy --size 2 --out oracle' },
  { words: `match random baseline:hand ${PROOF} --games 2 --out match` },
  { words: 'site match --out site' },
  {
    words: 'report match',
    fill(folder) {
      cpSync(join(packageFolder(), 'engine/weights/baselines/betsy/hand.json'), join(folder, 'hand.json'));
      const datasets = [join(folder, 'games')];
      writeFileSync(
        join(folder, 'linear.json'),
        JSON.stringify({
          datasets,
          settings: { heldOut: 0.3 },
          grid: { lambda: [0.5, 1], scoreScale: [200] },
        }),
      );
      const network = { heldOut: 0.3, hidden: 8, epochs: 2 };
      writeFileSync(join(folder, 'spsa.json'), JSON.stringify(SMALL_SPSA));
      writeFileSync(
        join(folder, 'network.json'),
        JSON.stringify({ datasets, model: 'network', settings: network, grid: { lambda: [1] } }),
      );
    },
  },
];

export const TORTURED: readonly TorturedCommand[] = [
  { name: 'selfplay', words: `selfplay betsy ${BETSY} --games 4 --games-per-shard 2 --out out` },
  {
    name: 'selfplay resumed',
    words: `selfplay betsy ${BETSY} --games 13 --games-per-shard 4 --random-rate 0.2 --out games`,
    fill: copied('games'),
  },
  { name: 'match', words: `match random baseline:hand ${PROOF} --games 4 --out out` },
  {
    name: 'gate',
    words: `gate INPUTS/hand.json ${PROOF} --champion baseline:lines --sprt=-600,-200 --alpha 0.4 --beta 0.4 --games 20 --clock-games 0 --other-games 0 --weights-folder weights --out out`,
  },
  {
    name: 'spsa',
    words: 'spsa INPUTS/spsa.json --workers 1 --parameters-folder parameters --out out',
  },
  { name: 'ladder', words: `ladder random baseline:lines baseline:hand ${PROOF} --games 2 --out out` },
  {
    name: 'fit linear',
    words: 'fit linear INPUTS/games --held-out 0.3 --out out',
    timed: FIT_TIMED,
    isNew: true,
  },
  {
    name: 'fit network',
    words: 'fit network INPUTS/games --held-out 0.3 --hidden 8 --epochs 3 --out out',
    timed: FIT_TIMED,
    isNew: true,
  },
  { name: 'sweep', words: 'sweep INPUTS/linear.json --out out', timed: FIT_TIMED },
  {
    name: 'sweep of networks',
    words: 'sweep INPUTS/network.json --out out',
    timed: FIT_TIMED,
  },
  { name: 'dataset dedupe', words: 'dataset dedupe INPUTS/games --out out', isNew: true },
  { name: 'dataset split', words: 'dataset split INPUTS/games --held-out 0.4 --out out', isNew: true },
  { name: 'dataset sample', words: 'dataset sample INPUTS/games --positions 10 --out out', isNew: true },
  { name: 'dataset merge', words: 'dataset merge INPUTS/games INPUTS/other-games --out out', isNew: true },
  { name: 'dataset features', words: 'dataset features INPUTS/games --out out.csv', isNew: true },
  { name: 'dataset parquet', words: 'dataset parquet INPUTS/games --out out.parquet', isNew: true },
  { name: 'oracle build', words: 'oracle build betsy --size 2 --out out', isNew: true },
  {
    name: 'oracle sample',
    words: 'oracle sample --oracle INPUTS/oracle --positions 50 --out out.csv',
    isNew: true,
  },
  { name: 'oracle dataset', words: 'oracle dataset --oracle INPUTS/oracle --out out', isNew: true },
  {
    name: 'oracle grade',
    words: 'oracle grade random baseline:hand --oracle INPUTS/oracle --nodes 0,20 --positions 10 --out out',
    isNew: true,
  },
  { name: 'ship', words: 'ship INPUTS/fit/weights.json --out out', isNew: true },
  { name: 'report', words: 'report match games', fill: copied('match', 'games') },
  { name: 'site', words: 'site INPUTS/match --out out/site' },
  {
    name: 'site replaced',
    words: 'site INPUTS/match INPUTS/games --out site',
    fill: copied('site'),
    replaced: 'site',
  },
  { name: 'remake', words: 'remake INPUTS/fit/weights.json --workers 1 --out out', timed: FIT_TIMED },
  {
    name: 'nightly',
    words: 'nightly nightly.json --workers 1',
    fill: (root) => smallNight(root),
    timed: /^out\/(site\/|.*fit-[^/]*\/(result\.json|metrics\.csv|index\.html)$|.*journal\.jsonl$)/,
    hasStages: true,
  },
];

function smallNight(root: string): void {
  const part = {
    ...SMALL_PART,
    size: 2,
    selfplay: { games: 8, nodes: 20, gamesPerShard: 4, openings: 5, openingBound: 30_000, randomRate: 0.2 },
    fits: [{ model: 'linear', settings: { heldOut: 0.3 } }],
    gate: { ...OPEN_GATE, games: 4 },
    ladder: { nodes: 20, games: 2 },
  };
  mkdirSync(root, { recursive: true });
  writeConfig(root, { games: [part] });
}
