import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { parseSize, parseWhole } from '../../engine/text/arguments.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { openParticipant } from '../play/participants.ts';
import { parseQueue, queueOption, refusePrograms } from './queue-option.ts';
import { parseWorkers } from './arguments.ts';

interface LadderOptions {
  game: string;
  size?: string;
  nodes: string;
  games: string;
  seed: string;
  newest?: string;
  workers?: string;
  queue?: string;
  out: string;
  json?: boolean;
}

export function addLadderCommand(program: Command, terminal: Terminal): void {
  program
    .command('ladder')
    .summary('rate many players together')
    .description(
      'Plays each player against each other and fits one rating to all games. Players are weights files, folders of ' +
        'them, baseline:NAME, random, cmd:PROGRAM or build:DIR; the first one is the anchor at 0. Matches that are in DIR ' +
        'already are not played again, so that players can be added later.',
    )
    .argument('<PLAYER...>')
    .requiredOption('--game <GAME>', 'the game')
    .requiredOption('--out <DIR>', 'the run folder')
    .option('--size <N>', 'the size of the board; the usual one unless told otherwise')
    .option('--nodes <K>', 'nodes a move', '1000')
    .option('--games <K>', 'games of each match', '100')
    .option('--newest <K>', 'each player meets only the last so many named before it')
    .option('--seed <S>', 'decides the openings', '1')
    .option('--workers <W>', 'games at a time; one a core unless told otherwise')
    .option(...queueOption)
    .option('--json', 'the result as one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  evalsmith ladder random baseline:moves baseline:hand --game conga --out reports/conga-ladder',
    )
    .action(async (names: string[], options: LadderOptions) => {
      const game = parseGame(options.game);
      const size = options.size === undefined ? game.usualSize : parseSize(game, options.size);
      const games = parseWhole('--games', options.games, 2, 1e6);
      if (games % 2 === 1) throw new InputError(`--games is ${games}; expected an even number`);
      const players = await Promise.all(
        names.flatMap(filesOf).map(async (name) => ({
          name,
          participant: await openParticipant(game, size, name, 'PLAYER'),
        })),
      );
      if (players.length < 2) throw new InputError('a ladder needs at least two players');
      const { ladderLines, runLadder } = await import('../prove/ladder.ts');
      const settings = {
        size,
        nodes: parseWhole('--nodes', options.nodes, 1, 1e9),
        games,
        seed: parseWhole('--seed', options.seed, 0, Number.MAX_SAFE_INTEGER),
        newest: options.newest === undefined ? null : parseWhole('--newest', options.newest, 1, 1000),
      };
      const workers = parseWorkers(options.workers);
      const fleet = parseQueue(options.queue, terminal);
      if (fleet !== undefined) refusePrograms(players.map(({ participant }) => participant));
      const place = { folder: options.out, workers, fleet };
      const result = await runLadder(game, players, settings, place, terminal);
      if (options.json) terminal.out(JSON.stringify(result));
      else for (const line of ladderLines(result)) terminal.out(line);
    });
}

/** The weights files of a folder; anything else stands for itself. */
function filesOf(name: string): string[] {
  if (!existsSync(name) || !statSync(name).isDirectory()) return [name];
  const files = readdirSync(name).filter((file) => file.endsWith('.json'));
  return files.toSorted().map((file) => join(name, file));
}
