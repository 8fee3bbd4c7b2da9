import { dirname } from 'node:path';
import { commandText } from '../settings/command-text.ts';
import type { Manifest } from '../dataset/manifest.ts';

/** The command that makes a dataset again, from its manifest; `named` calls its inputs by name, in their order. */
export function datasetCommand(
  folder: string,
  { game, size, games, settings }: Pick<Manifest, 'game' | 'size' | 'games' | 'settings'>,
  named: (input: number) => string,
): string | undefined {
  const { mode, count, positions, seed, heldOut, of } = settings;
  const out = folder;
  const tool = ['evalsmith', 'dataset'];
  // An option without a value, so it stands among the words.
  const all = settings['all'] === true ? ['--all'] : [];
  switch (settings['by']) {
    case 'selfplay':
      return commandText(['evalsmith', 'selfplay', game], {
        size,
        games,
        ...selfplayOptions(settings, named),
        out,
      });
    case 'dedupe':
      return commandText([...tool, 'dedupe', named(0), ...all], { mode, out });
    case 'sample':
      return commandText([...tool, 'sample', named(0), ...all], { positions: count, seed, out });
    case 'split':
      return commandText([...tool, 'split', named(0)], { 'held-out': heldOut, seed, out: dirname(folder) });
    case 'merge':
      return commandText([...tool, 'merge', ...(Array.isArray(of) ? of.map((_, i) => named(i)) : [])], {
        out,
      });
    case 'oracle':
      return commandText(['evalsmith', 'oracle', 'dataset'], { oracle: named(0), positions, seed, out });
    default:
      return undefined;
  }
}

function selfplayOptions(
  settings: Manifest['settings'],
  named: (input: number) => string,
): Record<string, unknown> {
  const { nodes, depth, seed, opponent, openings, openingBound, randomRate, cap } = settings;
  const adjudicate = settings['adjudicate'] as { score: number; plies: number } | null | undefined;
  return {
    nodes,
    depth,
    seed,
    weights: named(0),
    opponent: typeof opponent === 'string' ? named(1) : null,
    openings,
    'opening-bound': openingBound,
    'random-rate': randomRate === 0 ? null : randomRate,
    cap,
    repetition: settings['repetition'] === false ? 'off' : null,
    adjudicate: adjudicate ? `${adjudicate.score},${adjudicate.plies}` : null,
    'games-per-shard': settings['gamesPerShard'],
  };
}
