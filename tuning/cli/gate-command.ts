import type { Command } from 'commander';
import { parseSize, parseWhole } from '../../engine/text/arguments.ts';
import { parseSeconds } from '../../engine/text/limits.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { loadWeights, usualWeightsFile } from '../../engine/node/weights-folder.ts';
import { InputError } from '../../engine/input-error.ts';
import { parseQueue, queueOption } from './queue-option.ts';
import { parseSprtSettings } from './sprt-options.ts';
import { parseWorkers } from './arguments.ts';

interface GateOptions {
  game: string;
  size?: string;
  champion?: string;
  out: string;
  nodes: string;
  sprt: string;
  games: string;
  seconds: string;
  clockGames: string;
  otherGames: string;
  seed: string;
  workers?: string;
  queue?: string;
  weightsFolder?: string;
}

export function addGateCommand(program: Command, terminal: Terminal, fail: () => void): void {
  program
    .command('gate')
    .summary('accept new weights only if they win')
    .description(
      'Tries a weights file against the champion, the file that is played now: a sequential test at fixed nodes, ' +
        'a short match by the clock, and for weights of any size matches on other sizes that they may not lose. ' +
        'Accepted weights become the ones that are played, with the evidence in the file; rejected ones change ' +
        'nothing, exit code 1. A gate that was stopped or killed goes on with the same command.',
    )
    .argument('CANDIDATE', 'a weights file')
    .requiredOption('--game <GAME>', 'the game')
    .requiredOption('--out <DIR>', 'the run folder')
    .option('--size <N>', 'the size of the board; the usual one unless told otherwise')
    .option('--champion <FILE>', 'a weights file or baseline:NAME; the one played now unless told otherwise')
    .option('--nodes <K>', 'nodes a move', '5000')
    .option('--sprt <ELO0,ELO1>', 'the two differences of the test, in normalized Elo', '0,10')
    .option('--games <K>', 'the most games of the test', '20000')
    .option('--seconds <S>', 'seconds a move of the match by the clock', '0.1')
    .option('--clock-games <K>', 'its games', '40')
    .option('--other-games <K>', 'games on each other size', '100')
    .option('--seed <S>', 'decides the openings', '1')
    .option('--workers <W>', 'games at a time; one a core unless told otherwise')
    .option(...queueOption)
    .option('--weights-folder <DIR>', 'where accepted weights go; engine/weights unless told otherwise')
    .addHelpText(
      'after',
      '\nExample:\n  evalsmith gate reports/fit/weights.json --game betsy --out reports/gate',
    )
    .action(async (name: string, options: GateOptions) => {
      const game = parseGame(options.game);
      const size = options.size === undefined ? game.usualSize : parseSize(game, options.size);
      const championName = options.champion ?? usualWeightsFile(game, size);
      const [elo0, elo1 = ''] = options.sprt.split(',');
      const even = (option: string, text: string) => {
        const games = parseWhole(option, text, 2, 1e7);
        if (games % 2 === 1) throw new InputError(`${option} is ${games}; expected an even number`);
        return games;
      };
      const settings = {
        size,
        nodes: parseWhole('--nodes', options.nodes, 1, 1e9),
        sprt: parseSprtSettings({ elo0, elo1, alpha: '0.05', beta: '0.05', model: 'normalized' }),
        games: even('--games', options.games),
        seconds: parseSeconds('--seconds', options.seconds),
        clockGames: even('--clock-games', options.clockGames),
        otherGames: even('--other-games', options.otherGames),
        seed: parseWhole('--seed', options.seed, 0, Number.MAX_SAFE_INTEGER),
      };
      const workers = parseWorkers(options.workers);
      const fleet = parseQueue(options.queue, terminal);
      const candidate = { name, weights: loadWeights(game, size, name, 'CANDIDATE') };
      const champion = { name: championName, weights: loadWeights(game, size, championName, '--champion') };
      const { runGate } = await import('../prove/gate.ts');
      const { verdict, reason } = await runGate(
        game,
        candidate,
        champion,
        settings,
        { folder: options.out, workers, fleet, weightsFolder: options.weightsFolder },
        terminal,
      );
      terminal.out(reason === null ? verdict : `${verdict}: ${reason}`);
      if (verdict === 'rejected') fail();
    });
}
