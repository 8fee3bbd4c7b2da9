import type { Command } from 'commander';
import { addAnalyzeCommand } from './analyze.ts';
import { addBenchCommand } from './bench.ts';
import { addCheckCommand } from './check.ts';
import { addMoveCommand, type ExactLine } from './move.ts';
import { addMovesCommand } from './moves.ts';
import { addPerftCommand } from './perft.ts';
import { addPlayCommand } from './play.ts';
import { addShowCommand } from './show.ts';
import type { Terminal } from './terminal.ts';

/**
 * Adds the commands that need the engine alone, but for the reading of exact values, which is not its business.
 * A command that did its work but has a bad result calls `fail`.
 */
export function addEngineCommands(
  program: Command,
  terminal: Terminal,
  exactLine: ExactLine,
  fail: () => void,
): void {
  addMoveCommand(program, terminal, exactLine);
  addAnalyzeCommand(program, terminal);
  addPlayCommand(program, terminal);
  addMovesCommand(program, terminal);
  addShowCommand(program, terminal);
  addCheckCommand(program, terminal, fail);
  addPerftCommand(program, terminal);
  addBenchCommand(program, terminal);
}
