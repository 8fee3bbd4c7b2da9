import type { Command } from 'commander';
import { addCheckCommand } from './check.ts';
import { addMovesCommand } from './moves.ts';
import { addPerftCommand } from './perft.ts';
import { addShowCommand } from './show.ts';
import type { Terminal } from './terminal.ts';

/** Adds the commands that need the engine alone. A command that did its work but has a bad result calls `fail`. */
export function addEngineCommands(program: Command, terminal: Terminal, fail: () => void): void {
  addMovesCommand(program, terminal);
  addShowCommand(program, terminal);
  addCheckCommand(program, terminal, fail);
  addPerftCommand(program, terminal);
}
