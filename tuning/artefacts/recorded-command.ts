import { dirname } from 'node:path';
import { commandText } from '../settings/command-text.ts';
import type { Manifest } from '../dataset/manifest.ts';

/** The command that makes a dataset again, from its manifest, with its inputs of these names in their order. */
export function datasetCommand(
  folder: string,
  { game, size, games, settings }: Pick<Manifest, 'game' | 'size' | 'games' | 'settings'>,
  inputs: readonly string[],
): string | undefined {
  const { mode, count, positions, seed, heldOut } = settings;
  const [input = ''] = inputs;
  const out = folder;
  const tool = ['evalsmith', 'dataset'];
  // An option without a value, so it stands among the words.
  const all = settings['all'] === true ? ['--all'] : [];
  switch (settings['by']) {
    case 'selfplay':
      return commandText(['evalsmith', 'selfplay', game], {
        size,
        games,
        ...selfplayOptions(settings, inputs),
        out,
      });
    case 'dedupe':
      return commandText([...tool, 'dedupe', input, ...all], { mode, out });
    case 'sample':
      return commandText([...tool, 'sample', input, ...all], { positions: count, seed, out });
    case 'split':
      return commandText([...tool, 'split', input], { 'held-out': heldOut, seed, out: dirname(folder) });
    case 'merge':
      return commandText([...tool, 'merge', ...inputs], { out });
    case 'oracle':
      return commandText(['evalsmith', 'oracle', 'dataset'], { oracle: input, positions, seed, out });
    default:
      return undefined;
  }
}

function selfplayOptions(settings: Manifest['settings'], inputs: readonly string[]): Record<string, unknown> {
  const { nodes, depth, seed, opponent, openings, openingBound, randomRate, cap } = settings;
  const adjudicate = settings['adjudicate'] as { score: number; plies: number } | null | undefined;
  return {
    nodes,
    depth,
    seed,
    weights: inputs[0] ?? '',
    opponent: typeof opponent === 'string' ? inputs[1] : null,
    openings,
    'opening-bound': openingBound,
    'random-rate': randomRate === 0 ? null : randomRate,
    cap,
    repetition: settings['repetition'] === false ? 'off' : null,
    adjudicate: adjudicate ? `${adjudicate.score},${adjudicate.plies}` : null,
    'games-per-shard': settings['gamesPerShard'],
  };
}
