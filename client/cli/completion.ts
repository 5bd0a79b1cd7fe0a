import process from 'node:process';
import { COMMON, type Command, type Options, UsageError } from './command.ts';

type Commands = Readonly<Record<string, Command>>;

const optionsOf = (command: Command): [string, Options[string]][] => Object.entries({ ...command.options, ...COMMON });
const flags = (command: Command): string =>
  optionsOf(command)
    .map(([name]) => `--${name}`)
    .join(' ');
/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const bash = (commands: Commands): string => `_cds() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W '${Object.keys(commands).join(' ')}' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]}:$word in
${Object.entries(commands)
  .map(([name, command]) => `    ${name}:-*) COMPREPLY=($(compgen -W '${flags(command)}' -- "$word")) ;;`)
  .join('\n')}
${Object.entries(commands)
  .filter(([, { takesFiles }]) => takesFiles)
  .map(([name]) => `    ${name}:*) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;`)
  .join('\n')}
  esac
}
complete -F _cds cds
`;

const zsh = (commands: Commands): string => {
  const option = ([name, { type, help }]: [string, Options[string]]) =>
    quoted(`--${name}[${help.replace(/[[\]:]/g, '\\$&')}]${type === 'string' ? ':value' : ''}`);
  return `#compdef cds
_cds() {
  if (( CURRENT == 2 )); then
    local -a names=(${Object.entries(commands)
      .map(([name, { summary }]) => quoted(`${name}:${summary}`))
      .join(' ')})
    _describe command names
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
${Object.entries(commands)
  .map(([name, command]) => {
    const files = command.takesFiles ? ` '*:file:_files'` : '';
    return `    ${name}) _arguments ${optionsOf(command).map(option).join(' ')}${files} ;;`;
  })
  .join('\n')}
  esac
}
compdef _cds cds
`;
};

const fish = (commands: Commands): string =>
  [
    'complete -c cds -f',
    ...Object.entries(commands).flatMap(([name, command]) => [
      `complete -c cds -n __fish_use_subcommand -a ${name} -d ${quoted(command.summary)}`,
      ...optionsOf(command).map(
        ([option, { type, help }]) =>
          `complete -c cds -n '__fish_seen_subcommand_from ${name}' -l ${option}${type === 'string' ? ' -r' : ''} -d ${quoted(help)}`,
      ),
      ...(command.takesFiles ? [`complete -c cds -n '__fish_seen_subcommand_from ${name}' -F`] : []),
    ]),
    '',
  ].join('\n');

const SHELLS: Readonly<Record<string, (commands: Commands) => string>> = { bash, zsh, fish };

/** Prints the script that a shell evaluates to complete commands and options. */
export const completion = (commands: () => Commands): Command => ({
  arguments: 'bash|zsh|fish',
  summary: 'print the completion of a shell: eval "$(cds completion bash)"',
  options: {},
  run: async ([shell = '', ...others]) => {
    const make = Object.hasOwn(SHELLS, shell) && others.length === 0 ? SHELLS[shell] : undefined;
    if (!make) throw new UsageError(`Name one shell: ${Object.keys(SHELLS).join(', ')}`);
    process.stdout.write(make(commands()));
  },
});
