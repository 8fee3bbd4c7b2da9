import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { answerMove } from '../../engine/text/answer.ts';
import type { Game } from '../../engine/game.ts';
import { Player } from '../../engine/player.ts';
import { parametersOf } from '../../engine/parameters.ts';
import { evaluatorOf } from '../../engine/weights.ts';
import { Failure } from '../process/failure.ts';
import { temporaryFolder } from '../store/temporary-name.ts';
import type { ShipManifest } from './ship-manifest.ts';
import { packageName, runNpm } from './npm-package.ts';
import { type ProgramRun, runProgram } from './run-program.ts';
import { readShippedWeights, servedSizes, type Shipment, trialSize } from './shipped-weights.ts';
import { browserTestProgram, moduleTestProgram } from './web-worker-shim.ts';

const SECONDS = 1;
// A machine that is busy for a moment makes a good player late; one that is late each time is not good.
const TRIES = 3;
const TEST_NODES = 2000;

type Place = Omit<ProgramRun, 'env'>;

/** The files of a player in a folder, what they were made of, and what they must show. */
export interface MadePlayer extends Place {
  shipment: Shipment;
  manifest: ShipManifest;
}

/** Tests the one-file player alone in an empty folder with an empty environment. */
export function testPlayer({ folder, shipment, manifest, signal }: MadePlayer): Promise<void> {
  return inEmptyFolder(signal, async (empty) => {
    const file = join(empty.folder, `${shipment.game.name}.cjs`);
    copyFileSync(join(folder, `${shipment.game.name}.cjs`), file);
    await testTrials(file, empty, manifest);
    await testRefusal(file, empty, shipment);
    for (const size of trialSizes(shipment)) {
      await testMove(file, empty, shipment.game, size, []);
      await testMove(file, empty, shipment.game, size, ['--threads', '2']);
    }
  });
}

/** Tests the module for browsers and its worker in a thread that has what browsers have, and the module for Node. */
export function testModules({ folder, shipment, signal }: MadePlayer): Promise<void> {
  const { game } = shipment;
  return inEmptyFolder(signal, async (empty) => {
    // Browsers need no package.json; Node takes a .js file for a module only with one.
    writeFileSync(join(empty.folder, 'package.json'), '{"type":"module"}');
    for (const name of ['browser', 'node'])
      cpSync(join(folder, name), join(empty.folder, name), { recursive: true });
    const inside = (name: string): Place => ({ ...empty, folder: join(empty.folder, name) });
    for (const size of trialSizes(shipment)) {
      const asked = questionAt(game, size);
      await testChoice(browserTestProgram(`${game.name}.js`, asked), inside('browser'), shipment, size);
      await testChoice(moduleTestProgram(`./${game.name}.js`, asked), inside('node'), shipment, size);
    }
  });
}

function questionAt(game: Game, size: number) {
  const position = game.start(size);
  const player = game.players[position.turn];
  return { size, player, board: game.formatBoard(position), nodes: TEST_NODES };
}

/** Runs a program that asks a module for a move; it must choose what the engine chooses. */
async function testChoice(
  program: string,
  place: Place,
  { game, shipped, parameters }: Shipment,
  size: number,
): Promise<void> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], place);
  const position = game.start(size);
  const evaluator = evaluatorOf(readShippedWeights(game, shipped, size), game);
  const player = new Player(game, evaluator, undefined, parametersOf(parameters));
  const line = player.choose(position, { nodes: TEST_NODES });
  const expected = `${game.formatMove(position, line.move)} ${line.score} ${line.nodes}`;
  if (stdout.trim() !== expected)
    fail(`a module chooses ${quotedEnd(stdout)} at the start of size ${size}; expected ${expected}`);
}

/** Installs the package in this file offline into an empty folder and tests the player that comes out. */
export function testInstalledPackage(file: string, { folder, shipment, manifest, signal }: MadePlayer) {
  const { name } = shipment.game;
  return inEmptyFolder(signal, async (empty) => {
    const project = { folder: join(empty.folder, 'project'), signal };
    mkdirSync(project.folder);
    await runNpm(['install', '--no-save', join(folder, file)], project.folder, empty.folder, signal);
    await testTrials(join(project.folder, 'node_modules', '.bin', name), project, manifest);
    const [size] = trialSizes(shipment);
    const program = moduleTestProgram(packageName(name), questionAt(shipment.game, size));
    await testChoice(program, project, shipment, size);
  });
}

function trialSizes({ game, shipped }: Shipment): number[] {
  return [...new Set(shipped.map((weights) => trialSize(game, weights)))];
}

/** The weights' vectors and the bench signature, by the player itself. */
async function testTrials(file: string, place: Place, { weights }: ShipManifest): Promise<void> {
  const { stdout } = await run(file, ['--self-test'], place);
  const expected = weights.map(({ sha256, vectors, bench }) => JSON.stringify({ sha256, vectors, bench }));
  const found = stdout.trimEnd().split('\n');
  for (const [i, line] of expected.entries())
    if (found[i] !== line) fail(`the player finds ${found[i] ?? 'nothing'} of its weights; expected ${line}`);
}

async function testMove(
  file: string,
  place: Place,
  game: Game,
  size: number,
  options: readonly string[],
): Promise<void> {
  let milliseconds = Infinity;
  for (let i = 0; i < TRIES && milliseconds > 1000 * SECONDS; i++) {
    const begin = performance.now();
    const { stdout } = await run(file, [...startOf(game, size), ...options], place);
    milliseconds = performance.now() - begin;
    const answer = stdout.trimEnd().split('\n').at(-1)!;
    if (answerMove(game, game.start(size), answer) === undefined)
      fail(`the player answers ${quotedEnd(answer)} at the start of size ${size}, which is no legal move`);
  }
  if (milliseconds > 1000 * SECONDS)
    fail(`the player took ${milliseconds.toFixed(0)} ms of ${1000 * SECONDS}, ${TRIES} times of ${TRIES}`);
}

/** The arguments of the player for the start of a game. */
function startOf(game: Game, size: number): string[] {
  return [String(size), game.players[0], game.formatBoard(game.start(size)), String(SECONDS)];
}

/** A size that no weights are for is refused before anything is answered. */
async function testRefusal(file: string, place: Place, { game, shipped }: Shipment): Promise<void> {
  const served = servedSizes(game, shipped);
  const size = game.sizes.find((known) => !served.includes(known));
  if (size === undefined) return;
  const { status, stdout } = await start(file, startOf(game, size), place);
  if (status !== 2 || stdout !== '')
    fail(`the player does not refuse size ${size}, which no weights are for`);
}

async function run(file: string, args: readonly string[], place: Place): Promise<{ stdout: string }> {
  const { status, stdout, stderr } = await start(file, args, place);
  if (status !== 0) fail(`the player ended with exit code ${status}: ${complaint(stderr)}`);
  if (stderr !== '') fail(`the player complained: ${complaint(stderr)}`);
  return { stdout };
}

/** With an environment in which there is nothing but a way to find Node. */
function start(file: string, args: readonly string[], place: Place) {
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  return runProgram(file, args, { ...place, env }).catch((error: Error) =>
    fail(`the player cannot be run: ${error.message}`),
  );
}

async function inEmptyFolder(
  signal: AbortSignal | undefined,
  test: (empty: Place) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder('evalsmith-ship');
  try {
    await test({ folder, signal });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function quotedEnd(text: string): string {
  return JSON.stringify(text.trim().slice(-300));
}

/** The line of an error's text that tells most. */
function complaint(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return JSON.stringify((lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0]).slice(0, 300));
}

function fail(reason: string): never {
  throw new Failure(`the self-test of the shipped player failed: ${reason}; nothing was shipped`);
}
