import type { Command } from 'commander';
import { parseSize, parseWhole, quoted } from '../../engine/text/arguments.ts';
import { parseSeconds } from '../../engine/text/limits.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { DECISIVE } from '../../engine/score.ts';
import { type MatchJob, matchJob } from '../prove/match-job.ts';
import { openParticipant } from '../play/participants.ts';
import type { SprtSettings } from '../statistics/sprt.ts';
import { parseQueue, queueOption, refusePrograms } from './queue-option.ts';
import { parseSprtSettings } from './sprt-options.ts';
import { parseSwitch, parseWorkers } from './arguments.ts';

interface MatchOptions {
  game: string;
  size?: string;
  nodes?: string;
  seconds?: string;
  depth?: string;
  games?: string;
  sprt?: string;
  alpha: string;
  beta: string;
  model: string;
  seed: string;
  workers?: string;
  queue?: string;
  out: string;
  openings?: string;
  openingBound?: string;
  cap?: string;
  repetition: string;
  json?: boolean;
}

const USUAL_NODES = 5000;
const USUAL_GAMES = 200;
// A test that has decided nothing by then is given up.
const MOST_GAMES = 100_000;

export function addMatchCommand(program: Command, terminal: Terminal, fail: (code: number) => void): void {
  program
    .command('match')
    .summary('play two heuristics, builds or programs against each other')
    .description(
      'Plays pairs of games from different random openings with the sides exchanged, and tells what they prove. ' +
        'A and B are weights files, baseline:NAME, random, cmd:PROGRAM (any program that takes N PLAYER BOARD ' +
        'SECONDS and prints its move on the last line; it is killed at its limit, and loses when it is late, silent, ' +
        'wrong or crashes), or build:DIR and build:DIR,WEIGHTS (the engine of another checkout that has been built, ' +
        'within the same limits, with the weights it plays by default or with those named). Every game is recorded as a dataset in DIR/games. A match that was stopped or killed goes ' +
        'on with the same command.',
    )
    .argument('A')
    .argument('B')
    .requiredOption('--game <GAME>', 'the game')
    .requiredOption('--out <DIR>', 'the run folder; one that holds the same match is gone on with')
    .option('--size <N>', 'the size of the board; the usual one unless told otherwise')
    .option('--nodes <K>', `nodes a move; ${USUAL_NODES} unless told otherwise, no limit with --depth`)
    .option('--seconds <S>', 'seconds a move instead of nodes; a program has 1 unless told otherwise')
    .option('--depth <D>', 'the deepest a search goes')
    .option('--games <K>', `how many games; ${USUAL_GAMES}, or with --sprt at most ${MOST_GAMES}`)
    .option('--sprt <ELO0,ELO1>', 'plays until one of two differences is rejected')
    .option('--alpha <P>', 'with --sprt: the probability of accepting ELO1 where ELO0 is true', '0.05')
    .option('--beta <P>', 'with --sprt: the probability of accepting ELO0 where ELO1 is true', '0.05')
    .option('--model <MODEL>', 'the scale of --sprt: logistic or normalized', 'normalized')
    .option('--seed <S>', 'decides the openings', '1')
    .option('--workers <W>', 'games at a time; one a core unless told otherwise')
    .option(...queueOption)
    .option('--openings <PLIES>', 'random plies at the beginning (Betsy 8, Raichu 6, Conga 7)')
    .option('--opening-bound <SCORE>', 'leaves out openings that the baseline hand scores beyond this')
    .option('--cap <PLIES>', 'a game of this length is a draw (Betsy and Raichu 400, Conga 500)')
    .option('--repetition <on|off>', 'whether a position that occurs a third time is a draw', 'on')
    .option('--json', 'the result as one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  evalsmith match reports/fit/weights.json baseline:hand --game raichu --sprt 0,10 --out reports/match' +
        '\n  evalsmith match baseline:hand build:../evalsmith-main,baseline:hand --game raichu --sprt 0,10 --out reports/search',
    )
    .action(async (a: string, b: string, options: MatchOptions) => {
      const job = await jobOf(a, b, options);
      const sprt = sprtOf(options);
      const games =
        options.games === undefined
          ? sprt === null
            ? USUAL_GAMES
            : MOST_GAMES
          : parseWhole('--games', options.games, 2, 1e7);
      if (games % 2 === 1)
        throw new InputError(`--games is ${games}; expected an even number, as games are played in pairs`);
      const workers = parseWorkers(options.workers);
      const fleet = parseQueue(options.queue, terminal);
      if (fleet !== undefined) refusePrograms(job.seats, job.settings);
      const { runMatch } = await import('../prove/match.ts');
      fail(
        await runMatch(parseGame(options.game), job, terminal, {
          folder: options.out,
          games,
          sprt,
          workers,
          fleet,
          names: [a, b],
          json: options.json ?? false,
        }),
      );
    });
}

async function jobOf(a: string, b: string, options: MatchOptions): Promise<MatchJob> {
  const game = parseGame(options.game);
  const size = options.size === undefined ? game.usualSize : parseSize(game, options.size);
  if (options.nodes !== undefined && options.seconds !== undefined)
    throw new InputError('--nodes and --seconds exclude each other; expected one of them');
  const participants = [
    await openParticipant(game, size, a, 'A'),
    await openParticipant(game, size, b, 'B'),
  ] as const;
  const isClocked = options.seconds !== undefined;
  const whole = (name: string, text: string | undefined, least: number, most: number) =>
    text === undefined ? undefined : parseWhole(name, text, least, most);
  return matchJob(game, size, participants, {
    seed: parseWhole('--seed', options.seed, 0, Number.MAX_SAFE_INTEGER),
    nodes: nodesOf(options),
    seconds: isClocked ? parseSeconds('--seconds', options.seconds!) : null,
    depth: whole('--depth', options.depth, 1, 100),
    openings: whole('--openings', options.openings, 0, 100),
    openingBound: whole('--opening-bound', options.openingBound, 1, DECISIVE),
    cap: whole('--cap', options.cap, 1, 1_000_000),
    repetition: parseSwitch('--repetition', options.repetition),
  });
}

function nodesOf({ nodes, seconds, depth }: MatchOptions): number | null {
  if (seconds !== undefined || (depth !== undefined && nodes === undefined)) return null;
  return parseWhole('--nodes', nodes ?? String(USUAL_NODES), 1, 1e9);
}

function sprtOf({ sprt, alpha, beta, model }: MatchOptions): SprtSettings | null {
  if (sprt === undefined) return null;
  const [elo0, elo1, ...rest] = sprt.split(',');
  if (elo1 === undefined || rest.length > 0)
    throw new InputError(`--sprt is ${quoted(sprt)}; expected ELO0,ELO1 such as 0,10`);
  return parseSprtSettings({ elo0, elo1, alpha, beta, model });
}
