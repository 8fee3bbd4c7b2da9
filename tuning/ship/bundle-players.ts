// Part of the build: the three player programs, one file each.
import { join } from 'node:path';
import { games } from '../../engine/games/index.ts';
import { bundlePlayer } from './player-bundle.ts';

const folder = join(import.meta.dirname, '..', '..', 'player');
for (const { name } of games) bundlePlayer(name, join(folder, `${name}.cjs`));
