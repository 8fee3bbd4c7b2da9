import { fitForm } from '../fit/fit-form.ts';
import { commandText } from '../settings/command-form.ts';
import { counted } from '../page/figures.ts';
import type { Step } from './plan.ts';

/** A step in a line for people. */
export function stepText(step: Step): string {
  if (step.kind === 'fit') {
    const { recipe, weights, folder } = step;
    const positions = recipe.datasets.reduce((sum, dataset) => sum + dataset.positions, 0);
    return `${folder}: fit ${recipe.kind.name} weights of ${weights.game} to ${counted(positions, 'position')}`;
  }
  const { game, made, how, inputs, folder } = step;
  const { size, games, positions } = made.description;
  const names = inputs.map(({ name }) => name);
  if (how.by === 'selfplay')
    return `${folder}: play ${counted(games, 'game')} of ${game.name} ${size} at ${counted(how.nodes, 'node')} a move with ${names.join(' against ')}`;
  return `${folder}: ${how.by} of ${names.join(', ')}, ${counted(positions, 'position')} of ${game.name} ${size}`;
}

/** The command that does a step by itself; a comment of the shell where there is none. */
export function stepCommand(step: Step): string {
  const { folder } = step;
  if (step.kind === 'fit')
    return commandText(fitForm(step.recipe.kind), {
      ...step.recipe.settings,
      datasets: step.datasets,
      out: folder,
    });
  const names = step.inputs.map(({ name }) => name);
  return step.made.command(folder, names) ?? `# ${stepText(step)}`;
}
