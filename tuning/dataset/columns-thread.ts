// A thread that reads shards into numbers.
import { gameNamed } from '../../engine/games/index.ts';
import { takeOutsideGames } from '../../engine/node/outside-games.ts';
import { InputError } from '../../engine/input-error.ts';
import { serveTasks } from '../process/pool.ts';
import { readShardColumns, type ShardTask } from './column-reader.ts';
import { narrowed } from './shard-columns.ts';

takeOutsideGames();
serveTasks(() => (task) => {
  const shard = task as ShardTask;
  try {
    const { columns, lists, squares } = readShardColumns(gameNamed(shard.game)!, shard);
    // Without the room that a list did not need in the end.
    return {
      columns: narrowed(columns),
      lists: lists && { ...lists, active: lists.active.slice() },
      squares: squares?.slice(),
    };
  } catch (error) {
    // Of another class once it has left this thread.
    if (error instanceof InputError) return { problem: error.message };
    throw error;
  }
});
