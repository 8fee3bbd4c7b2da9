import { makeFolder, needNewFolder } from '../store/new-folder.ts';
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { gameIdentity } from '../../engine/node/outside-games.ts';
import { InputError } from '../../engine/input-error.ts';
import { namedParameters } from '../../engine/node/named-parameters.ts';
import { recordedParameters } from '../play/search-parameters.ts';
import { codeVersion, packageFolder } from '../store/identity.ts';
import { playedFiles, readWeightsFile } from '../store/read-weights.ts';
import { temporaryFolder } from '../store/temporary-name.ts';
import { fileEntry, MANIFEST_FILE, SHIP_FORMAT, type ShipManifest, writeManifest } from './ship-manifest.ts';
import { packPlayer, packageJsonText } from './npm-package.ts';
import { DECLARATIONS, playerDeclarations } from './player-declarations.ts';
import { bundleBrowserPlayer, bundleNodeModule, bundleShippedPlayer } from './player-bundle.ts';
import { readmeText } from './readme.ts';
import { type MadePlayer, testInstalledPackage, testModules, testPlayer } from './self-test.ts';
import { type Shipment, shippedWeightsOf, trialOf } from './shipped-weights.ts';

/** The name of the folders in which players are made. */
export const SHIP_ROOM = 'evalsmith-ship';

/**
 * Makes a folder with a player that has these weights inside, and search parameters (those of the game unless named), and
 * tests it; where a test fails there is no folder.
 */
export async function ship(
  files: readonly string[],
  folder: string,
  { asPackage = false, parameters = null }: { asPackage?: boolean; parameters?: string | null } = {},
  signal?: AbortSignal,
): Promise<ShipManifest> {
  // First, as it clears up what a killed ship has left, even one that had made its folder.
  const room = temporaryFolder(SHIP_ROOM);
  try {
    needNewFolder(folder);
    const shipment = readShipment(files, parameters);
    writePlayers(room, shipment);
    const manifest = manifestOf(room, shipment);
    writeFileSync(join(room, 'README.md'), readmeText(shipment, manifest));
    copyFileSync(join(packageFolder(), 'LICENSE'), join(room, 'LICENSE'));
    for (const name of ['README.md', 'LICENSE']) manifest.files[name] = fileEntry(room, name);
    writeManifest(room, manifest);
    const made = { folder: room, shipment, manifest, signal };
    await testPlayer(made);
    await testModules(made);
    if (asPackage) await addPackage(made);
    makeFolder(folder, (temporary) => cpSync(room, temporary, { recursive: true }));
    return manifest;
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

/** Reads the files, or those that the name of a game stands for, and refuses those that cannot be in one player. */
function readShipment(names: readonly string[], named: string | null): Shipment {
  const files = names.flatMap((name) => playedFiles(name) ?? [name]);
  const read = files.map((file) => ({ file, ...readWeightsFile(file) }));
  const [{ game, file: firstFile }] = read;
  const fileOfSize = new Map<number | 'any', string>();
  for (const { file, game: itsGame, weights } of read) {
    if (itsGame !== game)
      throw new InputError(
        `${firstFile} is for ${game.name} and ${file} for ${itsGame.name}; expected weights of one game`,
      );
    const other = fileOfSize.get(weights.size);
    if (other !== undefined)
      throw new InputError(
        `${other} and ${file} are both for size ${weights.size}; expected one file for each size`,
      );
    fileOfSize.set(weights.size, file);
  }
  const order = (size: number | 'any') => (size === 'any' ? 0 : size);
  const weights = read.map((one) => one.weights).toSorted((a, b) => order(a.size) - order(b.size));
  return { game, weights, shipped: weights.map(shippedWeightsOf), parameters: namedParameters(game, named) };
}

function writePlayers(folder: string, shipment: Shipment): void {
  const { game } = shipment;
  bundleShippedPlayer(shipment, join(folder, `${game.name}.cjs`));
  mkdirSync(join(folder, 'browser'));
  bundleBrowserPlayer(shipment, join(folder, 'browser'));
  bundleNodeModule(shipment, join(folder, 'node'));
  writeFileSync(join(folder, DECLARATIONS), playerDeclarations());
}

/** The manifest of the players, tried here and not yet from their files. */
function manifestOf(folder: string, { game, weights, shipped, parameters }: Shipment): ShipManifest {
  const players = [
    `${game.name}.cjs`,
    `browser/${game.name}.js`,
    'browser/worker.js',
    `node/${game.name}.js`,
    DECLARATIONS,
  ];
  const entries = weights.map(({ size, kind, evidence }, i) => ({
    size,
    kind,
    ...trialOf(game, shipped[i], parameters),
    ...(evidence !== undefined && { evidence: evidence as z.core.util.JSONType }),
  }));
  return {
    format: SHIP_FORMAT,
    game: game.name,
    ...gameIdentity(game.name),
    codeVersion: codeVersion('engine', game.name),
    bench: entries.reduce((sum, { bench }) => sum + bench.nodes, 0),
    ...recordedParameters(parameters),
    weights: entries,
    files: Object.fromEntries(players.map((name) => [name, fileEntry(folder, name)])),
  };
}

/** Adds a package of all that is in the folder. The manifest inside it does not know the package, the one beside it does. */
async function addPackage(made: MadePlayer): Promise<void> {
  const { folder, shipment, manifest, signal } = made;
  writeFileSync(join(folder, 'package.json'), packageJsonText(shipment, manifest));
  manifest.files['package.json'] = fileEntry(folder, 'package.json');
  writeManifest(folder, manifest);
  const name = await packPlayer(folder, [...Object.keys(manifest.files), MANIFEST_FILE], signal);
  manifest.files[name] = fileEntry(folder, name);
  writeManifest(folder, manifest);
  await testInstalledPackage(name, made);
}
