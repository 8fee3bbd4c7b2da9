import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { gameNamed } from '../../engine/games/index.ts';
import { codeVersion } from '../store/identity.ts';
import { randomFrom } from '../statistics/random.ts';
import { championsOf } from './champions.ts';
import { type NightlyConfig, nightSettings, partName } from './config.ts';
import { NightJournal } from './night-journal.ts';

/** One turn of the loop, in OUT/night-NNNN: the number is the count of nights. */
export class Night {
  readonly out: string;
  readonly number: number;
  readonly folder: string;
  readonly journal: NightJournal;
  readonly configSeed: number;

  constructor(out: string, number: number, configSeed: number) {
    this.out = out;
    this.number = number;
    this.folder = nightFolder(out, number);
    this.configSeed = configSeed;
    mkdirSync(this.folder, { recursive: true });
    this.journal = new NightJournal(this.folder);
  }

  /** Of this night's self-play and gates: no night plays the games of another again. */
  get seed(): number {
    return randomFrom(this.configSeed, 'night', this.number).below(2 ** 31);
  }

  /** The folders of so many nights before this one, the newest first. */
  before(nights: number): string[] {
    const count = Math.min(nights, this.number - 1);
    return Array.from({ length: count }, (_, i) => nightFolder(this.out, this.number - 1 - i));
  }

  /** The number of the champion with which this night began. */
  championBefore(part: string): number {
    return this.journal.begin!.champions[part];
  }
}

/** The night that is not over yet, or the next. One that was begun with other code or another config is given up. */
export function openNight(config: NightlyConfig, terminal: Terminal): Night {
  const settings = nightSettings(config);
  const version = nightVersion(config);
  let night = new Night(config.out, Math.max(1, ...nightNumbers(config.out)), config.seed);
  const { begin, isOver, isDamaged } = night.journal;
  if (isDamaged && !isOver) {
    terminal.note(`night ${night.number} is given up: its journal is damaged`);
    night.journal.add({ event: 'end', isComplete: false });
  } else if (begin !== undefined && !isOver) {
    const isSameConfig = JSON.stringify(begin.settings) === JSON.stringify(settings);
    if (isSameConfig && begin.codeVersion === version) {
      terminal.note(`going on with night ${night.number}`);
      return night;
    }
    const changed = isSameConfig ? 'the code' : 'the config';
    terminal.note(`night ${night.number} is given up: ${changed} has changed since it began`);
    night.journal.add({ event: 'end', isComplete: false });
  }
  if (night.journal.isOver) night = new Night(config.out, night.number + 1, config.seed);
  const champions = Object.fromEntries(
    config.games.map((part) => [partName(part), currentChampion(config.out, part)]),
  );
  night.journal.add({ event: 'begin', night: night.number, codeVersion: version, settings, champions });
  terminal.note(`night ${night.number}`);
  return night;
}

/** Of all that decides what the night makes of its games. */
function nightVersion({ games: parts }: NightlyConfig): string {
  const versions = parts.flatMap(({ game, fits }) => [
    codeVersion('games', game),
    codeVersion('derived', game),
    ...fits.map(({ model }) => codeVersion(`fit ${model}`, game)),
  ]);
  return sha256(JSON.stringify(versions)).slice(0, 12);
}

/** The number of the newest champion; before any night that is the one of the config. */
function currentChampion(
  out: string,
  { game: name, size, champion }: NightlyConfig['games'][number],
): number {
  const game = gameNamed(name)!;
  const champions = championsOf(out, game, size);
  if (champions.newest() === -1)
    champions.crown(0, loadWeights(game, size, champion ?? undefined, 'champion'));
  return champions.newest();
}

export function nightFolder(out: string, number: number): string {
  return join(out, `night-${String(number).padStart(4, '0')}`);
}

/** The nights that there are, from the first on. */
export function nightNumbers(out: string): number[] {
  if (!existsSync(out)) return [];
  return readdirSync(out, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^night-\d{4,}$/.test(entry.name))
    .map(({ name }) => Number(name.slice('night-'.length)))
    .toSorted((a, b) => a - b);
}
