import { Command, CommanderError } from 'commander';
import { addEngineCommands } from '../../engine/cli/commands.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { Failure, systemFailure } from '../process/failure.ts';
import { exactLine } from '../oracle/exact-line.ts';
import { addDatasetCommand } from './dataset-command.ts';
import { addGateCommand } from './gate-command.ts';
import { addLadderCommand } from './ladder-command.ts';
import { addMatchCommand } from './match-command.ts';
import { addNightlyCommand } from './nightly-command.ts';
import { addOracleCommand } from './oracle-command.ts';
import { addPowerCommand } from './power-command.ts';
import { addQueueCommand } from './queue-command.ts';
import { addRemakeCommand } from './remake-command.ts';
import { addReportCommand } from './report-command.ts';
import { addSprtCommand } from './sprt-command.ts';
import { addFitCommand } from './fit-command.ts';
import { addSelfplayCommand } from './selfplay-command.ts';
import { addServeCommand } from './serve-command.ts';
import { addShipCommand } from './ship-command.ts';
import { addSiteCommand } from './site-command.ts';
import { addSweepCommand } from './sweep-command.ts';
import { addWeightsCommand } from './weights-command.ts';
import { addWorkerCommand } from './worker-command.ts';

/** Runs one command line and returns its exit code: 0 done, 1 failed or rejected, 2 wrong usage or input. */
export async function run(args: readonly string[], terminal: Terminal, version: string): Promise<number> {
  let exitCode = 0;
  const program = new Command('evalsmith')
    .description('A heuristic-tuning research toolkit for the board games Betsy, Raichu and Conga.')
    .version(version)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: () => {},
    });
  addEngineCommands(program, terminal, exactLine, () => (exitCode = 1));
  addSelfplayCommand(program, terminal, (code) => (exitCode = code));
  addDatasetCommand(program, terminal, () => (exitCode = 1));
  addMatchCommand(program, terminal, (code) => (exitCode = code));
  addGateCommand(program, terminal, () => (exitCode = 1));
  addLadderCommand(program, terminal);
  addOracleCommand(program, terminal, (code) => (exitCode = code));
  addSprtCommand(program, terminal);
  addPowerCommand(program, terminal);
  addFitCommand(program, terminal, (code) => (exitCode = code));
  addSweepCommand(program, terminal, (code) => (exitCode = code));
  addWeightsCommand(program, terminal, () => (exitCode = 1));
  addNightlyCommand(program, terminal, (code) => (exitCode = code));
  addShipCommand(program, terminal, (code) => (exitCode = code));
  addRemakeCommand(program, terminal, (code) => (exitCode = code));
  addReportCommand(program, terminal);
  addSiteCommand(program, terminal);
  addServeCommand(program, terminal);
  addWorkerCommand(program, terminal, (code) => (exitCode = code));
  addQueueCommand(program, terminal);
  try {
    if (args.length === 0) throw new InputError('expected a command; evalsmith --help lists them');
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof CommanderError && error.code === 'commander.help') {
      terminal.note(`evalsmith: expected a command after ${args[0]}; evalsmith ${args[0]} --help lists them`);
      return 2;
    }
    const isWrongInput = error instanceof CommanderError || error instanceof InputError;
    const message = isWrongInput || error instanceof Failure ? error.message : systemFailure(error);
    if (message === undefined) throw error;
    terminal.note(`evalsmith: ${oneLine(message.replace(/^error: /, ''))}`);
    return isWrongInput ? 2 : 1;
  }
}

function oneLine(message: string): string {
  return message.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
