import type { z } from 'zod';
import { flagName } from '../../settings/flag.ts';
import { type Settings as Declared, wrongAt } from '../../settings/setting.ts';
import type { Game } from '../../../engine/game.ts';
import { InputError } from '../../../engine/input-error.ts';
import type { Weights } from '../../../engine/weights.ts';
import type { Fact, Section } from '../../page/page.ts';
import { type Backend, chosenBackend } from '../backend/backend.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { FitSettings } from './data-settings.ts';
import type { FitData } from './fit-data.ts';
import type { FitResult, FitStep } from '../../store/runs.ts';

export type { FitStep } from '../../store/runs.ts';

/** The result of a fit. */
export interface Fit<Result extends FitResult = FitResult> {
  weights: Weights;
  result: Result;
  steps: FitStep[];
}

/** Who looks on while a fit is made. */
export interface FitWatch {
  /** After a checkpoint was read. */
  readonly resumed: (steps: number) => void;
  /** Where it has to be made from its beginning after all. */
  readonly restarted: (reason: string) => void;
  /** After each step, with all steps so far. */
  readonly heard: (steps: readonly FitStep[]) => void;
  readonly shouldStop: () => boolean;
}

/** A kind of model that can be fitted: all that the rest knows of it. */
export interface FitKind<
  Settings extends FitSettings = FitSettings,
  Data extends FitData = FitData,
  Result extends FitResult = FitResult,
> {
  /** As in `evalsmith fit NAME`, in configs and as `model` in result.json. */
  readonly name: Result['model'];
  readonly summary: string;
  readonly description: string;
  readonly settings: z.ZodType<Settings> & { readonly shape: Declared };
  readonly result: z.ZodType<Result>;
  /** Its part of a weights file, for the JSON Schema: what the weights are over, and the numbers. None where it changes weights of any kind. */
  readonly file?: {
    description: string;
    over: Declared;
    weights: z.ZodType;
  };
  /** What metrics.csv counts. */
  readonly step: string;
  /** Whether a fit that is stopped keeps a checkpoint to resume from; where not, Ctrl-C ends it at once. */
  readonly isResumable: boolean;
  /** Whether it suits every game, so that a night which names no fits makes it. */
  readonly isForEveryGame: boolean;
  /** What does not suit a game, a setting or, where that is null, the kind itself, and why; undefined where all does. */
  objection?(settings: Settings, game: Game): { setting: string | null; problem: string } | undefined;
  readonly alsoReadBy?: Declared;
  /** Reads datasets of a game and one size. */
  read(
    game: Game,
    folders: readonly string[],
    /** No others than those of rows and split, and `alsoReadBy`, may decide what is read: fits that agree in these share it. */
    settings: Settings,
    heard?: (read: number) => void,
  ): Promise<Data>;
  /** Undefined where it was told to stop; the checkpoint is then what it resumes from. */
  fit(
    backend: Backend,
    data: Data,
    settings: Settings,
    checkpoint: Checkpoint,
    watch: FitWatch,
  ): Promise<Fit<Result> | undefined>;
  /** The last step for people, beside its losses. */
  stepText?(steps: readonly FitStep[], data: Data, settings: Settings): string;
  /** What it found, for people, beside what every fit tells. */
  summaryLines(result: Result): string[];
  /** Loaded when it is asked for, since charts are. */
  page(): Promise<FitKindPage<Result>>;
}

/** What the page of a fit says of its kind alone. */
export interface FitKindPage<Result extends FitResult = FitResult> {
  title(result: Result): string;
  fact(result: Result): Fact;
  sections(result: Result): Section[];
  /** Whether what is exported is the step with the lowest loss on held-out games rather than the last. */
  readonly exportsBest: boolean;
  /** The models of its own that it is measured beside, and what they are. */
  readonly beside: Readonly<Record<string, string>>;
}

/** Fills in the defaults, and says auto by name; throws an InputError that names the setting that is wrong. */
export function fitSettings<Settings extends FitSettings>(
  kind: Pick<FitKind<Settings>, 'settings'>,
  given: unknown,
  where: string,
): Settings {
  const read = kind.settings.safeParse(given);
  if (read.success) return settled(read.data);
  throw new InputError(`${where}: ${wrongAt(read.error)}`);
}

/** With the backend that auto means, so that what is recorded does not depend on an environment. */
export function settled<Settings extends FitSettings>(settings: Settings): Settings {
  return { ...settings, backend: chosenBackend(settings.backend) };
}

/** Throws an InputError where a setting does not suit a game. */
export function needSuited(kind: FitKind, settings: FitSettings, game: Game): void {
  const objection = kind.objection?.(settings, game);
  if (objection === undefined) return;
  const { setting, problem } = objection;
  throw new InputError(`${setting === null ? `fit ${kind.name}` : flagName(setting)} ${problem}`);
}
