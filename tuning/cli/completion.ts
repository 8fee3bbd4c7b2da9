// Scripts that complete evalsmith's commands and options in a shell, made from their declarations.
import type { Argument, Command, Option } from 'commander';
import { builtIn } from '../../engine/games/index.ts';
import { BY_NAME } from '../../engine/node/weights-folder.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** What may stand for a value: some words, and files or folders where they are asked for. */
interface Values {
  words: readonly string[];
  paths: 'none' | 'files' | 'folders';
}

interface Completed {
  name: string;
  about: string;
  /** Null for an option without a value. */
  values: Values | null;
}

/** A command as a shell completes it. */
interface Place {
  /** Its words: `fit linear`; empty for evalsmith itself. */
  path: string;
  commands: Completed[];
  options: Completed[];
  /** Of its first argument that has any. */
  argument: Values;
}

const NONE: Values = { words: [], paths: 'none' };

/** What may stand for a value that is called so in help texts. */
function valuesOf(value: string, choices: readonly string[] | undefined): Values {
  if (choices !== undefined) return { words: choices, paths: 'none' };
  if (value === 'GAME') return { words: builtIn.map(({ name }) => name), paths: 'folders' };
  if (value === 'on|off') return { words: ['on', 'off'], paths: 'none' };
  if (['A', 'B', 'FILE', 'CANDIDATE', 'PLAYER'].includes(value)) return { words: BY_NAME, paths: 'files' };
  if (['DIR', 'RUN', 'DATASET'].includes(value)) return { words: [], paths: 'folders' };
  return ['CONFIG', 'WEIGHTS', 'OTHER'].includes(value) ? { words: [], paths: 'files' } : NONE;
}

function optionOf({ long, short, description, flags, argChoices, required }: Option): Completed {
  const value = /<([^>]+)>/.exec(flags)?.[1] ?? '';
  return {
    name: long ?? short!,
    about: description,
    values: required ? valuesOf(value, argChoices) : null,
  };
}

function argumentOf([first]: readonly Argument[]): Values {
  return first === undefined ? NONE : valuesOf(first.name().replace('...', ''), first.argChoices);
}

/** A program and all commands below it. */
function placesOf(command: Command, path = ''): Place[] {
  const help = { name: '--help', about: 'explain a command', values: null };
  const below = command.commands.map((sub) => ({
    sub,
    path: path === '' ? sub.name() : `${path} ${sub.name()}`,
  }));
  return [
    {
      path,
      commands: command.commands.map((sub) => ({
        name: sub.name(),
        about: sub.summary(),
        values: null,
      })),
      options: [...command.options.map(optionOf), help],
      argument: argumentOf(command.registeredArguments),
    },
    ...below.flatMap((place) => placesOf(place.sub, place.path)),
  ];
}

/** The script for a shell, to be read by it when it begins. */
export function completionScript(shell: (typeof SHELLS)[number], program: Command): string {
  const places = placesOf(program);
  const script = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
  return script(places).join('\n');
}

/** A text as a shell reads it as one word; fish needs its backslashes doubled. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const names = (list: readonly Completed[]) => list.map(({ name }) => name).join(' ');
const paths = (places: readonly Place[]) => places.map(({ path }) => path).filter((path) => path !== '');

/** Words that follow the words of a command: its option, or nothing. */
function withValues(places: readonly Place[]): { after: string; values: Values }[] {
  return places.flatMap(({ path, options }) =>
    options
      .filter(({ values }) => values !== null)
      .map(({ name, values }) => ({ after: `${path} ${name}`.trim(), values: values! })),
  );
}

/** The lines that find which command is being written, the same in bash and zsh but for where the words are. */
const walk = (places: readonly Place[], word: string, first: number, current: string) => [
  `  for ((i = ${first}; i < ${current}; i++)); do`,
  `    case "\${at:+$at }${word}" in`,
  `      ${paths(places).map(quoted).join('|')}) at="\${at:+$at }${word}" ;;`,
  '    esac',
  '  done',
];

function bashScript(places: readonly Place[]): string[] {
  const reply = (words: string) => `COMPREPLY=($(compgen -W ${quoted(words)} -- "$cur"))`;
  const replies = ({ words, paths: kind }: Values) =>
    [
      reply(words.join(' ')),
      ...(kind === 'none' ? [] : [`COMPREPLY+=($(compgen ${kind === 'files' ? '-f' : '-d'} -- "$cur"))`]),
      ...(kind === 'none' ? [] : ['compopt -o filenames 2>/dev/null']),
    ].join('; ');
  return [
    '# evalsmith completion for bash: eval "$(evalsmith completion bash)"',
    '_evalsmith() {',
    '  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} at="" i',
    ...walk(places, '${COMP_WORDS[i]}', 1, 'COMP_CWORD'),
    '  case "${at:+$at }$prev" in',
    ...withValues(places).map(({ after, values }) => `    ${quoted(after)}) ${replies(values)}; return ;;`),
    '  esac',
    '  case "$at" in',
    ...places.map(
      ({ path, commands, options, argument }) =>
        `    ${quoted(path)}) case "$cur" in -*) ${reply(names(options))} ;; *) ${commands.length > 0 ? reply(names(commands)) : replies(argument)} ;; esac ;;`,
    ),
    '  esac',
    '}',
    'complete -F _evalsmith evalsmith',
  ];
}

function zshScript(places: readonly Place[]): string[] {
  const described = (list: readonly Completed[]) =>
    list.map(({ name, about }) => quoted(`${name}:${about.replaceAll(':', '\\:')}`)).join(' ');
  const adds = ({ words, paths: kind }: Values) =>
    [
      ...(words.length > 0 ? [`compadd -- ${words.map(quoted).join(' ')}`] : []),
      ...(kind === 'none' ? [] : [kind === 'files' ? '_files' : '_files -/']),
    ].join('; ') || ':';
  return [
    '#compdef evalsmith',
    '# evalsmith completion for zsh: eval "$(evalsmith completion zsh)", after compinit',
    '_evalsmith() {',
    '  local at="" i',
    '  local -a found',
    ...walk(places, '$words[i]', 2, 'CURRENT'),
    '  case "${at:+$at }$words[CURRENT-1]" in',
    ...withValues(places).map(({ after, values }) => `    ${quoted(after)}) ${adds(values)}; return ;;`),
    '  esac',
    '  case "$at" in',
    ...places.map(
      ({ path, commands, options, argument }) =>
        `    ${quoted(path)}) if [[ $words[CURRENT] == -* ]]; then found=(${described(options)}); _describe -o option found; ` +
        `else ${commands.length > 0 ? `found=(${described(commands)}); _describe command found` : adds(argument)}; fi ;;`,
    ),
    '  esac',
    '}',
    'compdef _evalsmith evalsmith',
  ];
}

function fishScript(places: readonly Place[]): string[] {
  const line = (path: string, rest: string) =>
    `complete -c evalsmith -n ${fishQuoted(`__evalsmith_at ${fishQuoted(path)}`)} ${rest}`;
  const given = ({ words, paths: kind }: Values) =>
    [
      kind === 'none' ? '-x' : '-r',
      ...(kind === 'none' ? [] : ['-F']),
      ...(words.length > 0 ? ['-a', fishQuoted(words.join(' '))] : []),
    ].join(' ');
  return [
    '# evalsmith completion for fish: evalsmith completion fish | source',
    'function __evalsmith_at',
    '  set -l at',
    '  for word in (commandline -opc)[2..]',
    '    set -l next (string trim -- "$at $word")',
    `    if contains -- $next ${paths(places).map(fishQuoted).join(' ')}`,
    '      set at $next',
    '    end',
    '  end',
    '  test "$at" = "$argv[1]"',
    'end',
    'complete -c evalsmith -f',
    ...places.flatMap(({ path, commands, options, argument }) => [
      ...commands.map(({ name, about }) => line(path, `-a ${fishQuoted(name)} -d ${fishQuoted(about)}`)),
      ...(argument === NONE ? [] : [line(path, given(argument).replace('-x ', '').replace('-r ', ''))]),
      ...options
        .filter(({ name }) => name.startsWith('--'))
        .map(({ name, about, values }) =>
          line(
            path,
            `-l ${name.slice(2)} ${values === null ? '' : `${given(values)} `}-d ${fishQuoted(about)}`,
          ),
        ),
    ]),
  ];
}
