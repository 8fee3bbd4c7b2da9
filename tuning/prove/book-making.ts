import { join } from 'node:path';
import { namedParameters, parametersName } from '../../engine/node/named-parameters.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { gamesOf } from '../dataset/games.ts';
import { readManifest } from '../dataset/manifest.ts';
import { BOOK_FORMAT, type BookFile, bookSchema, openBook, type Separation } from '../play/book.ts';
import type { Contestant } from '../play/participants.ts';
import { parseParticipant } from '../play/participants.ts';
import { firstsSide } from '../play/referee.ts';
import { Failure } from '../process/failure.ts';
import { type CommandValues, commandText } from '../settings/command-form.ts';
import { codeVersion } from '../store/identity.ts';
import { writeSealed } from '../store/sealed-json.ts';
import { chosenOpenings, separationOf, type TriedOpening } from './book-choice.ts';
import { type MatchJob, matchJob } from './match-job.ts';
import { matchInFolder, type MatchPlace } from './match.ts';
import type { openingsForm } from './openings-form.ts';

type BookSettings = Omit<CommandValues<typeof openingsForm>, 'game' | 'size' | 'out' | 'workers' | 'queue'>;

/** An opening with what a match showed of it. */
interface PlayedOpening extends TriedOpening {
  moves: string;
  /** The two results of the player named first: W, D or L. */
  results: string;
}

/** Plays the matches that choose the openings of a book and the one that tries the choice, and writes the book. */
export async function makeBook(
  form: typeof openingsForm,
  game: Game,
  size: number,
  settings: BookSettings,
  place: MatchPlace,
  terminal: Terminal,
): Promise<BookFile> {
  const { firstNodes, secondNodes, tried, keep, seed, cap } = settings;
  if (firstNodes.length !== secondNodes.length)
    throw new InputError(
      `--first-nodes has ${firstNodes.length} numbers and --second-nodes ${secondNodes.length}; expected as many`,
    );
  const parameters = namedParameters(game, settings.parameters);
  const named = parametersName(game, parameters);
  const contestantsOf = (i: number) =>
    [
      contestant(`${settings.first}@${firstNodes[i]}`, '--first'),
      contestant(`${settings.second}@${secondNodes[i]}`, '--second'),
    ] as const;
  function contestant(name: string, argument: string): Contestant {
    const participant = parseParticipant(game, size, name, argument, parameters);
    if (participant.kind !== 'weights')
      throw new InputError(`${argument} is ${JSON.stringify(name)}; expected weights`);
    return { name, participant };
  }
  const play = async (name: string, job: MatchJob, games: number) => {
    terminal.note(`${name}: ${job.names.join(' against ')}, ${game.name} ${size}`);
    const folder = join(place.folder, name);
    const { isOver } = await matchInFolder(game, job, terminal, { ...place, folder, games, sprt: null });
    if (!isOver) throw new Failure('the book was stopped; the same command resumes from here');
    return playedOpenings(game, join(folder, 'games'));
  };

  const { openings, openingBound } = settings;
  const last = firstNodes.length - 1;
  const rounds: PlayedOpening[][] = [];
  let judged: MatchJob['settings'] | undefined;
  for (let i = 0; i < last; i++) {
    const job = matchJob(game, size, contestantsOf(i), {
      seed,
      openings,
      openingBound,
      cap,
      parameters: named,
    });
    judged = job.settings;
    rounds.push(await play(`try-${i + 1}`, job, 2 * tried));
  }
  const all = rounds[0].map((_, i) => together(rounds.map((round) => round[i])));
  const chosen = chosenOpenings(all, keep).map((i) => all[i]);
  if (chosen.length === 0)
    throw new Failure(
      `none of ${tried} openings tells players apart; expected more of them (--tried) or players of other strength`,
    );
  const [first, second] = contestantsOf(0);
  const book: BookFile = {
    format: BOOK_FORMAT,
    game: game.name,
    size,
    making: {
      command: commandText(form, {
        ...settings,
        parameters: named,
        game: game.name,
        size,
        out: place.folder,
      }),
      codeVersion: codeVersion('games', game.name),
      players: [
        { name: settings.first, sha256: shaOf(first), nodes: firstNodes },
        { name: settings.second, sha256: shaOf(second), nodes: secondNodes },
      ],
      seed,
      openings: judged!.openings,
      openingBound: judged!.openingBound,
      tried: separationOf(all)!,
      chosen: separationOf(chosen)!,
      // Until the last match has tried it.
      confirmed: separationOf(chosen)!,
    },
    openings: chosen.map(({ moves, results }) => ({ moves, pairs: results })),
  };
  const untried = join(place.folder, 'untried-book.json');
  writeSealed(untried, bookSchema.parse(book));
  const job = matchJob(game, size, contestantsOf(last), {
    seed,
    cap,
    parameters: named,
    book: openBook(game, size, untried),
  });
  book.making.confirmed = separationOf(await play('confirm', job, 2 * chosen.length))!;
  writeSealed(join(place.folder, 'book.json'), bookSchema.parse(book));
  return book;
}

function shaOf({ participant }: Contestant): string {
  return participant.kind === 'weights' ? participant.weights.sha256 : '';
}

/** The openings of a match with what came of them, in their order. */
function playedOpenings(game: Game, dataset: string): PlayedOpening[] {
  const openings: PlayedOpening[] = [];
  let before = 0;
  let number = 0;
  for (const rows of gamesOf(dataset, readManifest(dataset))) {
    const { player, result } = rows[0];
    const index = number++;
    const isFirsts = player === game.players[firstsSide(index)];
    const score = isFirsts ? result : 1 - result;
    const opening = (openings[index >> 1] ??= {
      moves: rows
        .filter(({ source }) => source === 'opening')
        .map(({ move }) => move)
        .join(' '),
      results: '',
      points: [],
      firstWins: 0,
      secondWins: 0,
    });
    opening.results += 'LDW'[2 * score];
    if (result === 1) opening.firstWins++;
    if (result === 0) opening.secondWins++;
    if (index % 2 === 1) opening.points = [2 * (before + score)];
    before = score;
  }
  return openings;
}

/** What several matches showed of the same opening. */
function together(rounds: readonly PlayedOpening[]): PlayedOpening {
  return {
    moves: rounds[0].moves,
    results: rounds.map(({ results }) => results).join(' '),
    points: rounds.flatMap(({ points }) => points),
    firstWins: rounds.reduce((sum, { firstWins }) => sum + firstWins, 0),
    secondWins: rounds.reduce((sum, { secondWins }) => sum + secondWins, 0),
  };
}

/** A book for people. */
export function bookLines({ making }: BookFile): string[] {
  const percent = (share: number | null) => (share === null ? 'unknown' : `${(100 * share).toFixed(1)} %`);
  const line = (name: string, { openings, games, decisivePairs, drawn, firstWins, score }: Separation) =>
    `${name} ${openings} openings, ${games} games: ${percent(decisivePairs)} of the pairs not 1:1, ${percent(drawn)} of the games drawn, ` +
    `${percent(firstWins)} of the decided ones won by who moves first, ${percent(score)} for ${making.players[0].name}`;
  return [
    line('tried    ', making.tried),
    line('chosen   ', making.chosen),
    line('confirmed', making.confirmed),
  ];
}
