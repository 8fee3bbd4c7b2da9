import type { Command } from 'commander';
import { addAnalyzeCommand } from './analyze-command.ts';
import { addBenchCommand } from './bench-command.ts';
import { addCheckCommand } from './check-command.ts';
import type { ExactLine } from './exact-play.ts';
import { addMoveCommand } from './move-command.ts';
import { addMovesCommand } from './moves-command.ts';
import { addPerftCommand } from './perft-command.ts';
import { addPlayCommand } from './play-command.ts';
import { addShowCommand } from './show-command.ts';
import type { Terminal } from '../node/terminal.ts';

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
