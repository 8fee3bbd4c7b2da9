import { serveTasks } from '../../process/pool.ts';
import { type EndingTask, type EndingWork, endingWorker } from './ending-work.ts';

serveTasks((data) => {
  const work = endingWorker(data as EndingWork);
  return (task) => work(task as EndingTask);
});
