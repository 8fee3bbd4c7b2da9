import type { Terminal } from '../../engine/node/terminal.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import type { Game } from '../../engine/game.ts';
import { moduleOf } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { legalMoves, type Side } from '../../engine/position.ts';
import { codeVersion } from '../store/identity.ts';
import { openOracle, readOracleManifest } from '../tables/oracle-file.ts';
import type { Oracle } from '../tables/oracle.ts';
import { heuristicSeat } from './heuristic-seat.ts';
import { refereeOf } from './referee.ts';
import type { SelfplaySettings } from './selfplay-settings.ts';
import { gamesOf, needGames } from '../dataset/games.ts';
import { gameOf } from '../dataset/dataset-game.ts';
import type { Manifest } from '../dataset/manifest.ts';
import { type GameRow, gameRowsText } from '../dataset/rows.ts';

/** Draws one recorded game ply by ply. */
export function drawGame(game: Game, size: number, rows: readonly GameRow[], terminal: Terminal): void {
  for (const row of rows) {
    const position = game.parseBoard(size, game.players.indexOf(row.player) as Side, row.board);
    const said = row.score === undefined ? '' : `, score ${row.score}, ${row.nodes} nodes`;
    terminal.out(game.draw(position, terminal.paint));
    terminal.out(`ply ${row.ply}: ${row.player} plays ${row.move} (${row.source}${said})`);
  }
  const { end, result, player } = rows[0];
  const winner = game.players.find((name) => (name === player) === (result === 1));
  terminal.out(`end: ${end}; ${result === 0.5 ? 'a draw' : `${winner} has won`}`);
}

export function recordedGame(folder: string, manifest: Manifest, number: number): GameRow[] {
  needGames(folder, manifest);
  for (const rows of gamesOf(folder, manifest)) if (rows[0].game === number) return rows;
  throw new InputError(`--game is ${number}; ${folder} has no such game among its ${manifest.games}`);
}

/** Whether a game of this dataset can be played again from its seed. */
export function isReplayable({ settings }: Manifest): boolean {
  return settings['by'] === 'selfplay';
}

/** Plays a recorded game once more from its seed; undefined where it comes out the same, else the first row that differs. */
export async function replayDifference(
  manifest: Manifest,
  rows: readonly GameRow[],
  weightsNames: { weights: string | null; opponent: string | null },
  oracleFolder: string | null = null,
): Promise<string | undefined> {
  const game = gameOf(manifest);
  const version = codeVersion('games', game.name);
  if (version !== manifest.codeVersion)
    throw new InputError(`the run was made by version ${manifest.codeVersion}; this is ${version}`);
  const settings = manifest.settings as unknown as SelfplaySettings;
  const { size } = manifest;
  const board = { game, size, limits: settings };
  const seat = (option: 'weights' | 'opponent') => {
    const weights = loadWeights(game, size, weightsNames[option] ?? undefined, `--${option}`);
    if (weights.sha256 !== settings[option])
      throw new InputError(
        `the run played with the weights ${settings[option]}; expected them by --${option}`,
      );
    return heuristicSeat(weights, board, settings.parameters);
  };
  const seats = [seat('weights'), ...(settings.opponent === null ? [] : [seat('opponent')])];
  const play = refereeOf(game, size, settings, seats, oracleOf(game, size, settings, oracleFolder));
  const { text } = await play(rows[0].game, openingOf(game, size, rows));
  const [was, is] = [gameRowsText(rows), text].map((some) => some.trimEnd().split('\n'));
  for (let i = 0; i < Math.max(was.length, is.length); i++)
    if (was[i] !== is[i])
      return `ply ${i} was recorded as ${was[i] ?? 'nothing'} and is ${is[i] ?? 'nothing'}`;
  return undefined;
}

function openingOf(game: Game, size: number, rows: readonly GameRow[]): number[] {
  const position = game.start(size);
  return rows
    .filter(({ source }) => source === 'opening')
    .map(({ move: text }) => {
      const move = legalMoves(position).find((legal) => game.formatMove(position, legal) === text);
      if (move === undefined) throw new InputError(`the opening move ${text} is not legal`);
      position.make(move);
      return move;
    });
}

/** The oracle that ended the games of a run. */
function oracleOf(
  game: Game,
  size: number,
  { oracle: hash }: SelfplaySettings,
  folder: string | null,
): Oracle | undefined {
  if (hash === undefined) return undefined;
  if (folder === null || readOracleManifest(folder).sha256 !== hash)
    throw new InputError(`the oracle ${hash} ended games of the run; expected it by --oracle`);
  return openOracle(folder, game, size, moduleOf(game).solvable);
}
