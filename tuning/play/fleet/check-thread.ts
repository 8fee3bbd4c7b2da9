// The file that the threads of a coordinator run which check games.
import { takeOutsideGames } from '../../../engine/node/outside-games.ts';
import { serveTasks } from '../../process/pool.ts';
import { checkedGames, type CheckedJob, type CheckTask } from './game-check.ts';

takeOutsideGames();
serveTasks((job) => (task) => checkedGames(job as CheckedJob, task as CheckTask));
