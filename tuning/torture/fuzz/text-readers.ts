import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { findMove, type Game } from '../../../engine/game.ts';
import { gameNamed, games } from '../../../engine/games/index.ts';
import { InputError } from '../../../engine/input-error.ts';
import { loadWeights } from '../../../engine/node/named-weights.ts';
import { plainPaint } from '../../../engine/node/terminal.ts';
import { legalMoves } from '../../../engine/position.ts';
import { parsePosition } from '../../../engine/text/position-arguments.ts';
import { commandsOf } from '../../cli/program.ts';
import { replayedRows } from '../../dataset/verify.ts';
import { gamesOf } from '../../dataset/games.ts';
import { readManifest } from '../../dataset/manifest.ts';
import { gameRowsText } from '../../dataset/rows.ts';
import { readNightlyConfig } from '../../nightly/config.ts';
import { checkedGame } from '../../play/fleet/game-check.ts';
import * as messages from '../../play/fleet/messages.ts';
import type { GameJob } from '../../play/game-job.ts';
import { addCommand, type CommandForm, commandWords } from '../../settings/command-form.ts';
import { readSweepConfig } from '../../sweep/sweep-config.ts';
import type { FuzzedReader } from './fuzzed-reader.ts';

/** Readers of what people type, write and send. */
export async function textReaders(room: string, dataset: string): Promise<FuzzedReader[]> {
  return [
    ...games.map(boards),
    ...games.map(moves),
    rows(dataset),
    playedGames(dataset),
    ...configs(room),
    ...queueMessages(dataset),
    ...(await commandLines()),
  ];
}

/** Positions of a game some plies from its start, as arguments. */
function argumentsOf(game: Game): string[] {
  return game.sizes.slice(0, 3).flatMap((size) =>
    [0, 3, 10].map((plies) => {
      const position = game.start(size);
      for (let ply = 0; ply < plies; ply++) {
        const legal = legalMoves(position);
        if (legal.length > 0) position.make(legal[(ply * 5) % legal.length]);
      }
      return `${size} ${game.players[position.turn]} ${game.formatBoard(position)}`;
    }),
  );
}

function boards(game: Game): FuzzedReader {
  return {
    name: `boards of ${game.name}`,
    seeds: argumentsOf(game),
    form: 'text',
    read(text) {
      const [size, player, ...board] = text.split(' ');
      game.settle?.(game.usualSize, board.join(' '));
      const { position } = parsePosition(game.name, size, player ?? '', board.join(' '));
      return { size: Number(size), player, position, board: board.join(' ') };
    },
    write(value) {
      const { size, player, position } = value as { size: number; player: string; position: never };
      return `${size} ${player} ${game.formatBoard(position)}`;
    },
    use(value) {
      const { size, position, board } = value as {
        size: number;
        position: ReturnType<Game['start']>;
        board: string;
      };
      if (game.formatBoard(position) !== board) throw new Error(`${board} is written back as another`);
      game.features.extract(position, new Float64Array(game.features.names.length));
      game.draw(position, plainPaint);
      game.symmetricBoards(size, board);
      game.swapColours(size, board);
      for (const move of legalMoves(position)) {
        position.make(move);
        position.unmake();
      }
    },
  };
}

function moves(game: Game): FuzzedReader {
  const position = game.start(game.usualSize);
  const legal = legalMoves(position);
  return {
    name: `moves of ${game.name}`,
    seeds: Array.from(legal, (move) => game.formatMove(position, move)),
    form: 'text',
    read(text) {
      const move = findMove(game, position, legal, text);
      if (move === undefined) throw new InputError('no legal move');
      return move;
    },
    write: (move) => game.formatMove(position, move as number),
  };
}

/** The texts of the first games of a dataset. */
const gameTexts = (dataset: string) =>
  Array.from(gamesOf(dataset, readManifest(dataset)), (played) => gameRowsText(played)).slice(0, 4);

function rows(dataset: string): FuzzedReader {
  const manifest = readManifest(dataset);
  const game = games.find(({ name }) => name === manifest.game)!;
  return {
    name: 'rows of CSV',
    seeds: gameTexts(dataset),
    form: 'text',
    read: (text) => replayedRows(game, manifest, Number.parseInt(text, 10), text),
    write: (value) => gameRowsText(value as never),
  };
}

/** What a worker of a queue says of a game that it has played. */
function playedGames(dataset: string): FuzzedReader {
  const { game, size, settings } = readManifest(dataset);
  const weights = loadWeights(gameNamed(game)!, size);
  const seat = { kind: 'weights', weights, parameters: {} } as const;
  const job: GameJob = { game, size, settings: settings as never, seats: [seat] };
  return {
    name: 'games from a queue',
    seeds: gameTexts(dataset),
    form: 'text',
    read: (text) => checkedGame(job, Number.parseInt(text, 10), text, undefined),
  };
}

function configs(room: string): FuzzedReader[] {
  const part = { game: 'conga', size: 4, champion: 'baseline:hand', fits: [{ model: 'linear' }] };
  const night = {
    out: 'nights',
    for: '8h',
    keep: 9,
    games: [part, { game: 'betsy', size: 5, selfplay: { games: 10 } }],
  };
  const sweep = {
    datasets: ['games'],
    settings: { seed: 2 },
    grid: { ridge: [1, 2], lambda: [0, 0.5] },
    fits: [{ ridge: 3 }],
  };
  const patterns = { model: 'patterns', datasets: ['games'], grid: { ridge: [30, 300], least: [5] } };
  const network = { model: 'network', datasets: ['games'], grid: { hidden: [8, 16] } };
  const config = (name: string, seeds: object[], read: (file: string) => unknown): FuzzedReader => ({
    name,
    seeds: seeds.map((seed) => JSON.stringify(seed)),
    form: 'json',
    read(text) {
      const file = join(room, 'config.json');
      writeFileSync(file, text);
      return read(file);
    },
  });
  return [
    config('nightly config', [night], readNightlyConfig),
    config('sweep config', [sweep, network, patterns], (file) => readSweepConfig(file, 'auto')),
  ];
}

function queueMessages(dataset: string): FuzzedReader[] {
  const { game, size, settings } = readManifest(dataset);
  const [text] = gameTexts(dataset);
  const played = { index: 0, text, searchMilliseconds: 1, milliseconds: 2 };
  const message = (name: string, seed: object, read: (text: string) => unknown): FuzzedReader => ({
    name: `queue: ${name}`,
    seeds: [JSON.stringify(seed)],
    form: 'json',
    read,
    write: (value) => JSON.stringify(value),
  });
  const parsed = (given: string): unknown => {
    try {
      return JSON.parse(given);
    } catch {
      return given;
    }
  };
  return [
    message('run', { version: 'a', game, size, settings }, messages.readRun),
    message('job', { run: 'a', games: [{ index: 0, opening: [1, 2] }] }, (given) =>
      messages.readJob(parsed(given)),
    ),
    message('result', { version: 'a', worker: 'b', games: [played] }, messages.readResult),
    message(
      'worker',
      { version: 'a', concurrency: 2, games: 3, seconds: 4, fits: false },
      messages.readWorker,
    ),
    message('version', { version: 'a' }, messages.readVersion),
    message('pulse', { version: 'a', coordinator: 'b', games: 1, refused: 0 }, messages.readPulse),
  ];
}

/** Every command's arguments and options, without what the command does. */
async function commandLines(): Promise<FuzzedReader[]> {
  const forms = (await commandsOf()).map(({ form }) => form);
  const seeds = forms.flatMap(({ examples }) => examples.map((example) => example.replaceAll("'", '')));
  return [
    {
      name: 'command lines',
      seeds,
      form: 'text',
      async read(text) {
        const program = new Command('evalsmith')
          .exitOverride()
          .configureOutput({ writeOut() {}, writeErr() {} });
        let read: { form: CommandForm; values: object } | undefined;
        for (const form of forms) addCommand(program, form, (values) => void (read = { form, values }));
        for (const command of allOf(program))
          command.exitOverride().configureOutput({ writeOut() {}, writeErr() {} });
        await program.parseAsync(text.split(' '), { from: 'user' });
        if (read === undefined) throw new InputError('no command');
        return read;
      },
      write(value) {
        const { form, values } = value as { form: CommandForm; values: object };
        return commandWords(form, values).join(' ');
      },
    },
  ];
}

function allOf(command: Command): Command[] {
  return command.commands.flatMap((inside: Command) => [inside, ...allOf(inside)]);
}
