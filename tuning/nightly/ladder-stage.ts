import { usualParameters } from '../../engine/node/named-parameters.ts';
import { makeFolder } from '../store/new-folder.ts';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Game } from '../../engine/game.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { ladderLines, runLadder } from '../prove/ladder.ts';
import { type Contestant, identityOf, parseParticipant } from '../play/participants.ts';
import { codeVersion } from '../store/identity.ts';
import { hasManifest, readManifest } from '../dataset/manifest.ts';
import { readShard } from '../dataset/shards.ts';
import { hasRun, readResult, readRun } from '../store/run-folder.ts';
import type { LadderResult } from '../store/runs.ts';
import type { Champion } from './champions.ts';
import type { PartConfig } from './config.ts';
import { unlessDamaged } from './unless-damaged.ts';
import { foldersIn } from './pruning.ts';
import type { Players, Stage } from './stage.ts';

/** The files of a ladder that a night keeps; the matches stay in the folder that all nights share. */
const OWN_FILES = ['run.json', 'result.json'];

/**
 * Rates the newest champions, the baselines and chance together. Matches that an earlier night has played with the same
 * code and settings are not played again.
 */
export function ladderStage(
  game: Game,
  { size, ladder }: PartConfig,
  players: readonly Contestant[],
  { seed, folder, matches, ...place }: { seed: number; folder: string; matches: string } & Players,
): Stage<LadderResult> {
  const read = () => readResult(folder, 'ladder');
  const { nodes, games } = ladder;
  const settings = { size, nodes, games, seed, newest: null };
  return {
    name: 'ladder',
    title: `a ladder of ${players.length} players`,
    milliseconds: ladder.for,
    find() {
      if (!existsSync(folder)) return undefined;
      const result = read();
      const found = result.players.map(({ identity }) => identity).toSorted();
      return found.join() === identities(players).join() ? result : undefined;
    },
    async make(budget, terminal) {
      const shared = join(matches, ladderName(game, settings));
      dropDamaged(shared, (problem) => terminal.note(`played again: ${problem}`));
      const inShared = { ...place, folder: shared, shouldStop: () => budget.isSpent };
      const result = await runLadder(game, players, settings, inShared, terminal);
      for (const line of ladderLines(result)) terminal.out(line);
      makeFolder(folder, (temporary) => {
        for (const name of OWN_FILES) cpSync(join(shared, name), join(temporary, name));
      });
      return read();
    },
    identify: (result) => sha256(JSON.stringify(result)),
  };
}

/** Removes what earlier nights have played and is damaged by now, so that it is played again. */
function dropDamaged(shared: string, heard: (problem: string) => void): void {
  const drop = (names: readonly string[], read: () => unknown) => {
    if (unlessDamaged(() => [read()], heard) === undefined)
      for (const name of names) rmSync(join(shared, name), { recursive: true, force: true });
  };
  if (hasRun(shared)) drop(OWN_FILES, () => [readRun(shared), readResult(shared, 'ladder')]);
  for (const match of foldersIn(shared)) {
    const games = join(match, 'games');
    drop([basename(match)], () => {
      if (hasRun(match)) readResult(match, readRun(match).kind);
      if (!hasManifest(games)) return;
      for (const shard of readManifest(games).shards) readShard(games, shard);
    });
  }
}

/** Chance first, which stands at 0, then the baselines that are no champions, then the champions from the oldest on. */
export function ladderPlayers(
  game: Game,
  { size, ladder: { baselines, random } }: PartConfig,
  champions: readonly Champion[],
): Contestant[] {
  const parameters = usualParameters(game);
  const names = [...(random ? ['random'] : []), ...baselines.map((name) => `baseline:${name}`)];
  const named = names.map((name) => ({
    name,
    participant: parseParticipant(game, size, name, 'ladder.baselines', parameters),
  }));
  const crowned = champions.map(({ file, weights }) => ({
    name: file,
    participant: { kind: 'weights', weights, parameters } as const,
  }));
  const taken = new Set(identities(crowned));
  return [...named.filter(({ participant }) => !taken.has(identityOf(participant))), ...crowned];
}

function identities(players: readonly Contestant[]): string[] {
  return players.map(({ participant }) => identityOf(participant)).toSorted();
}

/** A folder for the matches of the same code and settings. */
function ladderName({ name }: Game, settings: object): string {
  return sha256(JSON.stringify([settings, codeVersion('games', name)])).slice(0, 12);
}
