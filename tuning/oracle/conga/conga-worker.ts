import { serveTasks } from '../../process/pool.ts';
import { CongaNumbering } from '../../../engine/games/conga/numbering.ts';
import type { StepTask, StepWork } from './conga-solution.ts';
import { CongaSteps } from './conga-steps.ts';

serveTasks((data) => {
  const { size, stones, values } = data as StepWork;
  const steps = new CongaSteps(new CongaNumbering(size, stones), stones, values);
  return (task) => {
    const { numbers, areLost } = task as StepTask;
    return steps.goBack(numbers, areLost);
  };
});
