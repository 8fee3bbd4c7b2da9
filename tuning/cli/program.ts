import { Argument, Command, CommanderError } from 'commander';
import { addEngineCommands } from '../../engine/cli/commands.ts';
import { takeOutsideGames } from '../../engine/node/outside-games.ts';
import { tellOwnWeights } from '../../engine/node/named-weights.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { visible } from '../../engine/text/visible.ts';
import type { ExactLine } from '../../engine/cli/exact-play.ts';
import { builtIn, moduleOf } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { exactLine } from '../tables/exact-line.ts';
import { Failure, systemFailure } from '../process/failure.ts';
import type { CliCommand } from './command.ts';
import { completionScript, SHELLS } from './completion.ts';
import { helpFormat, LAST_TOPIC, sortByTopic } from './help-format.ts';

type Loader = () => Promise<{ commands: readonly CliCommand[] }>;

const sprt: Loader = () => import('./sprt-command.ts');
const site: Loader = () => import('./site-command.ts');
const worker: Loader = () => import('./worker-command.ts');

/** Where each command is, by its first word; only the one that is called is loaded. */
const COMMANDS: Readonly<Record<string, Loader>> = {
  selfplay: () => import('./selfplay-command.ts'),
  dataset: () => import('./dataset-command.ts'),
  match: () => import('./match-command.ts'),
  gate: () => import('./gate-command.ts'),
  openings: () => import('./openings-command.ts'),
  ladder: () => import('./ladder-command.ts'),
  oracle: () => import('./oracle-command.ts'),
  puzzles: () => import('./puzzles-command.ts'),
  sprt,
  power: sprt,
  fit: () => import('./fit-command.ts'),
  sweep: () => import('./sweep-command.ts'),
  spsa: () => import('./spsa-command.ts'),
  weights: () => import('./weights-command.ts'),
  nightly: () => import('./nightly-command.ts'),
  ship: () => import('./ship-command.ts'),
  remake: () => import('./remake-command.ts'),
  report: () => import('./report-command.ts'),
  compare: () => import('./compare-command.ts'),
  status: () => import('./status-command.ts'),
  blunders: () => import('./blunders-command.ts'),
  site,
  serve: site,
  worker,
  queue: worker,
  doctor: () => import('./doctor-command.ts'),
  game: () => import('./game-command.ts'),
};

/** Commands of commands. */
const GROUPS: Readonly<Record<string, { summary: string; description: string; example: string }>> = {
  dataset: {
    summary: 'check, count, thin out, split and convert datasets',
    description: 'Tools for the datasets that self-play writes; datasets/README.md tells their format.',
    example: 'dataset verify datasets/betsy-7',
  },
  oracle: {
    summary: 'solve small boards, and grade heuristics against the truth',
    description:
      'Exact values of every position of Betsy 2, 3 and 4 and Conga 3, of Raichu endings, of variants with fewer pebbles or stones, and of late ' +
      'positions by themselves: won or lost in so many plies, or drawn by endless play.',
    example: 'oracle build betsy --size 3 --out oracles/betsy-3',
  },
  fit: {
    summary: 'fit weights to datasets',
    description: 'Fits a heuristic to recorded games.',
    example: 'fit linear datasets/betsy-7 --out reports/betsy-linear',
  },
  weights: {
    summary: 'show, check and compare weights files',
    description: 'Tells what a weights file is, tests it, and compares two.',
    example: 'weights diff reports/betsy-linear/weights.json baseline:hand',
  },
  game: {
    summary: 'make a game of your own, and check it',
    description:
      'Makes the folder of a new game, and checks a game against the contract that all games keep.',
    example: 'game new tictactoe',
  },
  queue: {
    summary: 'look at a queue of games',
    description: 'Looks at a queue of games.',
    example: 'queue status --queue redis://queue.example:6379',
  },
};

/** The commands that begin with a word, or all of them. */
export async function commandsOf(word?: string): Promise<CliCommand[]> {
  const isOne = word !== undefined && Object.hasOwn(COMMANDS, word);
  const loaders = isOne ? [COMMANDS[word]] : [...new Set(Object.values(COMMANDS))];
  return (await Promise.all(loaders.map((load) => load()))).flatMap(({ commands }) => commands);
}

/** Runs one command line and returns its exit code: 0 done, 1 failed or rejected, 2 wrong usage or input. */
export async function run(args: readonly string[], terminal: Terminal, version: string): Promise<number> {
  takeOutsideGames();
  tellOwnWeights((line) => terminal.note(line));
  let exitCode = 0;
  const program = new Command('evalsmith')
    .description(
      `A heuristic-tuning research toolkit for board games: ${builtIn.map(({ name }) => name).join(', ')}, and your own.`,
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .addHelpCommand(
      new Command('help')
        .argument('[command]')
        .summary('explain a command')
        .helpOption(false)
        .helpGroup(LAST_TOPIC),
    )
    .configureHelp(helpFormat)
    .addHelpText('after', '\nevalsmith COMMAND --help explains a command, with an example.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: () => {},
    });
  const exact: ExactLine = (folder, game, position) =>
    exactLine(moduleOf(game).solvable)(folder, game, position);
  addEngineCommands(program, terminal, exact, () => (exitCode = 1));
  try {
    if (isVersionAsked(args)) {
      terminal.out(version);
      return 0;
    }
    if (!program.commands.some((known) => known.name() === args[0])) {
      const { addCommand } = await import('../settings/command-form.ts');
      for (const [name, { summary, description, example }] of Object.entries(GROUPS))
        program
          .command(name)
          .summary(summary)
          .description(description)
          .addHelpText('after', `\nExample:\n  evalsmith ${example}`);
      for (const { form, act } of await commandsOf(args[0]))
        addCommand(program, form, async (values) => {
          exitCode = (await act(values as never, terminal)) ?? 0;
        });
      addCompletion(program, terminal);
    }
    sortByTopic(program);
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
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

/** Adds the command that needs to know all others. */
function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .summary('complete commands and options in a shell')
    .description('Prints a script with which a shell completes commands, options and their values.')
    .addArgument(new Argument('<SHELL>', 'bash, zsh or fish').choices(SHELLS))
    .addHelpText(
      'after',
      '\nExample:\n  eval "$(evalsmith completion bash)"     # in ~/.bashrc; zsh in ~/.zshrc, after compinit\n' +
        '  evalsmith completion fish | source      # in ~/.config/fish/config.fish',
    )
    .action((shell: (typeof SHELLS)[number]) => terminal.out(completionScript(shell, program)));
}

/** Whether --version stands among the words, behind whatever command. */
function isVersionAsked(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--version');
}

function oneLine(message: string): string {
  return visible(message.replace(/\s+/g, ' ').trim());
}
