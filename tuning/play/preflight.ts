import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { quoted } from '../../engine/text/arguments.ts';
import type { Contestant } from './participants.ts';
import { askedOf, failureKept, failureOf, USUAL_SECONDS } from './program-seat.ts';
import { runTimed } from './timed-program.ts';

// A program that is late is run once more with so much more time, to tell how much it needs.
const MORE_TIME = 10;
const MOST_SECONDS = 30;

/** Runs each program once, at the start of the game, and refuses one that would lose every game, saying why. */
export async function needReadyPrograms(
  contestants: readonly Contestant[],
  game: Game,
  size: number,
  seconds: number | null,
): Promise<void> {
  for (const { name, participant } of contestants) {
    if (participant.kind !== 'command') continue;
    const problem = await problemOf(participant.words, game, size, seconds ?? USUAL_SECONDS);
    if (problem !== undefined)
      throw new InputError(
        `${quoted(name)} is not ready to play: ${problem}; --preflight off plays all the same`,
      );
  }
}

/** What is wrong with a program, in a sentence; undefined where it answers. */
async function problemOf(
  [program, ...first]: readonly string[],
  game: Game,
  size: number,
  seconds: number,
): Promise<string | undefined> {
  const position = game.start(size);
  const words = askedOf(game, position, seconds);
  const asked = `${program} ${[...first, ...words].join(' ')}`;
  const run = (limit: number) => runTimed(program, [...first, ...words], 1000 * limit);
  try {
    const ran = await run(seconds);
    const end = failureOf(game, position, ran);
    if (end === undefined) return undefined;
    const { answer, stderr, exit, expected, legal } = failureKept(game, position, ran);
    const errors = stderr === '' ? 'nothing on stderr' : `on stderr ${JSON.stringify(stderr.slice(-300))}`;
    switch (end) {
      case 'crashed':
        return `asked \`${asked}\` it ended with ${typeof exit === 'number' ? `exit code ${exit}` : exit}, and ${errors}`;
      case 'silent':
        return `asked \`${asked}\` it printed no line, and ${errors}; the last line of its output has to be the answer, such as ${quoted(expected[0])}`;
      case 'illegal':
        return `asked \`${asked}\` its last line is ${quoted(answer)}; legal are ${expected.map(quoted).join(', ')}${legal > expected.length ? ` and ${legal - expected.length} more` : ''}`;
      default: {
        const more = Math.min(MOST_SECONDS, MORE_TIME * seconds);
        const again = await run(more);
        const needs =
          again.end === 'late' || again.end === 'unwatched'
            ? `it did not end within ${more} s either`
            : `given more time it took ${(again.milliseconds / 1000).toFixed(2)} s`;
        return `asked \`${asked}\` it had not ended after ${seconds} s, when its time was up; ${needs}`;
      }
    }
  } catch (error) {
    return `it cannot be run: ${(error as Error).message}`;
  }
}
