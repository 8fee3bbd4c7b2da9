import type { Command } from 'commander';
import { parseSize, parseWhole } from '../../engine/text/arguments.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { loadWeights } from '../../engine/node/weights-folder.ts';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { DECISIVE } from '../../engine/score.ts';
import { USUAL_BOUND, USUAL_OPENINGS } from '../play/openings.ts';
import type { SelfplayJob } from '../play/selfplay-settings.ts';
import { parseDuration, parseNumber, parseSwitch, parseWorkers } from './arguments.ts';
import { parseQueue, queueOption } from './queue-option.ts';
import { shareAndFolder } from './share.ts';

interface SelfplayOptions {
  size?: string;
  games?: string;
  nodes: string;
  depth?: string;
  seed: string;
  workers?: string;
  out: string;
  weights?: string;
  opponent?: string;
  openings?: string;
  openingBound?: string;
  randomRate: string;
  cap?: string;
  repetition: string;
  adjudicate?: string;
  gamesPerShard: string;
  for?: string;
  shard: string;
  queue?: string;
}

export function addSelfplayCommand(program: Command, terminal: Terminal, fail: (code: number) => void): void {
  program
    .command('selfplay')
    .summary('play games and record them as a dataset')
    .description(
      'Plays games of the engine against itself and records every position with its score and result. ' +
        'The same settings give the same bytes for any number of workers. A run that was stopped or killed ' +
        'goes on with the same command; more --games or more time add to what is there.',
    )
    .argument('GAME')
    .requiredOption('--out <DIR>', 'the folder of the dataset; one that holds the same run is gone on with')
    .option('--size <N>', 'the size of the board; the usual one unless told otherwise')
    .option(
      '--games <K>',
      'how many games the dataset shall have; 1000, or with --for as many as there is time for',
    )
    .option('--nodes <M>', 'nodes searched a move', '5000')
    .option('--depth <D>', 'the deepest a search goes')
    .option('--seed <S>', 'decides all that is random', '1')
    .option('--workers <W>', 'threads that play; one a core unless told otherwise')
    .option('--weights <FILE>', 'the heuristic that plays: a weights file or baseline:NAME')
    .option('--opponent <FILE>', 'another heuristic to play against; the two begin in turn')
    .option('--openings <PLIES>', 'random plies at the beginning of each game (Betsy 8, Raichu 6, Conga 7)')
    .option('--opening-bound <SCORE>', 'leaves out openings scored beyond this; 9 chances in 10 by default')
    .option('--random-rate <P>', 'the probability of a random move after the opening', '0')
    .option('--cap <PLIES>', 'a game of this length is a draw (Betsy and Raichu 400, Conga 500)')
    .option('--repetition <on|off>', 'whether a position that occurs a third time is a draw', 'on')
    .option('--adjudicate <SCORE,PLIES>', 'ends games on which the searches agree for so many plies')
    .option('--games-per-shard <K>', 'games in each file', '1000')
    .option('--for <TIME>', 'stops after a time such as 90s, 30m or 8h')
    .option(
      '--shard <I/N>',
      'makes only the files whose number modulo N is I, for several machines; env and env/N take I (and N) from ' +
        'SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX and write DIR/shard-I-of-N',
      '0/1',
    )
    .option(...queueOption)
    .addHelpText(
      'after',
      '\nExample:\n  evalsmith selfplay betsy --games 2000 --nodes 1000 --seed 7 --out datasets/betsy-7',
    )
    .action(async (gameName: string, options: SelfplayOptions) => {
      const game = parseGame(gameName);
      const job = jobOf(game, options);
      const { runSelfplay } = await import('../play/selfplay.ts');
      fail(
        await runSelfplay(game, job, terminal, {
          ...shareAndFolder(options.shard, options.out, process.env),
          games: gamesOf(options),
          workers: parseWorkers(options.workers),
          fleet: parseQueue(options.queue, terminal),
          milliseconds: options.for === undefined ? Infinity : parseDuration('--for', options.for),
        }),
      );
    });
}

function gamesOf({ games, for: time }: SelfplayOptions): number {
  if (games !== undefined) return parseWhole('--games', games, 1, 1e9);
  return time === undefined ? 1000 : Infinity;
}

function jobOf(game: Game, options: SelfplayOptions): SelfplayJob {
  const size = options.size === undefined ? game.usualSize : parseSize(game, options.size);
  const weights = loadWeights(game, size, options.weights);
  const opponent =
    options.opponent === undefined ? null : loadWeights(game, size, options.opponent, '--opponent');
  return {
    game: game.name,
    size,
    weights,
    opponent,
    settings: {
      by: 'selfplay',
      seed: parseWhole('--seed', options.seed, 0, Number.MAX_SAFE_INTEGER),
      weights: weights.sha256,
      opponent: opponent?.sha256 ?? null,
      nodes: parseWhole('--nodes', options.nodes, 1, 1e9),
      depth: options.depth === undefined ? null : parseWhole('--depth', options.depth, 1, 100),
      openings: parseWhole('--openings', options.openings ?? String(USUAL_OPENINGS[game.name]), 0, 100),
      openingBound:
        options.openingBound === undefined
          ? Math.round(weights.scale * USUAL_BOUND)
          : parseWhole('--opening-bound', options.openingBound, 1, DECISIVE),
      randomRate: parseNumber('--random-rate', options.randomRate, 0, 1),
      cap: parseWhole('--cap', options.cap ?? String(game.plyCap), 1, 1_000_000),
      repetition: parseSwitch('--repetition', options.repetition),
      adjudicate: parseAdjudication(options.adjudicate),
      gamesPerShard: parseWhole('--games-per-shard', options.gamesPerShard, 1, 1_000_000),
    },
  };
}

function parseAdjudication(text: string | undefined): { score: number; plies: number } | null {
  if (text === undefined) return null;
  const [score, plies, ...rest] = text.split(',');
  if (plies === undefined || rest.length > 0)
    throw new InputError(`--adjudicate is ${JSON.stringify(text)}; expected SCORE,PLIES such as 2000,6`);
  return {
    score: parseWhole('--adjudicate SCORE', score, 1, DECISIVE),
    plies: parseWhole('--adjudicate PLIES', plies, 1, 1000),
  };
}
