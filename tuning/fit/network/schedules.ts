const LAST = 0.01;

/** How the rate falls after the warm-up, by name: from the share of the steps that is done to the share of the highest rate. */
export const SCHEDULES = {
  constant: () => 1,
  /** To a hundredth, along a line. */
  linear: (done: number) => 1 - (1 - LAST) * done,
  /** To a hundredth, along half a cosine. */
  cosine: (done: number) => LAST + ((1 - LAST) * (1 + Math.cos(Math.PI * done))) / 2,
} satisfies Record<string, (done: number) => number>;

interface ScheduleSettings {
  rate: number;
  schedule: keyof typeof SCHEDULES;
  warmUp: number;
}

/** The rate of a step: it rises over the first share of all steps, then falls by the schedule; beyond them it is the last one. */
export function rateAt(step: number, steps: number, { rate, schedule, warmUp }: ScheduleSettings): number {
  const rising = Math.max(1, Math.round(warmUp * steps));
  if (step < rising) return (rate * (step + 1)) / rising;
  return rate * SCHEDULES[schedule](Math.min(1, (step - rising) / Math.max(1, steps - rising)));
}
