// Part of the build: the three player programs, one file each.
import { join } from 'node:path';
import { builtIn } from '../../engine/games/index.ts';
import { bundlePlayer } from './player-bundle.ts';

const folder = join(import.meta.dirname, '..', '..', 'player');
for (const game of builtIn) bundlePlayer(game, join(folder, `${game.name}.cjs`));
