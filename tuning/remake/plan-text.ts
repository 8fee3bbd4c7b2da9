import { fitCommand } from '../fit/fit-folder.ts';
import { datasetCommand } from '../report/dataset-command.ts';
import { counted } from '../page/figures.ts';
import type { Step } from './plan.ts';

/** A step in a line for people. */
export function stepText(step: Step): string {
  if (step.kind === 'fit') {
    const { recipe, weights, folder } = step;
    const positions = recipe.datasets.reduce((sum, dataset) => sum + dataset.positions, 0);
    return `${folder}: fit ${recipe.kind.name} weights of ${weights.game} to ${counted(positions, 'position')}`;
  }
  const { game, description, folder } = step;
  const board = `${game.name} ${description.size}`;
  if (step.kind === 'derived')
    return `${folder}: ${step.derivation.by} of ${step.sources.join(', ')}, ${counted(description.positions, 'position')} of ${board}`;
  const { settings, weights, opponent } = step;
  const players = opponent === null ? weights.name : `${weights.name} against ${opponent.name}`;
  return `${folder}: play ${counted(description.games, 'game')} of ${board} at ${counted(settings.nodes, 'node')} a move with ${players}`;
}

/** The command that does a step by itself; a comment of the shell where there is none. */
export function stepCommand(step: Step): string {
  if (step.kind === 'fit') {
    const { recipe, datasets, folder } = step;
    return fitCommand(recipe.kind, datasets, folder, recipe.settings);
  }
  const { game, description, folder } = step;
  const inputs = step.kind === 'games' ? [step.weights.name, step.opponent?.name ?? ''] : step.sources;
  return (
    datasetCommand(folder, { game: game.name, ...description }, (input) => inputs[input]) ??
    `# ${stepText(step)}`
  );
}
