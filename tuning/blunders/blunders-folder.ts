import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { firstBaseline, loadWeights } from '../../engine/node/named-weights.ts';
import { Player } from '../../engine/player.ts';
import { evaluatorOf, type Weights, weightsByFeature } from '../../engine/weights.ts';
import { gameOf } from '../dataset/dataset-game.ts';
import { makeDataset } from '../dataset/dataset-writer.ts';
import { needGames } from '../dataset/games.ts';
import { hasManifest, readManifest } from '../dataset/manifest.ts';
import type { PositionRow } from '../dataset/rows.ts';
import { solvedBoardOf } from '../oracle/oracle-folder.ts';
import { startProgress } from '../process/progress.ts';
import { picked, type Values } from '../settings/setting.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { makeFolder } from '../store/new-folder.ts';
import { hasRun, readRun } from '../store/run-folder.ts';
import { openSolved, readOracleManifest } from '../tables/oracle-file.ts';
import { solvableName } from '../tables/solvable-name.ts';
import { blunderSettings } from './blunder-settings.ts';
import { type Blunders, exactJudge, findBlunders, type Judge, type Judged, searchJudge } from './blunders.ts';
import { blundersPage } from './blunders-page.ts';

type Chosen = Values<typeof blunderSettings>;

/** Games, and the weights of the run that has them, where it made or played some. */
interface Source {
  games: string;
  weights: string | null;
}

/** The games of a dataset, of a match, or that a fit learned from. */
function sourceOf(folder: string): Source {
  if (hasManifest(folder)) return { games: folder, weights: null };
  if (!hasRun(folder))
    throw new InputError(`${folder} is neither a run nor a dataset; expected one with recorded games`);
  const run = readRun(folder);
  if (run.kind === 'fit') {
    const found = run.inputs.find(({ path }) => hasManifest(path));
    if (found === undefined)
      throw new InputError(
        `the games that ${folder} learned from are not here; expected ${run.inputs.map(({ path }) => path).join(', ')}`,
      );
    return { games: found.path, weights: join(folder, 'weights.json') };
  }
  const games = [join(folder, 'games'), join(folder, 'by-nodes', 'games')].find(hasManifest);
  if (games === undefined)
    throw new InputError(
      `${folder} has no recorded games; expected a match or gate with its games, a fit or a dataset`,
    );
  const [first] = run.inputs;
  return { games, weights: first !== undefined && existsSync(first.path) ? first.path : null };
}

/** Finds where a heuristic errs, and writes the page and the positions; returns what was found. */
export function writeBlunders(folder: string, out: string, settings: Chosen, terminal: Terminal): Blunders {
  const source = sourceOf(folder);
  const manifest = readManifest(source.games);
  needGames(source.games, manifest);
  const game = gameOf(manifest);
  const { size } = manifest;
  const name = settings.weights ?? source.weights ?? 'default';
  const weights = loadWeights(game, size, name);
  const against = settings.against ?? firstBaseline(game);
  const other = loadWeights(game, size, against, '--against');
  const hasFeatures = weightsByFeature(weights, game) !== undefined;
  const explaining = hasFeatures ? weights : loadWeights(game, size, 'linear');
  const { judge, text } = judgeOf(game, size, weights, settings);
  const progress = startProgress(settings.positions, 'positions', terminal);
  const found = findBlunders({
    game,
    folder: source.games,
    manifest,
    weights,
    other,
    explaining,
    judge,
    ...picked(
      { positions: blunderSettings.positions, worst: blunderSettings.worst, seed: blunderSettings.seed },
      settings,
    ),
    heard: (done) => progress.update(done, ''),
  });
  progress.end();
  const blunders: Blunders = {
    game: game.name,
    size,
    judge: text,
    weights: name,
    against,
    explainedBy: hasFeatures ? name : 'linear',
    ...found,
  };
  makeFolder(out, (temporary) => {
    writeFileAtomically(join(temporary, 'blunders.json'), `${JSON.stringify(blunders, undefined, 2)}\n`);
    writeFileAtomically(join(temporary, 'index.html'), blundersPage(blunders, game));
    const rows = positionsOf(blunders);
    if (rows.length > 0)
      makeDataset(
        join(temporary, 'positions'),
        {
          kind: 'positions',
          game: game.name,
          size,
          settings: { by: 'blunders', ...settings, weights: weights.sha256, against: other.sha256 },
          sources: [manifest],
        },
        (writer) => writer.addPositions(rows),
      );
  });
  return blunders;
}

function judgeOf(
  game: Game,
  size: number,
  weights: Weights,
  { oracle, nodes }: Chosen,
): { judge: Judge; text: string } {
  if (oracle === null) {
    const player = new Player(game, evaluatorOf(weights, game));
    return { judge: searchJudge(game, player, nodes, weights.scale), text: `a search of ${nodes} nodes` };
  }
  const manifest = readOracleManifest(oracle);
  const solved = openSolved(oracle, manifest, solvedBoardOf(oracle, manifest));
  if (solved.game !== game || manifest.size !== size)
    throw new InputError(
      `--oracle ${oracle} is of ${solvableName(manifest)}; expected one of ${game.name} ${size}`,
    );
  return { judge: exactJudge(game, solved), text: 'exact values' };
}

/** The positions of all lists, each once, with what came of their games; those judged exactly have their true results. */
function positionsOf({ judge, moves, statics, heuristics }: Blunders): PositionRow[] {
  const all = new Map<string, Judged>();
  for (const one of [...moves, ...statics, ...heuristics]) all.set(one.player + one.board, one);
  const isExact = judge === 'exact values';
  return Array.from(all.values(), ({ player, board, score, result, bestChance }) => ({
    player,
    board,
    score: isExact ? undefined : score,
    result: isExact ? bestChance : result,
    count: 1,
  }));
}
