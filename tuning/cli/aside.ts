import type { Terminal } from '../../engine/node/terminal.ts';

/** A terminal that tells what is meant for people on stderr, where stdout is for one JSON object. */
export function aside(terminal: Terminal): Terminal {
  return { ...terminal, out: (line) => terminal.note(line) };
}
