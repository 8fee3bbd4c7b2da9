import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { namedParameters } from '../../engine/node/named-parameters.ts';
import { firstBaseline, loadWeights } from '../../engine/node/named-weights.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { parametersOf } from '../../engine/parameters.ts';
import { Player } from '../../engine/player.ts';
import { Table } from '../../engine/table.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import { evaluatorOf } from '../../engine/weights.ts';
import { solvedBoardOf } from '../oracle/oracle-folder.ts';
import { Failure } from '../process/failure.ts';
import { startProgress } from '../process/progress.ts';
import type { CommandValues } from '../settings/command-form.ts';
import { randomFrom } from '../statistics/random.ts';
import type { TableOracle } from '../tables/oracle.ts';
import { openSolved, type OracleManifest, readOracleManifest } from '../tables/oracle-file.ts';
import { solvableName } from '../tables/solvable-name.ts';
import { findPuzzles, gradedPuzzles, type PuzzleBoard } from './find-puzzles.ts';
import { type Candidate, gameCandidates, openSources, type Source } from './game-candidates.ts';
import { oracleJudge, searchJudge } from './judges.ts';
import type { Puzzle } from './puzzle.ts';
import type { puzzlesForm } from './puzzle-settings.ts';

type PuzzleSettings = CommandValues<typeof puzzlesForm>;

// What may be left unsaid: puzzles found for each that is chosen, and positions looked at, which is quick where an oracle judges.
const FROM = 8;
const TRIES_KNOWN = 100_000;
const TRIES_SEARCHED = 2;

// Enough for the nodes of a puzzle, and quick to clear.
const TABLE_MEGABYTES = 4;

/** Finds puzzles as the settings say, with progress. */
export function runPuzzles(settings: PuzzleSettings, terminal: Terminal): Puzzle[] {
  const game = parseGame(settings.game);
  const sources = openSources(game, settings.datasets);
  const solved = settings.oracle === null ? undefined : openJudge(settings.oracle, game, sources);
  if (solved === undefined && sources.length === 0)
    throw new InputError('there is nothing to find puzzles in; expected --oracle DIR or a DATASET');
  const board: PuzzleBoard =
    solved === undefined
      ? { game, size: sources[0].manifest.size, scope: {} }
      : { game: solved.oracle.game, size: solved.oracle.size, scope: solved.manifest.scope };
  const evaluatorCalled = (name: string | undefined, option: string) =>
    evaluatorOf(loadWeights(game, board.size, name, option), game);
  const evaluator = evaluatorCalled(settings.weights ?? undefined, '--weights');
  const other = evaluatorCalled(settings.other ?? firstBaseline(game), '--other');
  const parameters = parametersOf(namedParameters(game, settings.parameters));
  const table = Table.ofMegabytes(TABLE_MEGABYTES);
  const player = new Player(board.game, evaluator, table, parameters);

  const { count, nodes, seed } = settings;
  const most = settings.candidates ?? FROM * count;
  const tries = settings.tries ?? (solved === undefined ? TRIES_SEARCHED * most : TRIES_KNOWN);
  let candidates: Iterable<Candidate>;
  if (sources.length > 0) candidates = gameCandidates(game, sources, [evaluator, other], tries);
  else candidates = drawnCandidates(solved!.oracle, tries, seed);
  const judge =
    solved === undefined ? searchJudge(player, settings) : oracleJudge(solved.oracle, player, settings);

  const progress = startProgress(most, 'puzzles', terminal);
  const { puzzles, looked } = findPuzzles(board, candidates, judge, nodes, most, (found, positions) =>
    progress.update(found, `in ${positions} positions`),
  );
  progress.end();
  if (puzzles.length === 0)
    throw new Failure(
      `none of ${looked} positions is a puzzle; fewer --moves or --plies may help, or a smaller --gap`,
    );
  const graded = gradedPuzzles(puzzles, count);
  terminal.note(`${graded.length} of ${puzzles.length} puzzles that were found in ${looked} positions`);
  return graded;
}

interface Solved {
  oracle: TableOracle;
  manifest: OracleManifest;
}

/** Opens an oracle, which must be of this game, and of the board of the games where there are any. */
function openJudge(folder: string, game: Game, sources: readonly Source[]): Solved {
  const manifest = readOracleManifest(folder);
  const size = sources[0]?.manifest.size ?? manifest.size;
  if (manifest.game !== game.name || manifest.size !== size)
    throw new InputError(
      `--oracle ${folder} is of ${solvableName(manifest)}; expected one of ${game.name}${sources.length === 0 ? '' : ` ${size}`}`,
    );
  return { oracle: openSolved(folder, manifest, solvedBoardOf(folder, manifest)), manifest };
}

function* drawnCandidates(oracle: TableOracle, tries: number, seed: number): Generator<Candidate> {
  const { game } = oracle;
  for (const position of oracle.drawn(tries, randomFrom(seed, 'puzzles')))
    yield {
      player: game.players[position.turn],
      board: game.formatBoard(position),
      swing: null,
      disagreement: null,
    };
}
