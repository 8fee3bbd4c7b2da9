// How help reads: one form for every default, and an overview of commands by what they are for.
import type { Argument, Command, HelpConfiguration, Option } from 'commander';

/** What commands are for, in the order of the overview. */
const TOPICS: Readonly<Record<string, string>> = {
  Play: 'play move analyze moves show check',
  'Record games': 'selfplay dataset openings',
  'Fit weights': 'fit sweep weights spsa',
  'Prove them': 'match gate ladder sprt power',
  'Look at runs': 'report compare blunders status site serve',
  'Know the truth': 'oracle puzzles',
  'All of it, on one machine or many': 'nightly worker queue ship remake',
  'This installation': 'doctor bench perft game completion help',
};
const OTHERS = 'More';
export const LAST_TOPIC = 'This installation:';

/** Puts each command of a program under what it is for. */
export function sortByTopic(program: Command): void {
  const known = Object.entries(TOPICS).flatMap(([topic, names]) =>
    names.split(' ').map((name) => [name, topic] as const),
  );
  const topics = new Map(known);
  const order = [...topics.keys()];
  for (const command of program.commands) command.helpGroup(`${topics.get(command.name()) ?? OTHERS}:`);
  const place = (command: Command) => (order.indexOf(command.name()) + order.length + 1) % (order.length + 1);
  // The groups are shown in the order of their first commands.
  (program.commands as Command[]).sort((one, other) => place(one) - place(other));
}

/** Help that shows every default as `(default: 5000)`, without quotes. */
export const helpFormat: HelpConfiguration = {
  subcommandTerm: (command) => command.name(),
  optionDescription: ({ description, defaultValue, defaultValueDescription }: Option) =>
    withDefault(description, defaultValueDescription ?? (defaultValue as unknown)),
  argumentDescription: ({ description, defaultValue, defaultValueDescription }: Argument) =>
    withDefault(description, defaultValueDescription ?? (defaultValue as unknown)),
};

function withDefault(description: string, usual: unknown): string {
  return typeof usual === 'string' || typeof usual === 'number'
    ? `${description} (default: ${usual})`
    : description;
}
