import { SingleBar } from 'cli-progress';
import type { Terminal } from '../../engine/node/terminal.ts';

/** How far long work has come, for people: a bar on a terminal, a line now and then elsewhere. */
export interface Progress {
  /** `text` tells what else is known: rate, results so far. */
  update(done: number, text: string): void;
  end(): void;
}

const LINE_MILLISECONDS = 10_000;

/** Progress towards a total, or towards no end when there is none. */
export function startProgress(total: number | undefined, unit: string, terminal: Terminal): Progress {
  return process.stderr.isTTY && total !== undefined
    ? barProgress(total, unit)
    : lineProgress(total, unit, terminal);
}

function barProgress(total: number, unit: string): Progress {
  const bar = new SingleBar({
    format: `{bar} {value}/{total} ${unit}, {eta_formatted} left {text}`,
    stream: process.stderr,
    hideCursor: true,
    etaBuffer: 100,
  });
  bar.start(total, 0, { text: '' });
  return { update: (done, text) => bar.update(done, { text }), end: () => bar.stop() };
}

function lineProgress(total: number | undefined, unit: string, terminal: Terminal): Progress {
  const begin = performance.now();
  let first: number | undefined;
  let next = begin + LINE_MILLISECONDS;
  return {
    update(done, text) {
      first ??= done;
      const now = performance.now();
      if (now < next) return;
      next = now + LINE_MILLISECONDS;
      const rate = (done - first) / (now - begin);
      const left = total === undefined || rate <= 0 ? '' : `, ${duration((total - done) / rate)} left`;
      terminal.note(`${done}${total === undefined ? '' : `/${total}`} ${unit}${left} ${text}`);
    },
    end() {},
  };
}

/** Milliseconds for people: 4m05s. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}m`;
}
