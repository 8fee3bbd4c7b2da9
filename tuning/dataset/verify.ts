import { endingOf, type DrawRules } from '../../engine/ending.ts';
import { findMove, type Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { legalMoves, type Position, type Side } from '../../engine/position.ts';
import { gameOf } from './dataset-game.ts';
import { type Manifest, readManifest, shardNumber, withShards } from './manifest.ts';
import {
  fieldsOfRows,
  GAME_COLUMNS,
  gameRow,
  type GameRow,
  gameRowsText,
  headerText,
  POSITION_COLUMNS,
} from './rows.ts';
import { inspectShard } from './shards.ts';

/** What is wrong with a dataset, each problem with its shard and, where it has one, its row. */
export function verifyDataset(folder: string, progress: (positions: number) => void = () => {}): string[] {
  const manifest = readManifest(folder);
  const game = gameOf(manifest);
  const problems: string[] = [];
  let positions = 0;
  let nextGame = 0;
  for (const shard of manifest.shards) {
    const { text, problem } = inspectShard(folder, shard);
    if (problem !== undefined) problems.push(`${shard.file}: ${problem}`);
    if (text === undefined) continue;
    if (manifest.kind === 'games' && typeof manifest.settings['gamesPerShard'] === 'number')
      nextGame = shardNumber(shard) * manifest.settings['gamesPerShard'];
    const check = manifest.kind === 'games' ? new GameCheck(game, manifest, nextGame) : undefined;
    let row = 0;
    try {
      const columns = check === undefined ? POSITION_COLUMNS : GAME_COLUMNS;
      for (const { fields, row: number } of fieldsOfRows(text, columns)) {
        row = number;
        if (check === undefined) checkPosition(game, manifest.size, fields);
        else check.next(gameRow(fields));
        progress(++positions);
      }
      check?.end();
      const [its, expected] =
        check === undefined ? ['', ''] : [`${check.games} games and `, `${shard.games} and `];
      if (row !== shard.positions || (check !== undefined && check.games !== shard.games))
        problems.push(
          `${shard.file}: it has ${its}${row} rows; the manifest says ${expected}${shard.positions}`,
        );
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.push(`${shard.file} row ${row}: ${error.message}`);
    }
    nextGame = check?.nextGame ?? 0;
  }
  const { games, positions: rows } = withShards(manifest, manifest.shards);
  if (games !== manifest.games || rows !== manifest.positions)
    problems.push(
      `manifest.json: ${manifest.games} games, ${manifest.positions} positions; its shards add up to ${games}, ${rows}`,
    );
  return problems;
}

function checkPosition(game: Game, size: number, [player, board, score, result, count]: string[]): void {
  const side = sideOf(game, player);
  game.parseBoard(size, side, board);
  if (score !== '' && !Number.isFinite(Number(score))) throw new InputError(`the score is ${score}`);
  if (!(Number(result) >= 0 && Number(result) <= 1))
    throw new InputError(`the result is ${result}; expected 0 to 1`);
  if (!(Number.isInteger(Number(count)) && Number(count) > 0)) throw new InputError(`the count is ${count}`);
}

function sideOf(game: Game, player: string): Side {
  const side = game.players.indexOf(player);
  if (side === -1) throw new InputError(`the player is ${player}; expected ${game.players.join(' or ')}`);
  return side as Side;
}

/** The rows of game `index`, played again by the rules; throws an InputError that says why these are not a game's. `checkRow` may refuse a row too. */
export function replayedRows(
  game: Game,
  manifest: Pick<Manifest, 'size' | 'settings'>,
  index: number,
  text: string,
  checkRow?: (row: GameRow) => void,
): GameRow[] {
  // A header makes it the text of a shard, which is what the reader reads.
  const fieldsOfAll = fieldsOfRows(headerText(GAME_COLUMNS) + text, GAME_COLUMNS);
  const rows = Array.from(fieldsOfAll, ({ fields }) => gameRow(fields));
  const replay = new GameCheck(game, manifest, index);
  for (const row of rows) {
    replay.next(row);
    if (row.game !== index) throw new InputError(`it goes on with game ${row.game}`);
    checkRow?.(row);
  }
  replay.end();
  // The bytes of a dataset: the same numbers in other words would not do.
  if (gameRowsText(rows) !== text)
    throw new InputError('its numbers are not written as a dataset writes them');
  return rows;
}

/** Plays recorded games again, row by row, and refuses whatever cannot have happened. */
export class GameCheck {
  games = 0;
  nextGame: number;
  private readonly game: Game;
  private readonly size: number;
  private readonly rules: DrawRules;
  private readonly isMerged: boolean;
  private position: Position | undefined;
  private last: GameRow | undefined;

  constructor(game: Game, manifest: Pick<Manifest, 'size' | 'settings'>, nextGame: number) {
    const { cap, repetition, by } = manifest.settings;
    this.game = game;
    this.size = manifest.size;
    this.isMerged = by !== 'selfplay' && by !== 'match';
    this.rules = {
      cap: typeof cap === 'number' ? cap : Infinity,
      repetition: repetition === true,
    };
    this.nextGame = nextGame;
  }

  next(row: GameRow): void {
    if (this.last === undefined || row.game !== this.last.game) {
      this.end();
      this.begin(row);
    }
    const { game } = this;
    const position = this.position!;
    const { ply } = position.state;
    if (row.ply !== ply) throw new InputError(`the ply is ${row.ply}; expected ${ply}`);
    const player = game.players[position.turn];
    if (row.player !== player) throw new InputError(`the player is ${row.player}; expected ${player}`);
    const board = game.formatBoard(position);
    if (row.board !== board)
      throw new InputError(`the board is ${row.board}; the moves before lead to ${board}`);
    const ending = endingOf(game, position, this.rules);
    if (ending !== undefined) throw new InputError(`the game goes on after its end by ${ending.end}`);
    const move = findMove(game, position, legalMoves(position), row.move);
    if (move === undefined) throw new InputError(`the move ${row.move} is not legal`);
    this.checkFields(row);
    position.make(move);
    this.last = row;
  }

  /** Checks how the game that was being read ended. */
  end(): void {
    const { last, position, game } = this;
    if (last === undefined || position === undefined) return;
    this.games++;
    this.last = undefined;
    const ending = endingOf(game, position, this.rules);
    if (['adjudicated', 'late', 'silent', 'illegal', 'crashed'].includes(last.end) && ending === undefined)
      return;
    if (this.isMerged && ending === undefined && ['cap', 'repetition'].includes(last.end)) return;
    if (ending === undefined)
      throw new InputError(`game ${last.game} breaks off undecided; its end says ${last.end}`);
    if (last.end !== ending.end)
      throw new InputError(`the end of game ${last.game} is ${last.end}; it ended by ${ending.end}`);
    const result = ending.winner === -1 ? 0.5 : game.players[ending.winner] === last.player ? 1 : 0;
    if (last.result !== result)
      throw new InputError(
        `the result is ${last.result}; game ${last.game} ended ${result} for ${last.player}`,
      );
  }

  private begin(row: GameRow): void {
    const inOrder = this.isMerged ? row.game >= this.nextGame : row.game === this.nextGame;
    if (!inOrder) throw new InputError(`game ${row.game} is out of order; expected ${this.nextGame}`);
    this.nextGame = row.game + 1;
    this.position = this.game.start(this.size);
  }

  private checkFields(row: GameRow): void {
    if (!['opening', 'random', 'search', 'program'].includes(row.source))
      throw new InputError(`the source is ${row.source}; expected opening, random, search or program`);
    if ((row.source === 'search') !== (row.score !== undefined))
      throw new InputError(`a move by ${row.source} has ${row.score === undefined ? 'no' : 'a'} score`);
    if (row.score !== undefined && !Number.isInteger(row.score))
      throw new InputError('the score is no whole number');
    if (![0, 0.5, 1].includes(row.result))
      throw new InputError(`the result is ${row.result}; expected 0, 0.5 or 1`);
    const { last } = this;
    if (last === undefined || last.game !== row.game) return;
    if (last.end !== row.end) throw new InputError(`the end is ${row.end}; the row before says ${last.end}`);
    // The result is for the player to move, and each row has the other player to move.
    if (last.result + row.result !== 1)
      throw new InputError(
        `the result is ${row.result}; the row before says ${last.result} for the other player`,
      );
  }
}
