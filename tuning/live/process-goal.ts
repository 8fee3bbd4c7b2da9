import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { selfplayForm, USUAL_GAMES as USUAL_SELFPLAY } from '../play/selfplay-form.ts';
import { gateForm } from '../prove/gate-form.ts';
import { matchForm, MOST_GAMES, USUAL_GAMES } from '../prove/match-form.ts';
import { sprtRisks } from '../prove/sprt-settings.ts';
import { addCommand, type CommandForm } from '../settings/command-form.ts';
import { picked } from '../settings/setting.ts';
import type { SprtSettings } from '../statistics/sprt.ts';
import type { AtWork } from '../store/lock.ts';

/** How far a process goes. */
interface Goal {
  games: number | null;
  sprt: SprtSettings | null;
}

const FORMS: readonly CommandForm[] = [selfplayForm, matchForm, gateForm];

/** What a process of this host was asked for, by its own command line; undefined where the system does not tell. */
export function goalOf(worker: AtWork | undefined): Goal | undefined {
  if (worker === undefined || !worker.isHere || !worker.isAlive) return undefined;
  try {
    const words = readFileSync(`/proc/${worker.pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    for (const form of FORMS) {
      const at = words.indexOf(form.name);
      if (at > 0) return goalOfWords(form, words.slice(at));
    }
  } catch {
    // Only Linux tells, and only of processes that are there.
  }
  return undefined;
}

function goalOfWords(form: CommandForm, words: readonly string[]): Goal | undefined {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  let goal: Goal | undefined;
  addCommand(program, form, (given) => {
    const values = given as {
      games: number | null;
      sprt?: { elo0: number; elo1: number } | null;
      for?: unknown;
    };
    const { sprt = null, games } = values;
    const usual =
      form === selfplayForm
        ? values.for === null
          ? USUAL_SELFPLAY
          : null
        : sprt === null
          ? USUAL_GAMES
          : MOST_GAMES;
    goal = {
      games: games ?? usual,
      sprt: sprt && { ...sprt, ...picked(sprtRisks, values as never) },
    };
  });
  program.parse(words, { from: 'user' });
  return goal;
}
