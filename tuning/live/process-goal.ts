import { Command } from 'commander';
import { selfplayForm, USUAL_GAMES as USUAL_SELFPLAY } from '../play/selfplay-form.ts';
import { basename } from 'node:path';
import { stageFolder, TESTED_STAGE } from '../prove/gate.ts';
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

/** What a process was asked for, by the command line in its lock; undefined where that is none of those known. */
export function goalOf(worker: AtWork | undefined, folder: string): Goal | undefined {
  const words = worker?.command ?? [];
  const form = FORMS.find(({ name }) => name === words[0]);
  // Only one of a gate's matches is the test that its command line describes.
  if (form === gateForm && basename(folder) !== stageFolder(TESTED_STAGE)) return undefined;
  try {
    return form && goalOfWords(form, words);
  } catch {
    // A lock may be of another version, whose options are others.
    return undefined;
  }
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
