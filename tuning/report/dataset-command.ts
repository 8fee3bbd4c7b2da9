import { dirname } from 'node:path';
import { commandText } from '../command-text.ts';
import type { Manifest } from '../dataset/manifest.ts';

/** The command that makes a dataset again, from its manifest; `named` calls its inputs by name, in their order. */
export function datasetCommand(
  folder: string,
  { game, size, games, settings }: Manifest,
  named: (input: number) => string,
): string | undefined {
  const out = ['--out', folder];
  switch (settings['by']) {
    case 'selfplay':
      return commandText([
        'evalsmith',
        'selfplay',
        game,
        ...options({ size, games, ...selfplayOptions(settings, named) }),
        ...out,
      ]);
    case 'dedupe':
      return commandText([
        'evalsmith',
        'dataset',
        'dedupe',
        named(0),
        ...options({ mode: settings['mode'] }),
        ...all(settings),
        ...out,
      ]);
    case 'sample': {
      const { count, seed } = settings;
      return commandText([
        'evalsmith',
        'dataset',
        'sample',
        named(0),
        ...options({ positions: count, seed }),
        ...all(settings),
        ...out,
      ]);
    }
    case 'split': {
      const { heldOut, seed } = settings;
      return commandText([
        'evalsmith',
        'dataset',
        'split',
        named(0),
        ...options({ 'held-out': heldOut, seed }),
        '--out',
        dirname(folder),
      ]);
    }
    case 'merge': {
      const of = Array.isArray(settings['of']) ? settings['of'] : [];
      return commandText(['evalsmith', 'dataset', 'merge', ...of.map((_, i) => named(i)), ...out]);
    }
    case 'oracle': {
      const { positions, seed } = settings;
      return commandText([
        'evalsmith',
        'oracle',
        'dataset',
        '--oracle',
        named(0),
        ...options({ positions, seed }),
        ...out,
      ]);
    }
    default:
      return undefined;
  }
}

type Settings = Manifest['settings'];

function selfplayOptions(settings: Settings, named: (input: number) => string): Record<string, unknown> {
  const adjudicate = settings['adjudicate'] as { score: number; plies: number } | null | undefined;
  return {
    nodes: settings['nodes'],
    depth: settings['depth'],
    seed: settings['seed'],
    weights: named(0),
    opponent: settings['opponent'] == null ? null : named(1),
    openings: settings['openings'],
    'opening-bound': settings['openingBound'],
    'random-rate': settings['randomRate'] === 0 ? null : settings['randomRate'],
    cap: settings['cap'],
    repetition: settings['repetition'] === false ? 'off' : null,
    adjudicate: adjudicate == null ? null : `${adjudicate.score},${adjudicate.plies}`,
    'games-per-shard': settings['gamesPerShard'],
  };
}

const all = (settings: Settings) => (settings['all'] === true ? ['--all'] : []);

/** Options as words; those without a value are left out. */
function options(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [`--${name}`, String(value)] : [],
  );
}
