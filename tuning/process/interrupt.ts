import type { Terminal } from '../../engine/node/terminal.ts';

/** The exit code of a command that Ctrl-C has stopped. */
export const INTERRUPTED = 130;

/** Ctrl-C lets what is under way end; a second one ends at once, and loses that alone. */
export function stopOnInterrupt(heard: () => void): { readonly requested: boolean; forget(): void } {
  let requested = false;
  const hear = () => {
    if (requested) process.exit(INTERRUPTED);
    requested = true;
    heard();
  };
  process.on('SIGINT', hear);
  process.on('SIGTERM', hear);
  return {
    get requested() {
      return requested;
    },
    forget() {
      process.off('SIGINT', hear);
      process.off('SIGTERM', hear);
    },
  };
}

/** The same for games, and says so. */
export function stopAfterGames(terminal: Terminal): ReturnType<typeof stopOnInterrupt> {
  return stopOnInterrupt(() =>
    terminal.note('stopping when the games under way are done; Ctrl-C again drops them'),
  );
}
