/** The programs that bash, zsh and fish complete a command line by. They hold all words, and start nothing. */
import type { Completed, CompletedCommand, CompletedOption } from './table.ts';

/** In single quotes, as a POSIX shell reads them. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const bashValue = (value: Completed): string => {
  switch (value.kind) {
    case 'words':
      return `${value.several ? '_fedsa_list' : '_fedsa_words'} ${quoted(value.words.join(' '))}`;
    case 'scenarios':
      return `_fedsa_words ${quoted(value.words.join(' '))}; _fedsa_files`;
    case 'folders':
      return '_fedsa_folders';
    case 'files':
      return '_fedsa_files';
    case 'runs':
      return '_fedsa_runs';
    case 'nothing':
      return ':';
  }
};

const takesValue = ({ value }: CompletedOption): boolean => value !== undefined;

/** For bash. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const values = new Map<string, string[]>();
  for (const { name, options } of commands) {
    for (const option of options.filter(takesValue)) {
      const act = bashValue(option.value!);
      values.set(act, [...(values.get(act) ?? []), `'${name} ${option.name}'`]);
    }
  }
  return `# bash completion of fedsa: source <(fedsa completion bash)
_fedsa_words() { COMPREPLY+=($(compgen -W "$1" -- "$cur")); }
_fedsa_list() {
  local before=
  [[ $cur == *,* ]] && before=\${cur%,*},
  COMPREPLY+=($(compgen -P "$before" -W "$1" -- "\${cur##*,}"))
}
_fedsa_folders() { local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -d -- "$cur")); }
_fedsa_files() { local IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$cur")); }
# Folders of runs, and those in which there may be some.
_fedsa_runs() {
  local folder
  compopt -o filenames 2>/dev/null
  while IFS= read -r folder; do
    if compgen -G "$folder/manifest.json" >/dev/null || compgen -G "$folder/*/" >/dev/null; then
      COMPREPLY+=("$folder")
    fi
  done < <(compgen -d -- "$cur")
}
_fedsa() {
  local IFS=$' \\t\\n' cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  if [[ $cur == = ]]; then cur=; elif [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    _fedsa_words ${quoted([...commands.map(({ name }) => name), '--help', '--version'].join(' '))}
    return
  fi
  # The value of an option may be left out.
  [[ $cur == -* ]] || case "\${COMP_WORDS[1]} $before" in
${[...values].map(([act, patterns]) => `    ${patterns.join('|')}) ${act}; _fedsa_colon; return ;;`).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${commands.map(({ name, options }) => `      ${name}) _fedsa_words ${quoted(options.map((option) => option.name).join(' '))} ;;`).join('\n')}
    esac
    return
  fi
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, argument }) => `    ${name}) ${bashValue(argument)} ;;`).join('\n')}
  esac
}
# A word that needs a number is gone on with.
_fedsa_colon() { [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null; }
complete -F _fedsa fedsa
`;
}

/** In a specification of _arguments: brackets and colons are its own. */
const zshHelp = (text: string): string => text.replace(/[\\[\]:]/g, '\\$&');

function zshValue(value: Completed): string {
  switch (value.kind) {
    case 'words': {
      const words = value.words.map((word) => word.replaceAll(':', '\\:')).join(' ');
      return value.several ? `_values -s , value ${words}` : `(${words})`;
    }
    case 'scenarios':
      return '_fedsa_scenarios';
    case 'files':
      return '_files';
    case 'folders':
    case 'runs':
      return '_files -/';
    case 'nothing':
      return ' ';
  }
}

/** For zsh. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const option = ({ name, help, value }: CompletedOption): string =>
    quoted(`*${name}[${zshHelp(help)}]${value === undefined ? '' : `:value:${zshValue(value)}`}`);
  const scenarios = commands.flatMap(({ argument }) => (argument.kind === 'scenarios' ? argument.words : []));
  return `#compdef fedsa
# zsh completion of fedsa: source <(fedsa completion zsh)
_fedsa_scenarios() { compadd -- ${[...new Set(scenarios)].join(' ')}; _files -g '*.(ts|js|json)' }
_fedsa() {
  local -a commands
  commands=(
${commands.map(({ name, help }) => `    ${quoted(`${name}:${help.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${commands
  .map(
    ({ name, options, argument }) =>
      `    ${name})\n      _arguments \\\n${[...options.map(option), quoted(`*:${name}:${zshValue(argument)}`)].map((text) => `        ${text}`).join(' \\\n')}\n      ;;`,
  )
  .join('\n')}
  esac
}
if [[ $funcstack[1] == _fedsa ]]; then _fedsa "$@"; else compdef _fedsa fedsa; fi
`;
}

/** In single quotes, as fish reads them. */
const fishQuoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

function fishValue(value: Completed): string {
  switch (value.kind) {
    case 'words':
      return value.several
        ? `-x -a ${fishQuoted(`(__fish_append , ${value.words.join(' ')})`)}`
        : `-x -a ${fishQuoted(value.words.join(' '))}`;
    case 'scenarios':
      return `-a ${fishQuoted(value.words.join(' '))}`;
    case 'files':
      return '-r';
    case 'folders':
    case 'runs':
      return "-x -a '(__fish_complete_directories)'";
    case 'nothing':
      return '-x';
  }
}

/** For fish. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, help, options, argument }) => {
    const within = `complete -c fedsa -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c fedsa -n __fish_use_subcommand -f -a ${name} -d ${fishQuoted(help)}`,
      `${within} ${fishValue(argument).replace(/^-r$|^-x$/, '')}`.trimEnd(),
      ...options.map(({ name: long, help: words, value }) =>
        [within, `-l ${long.slice(2)}`, ...(value ? [fishValue(value)] : []), `-d ${fishQuoted(words)}`].join(
          ' ',
        ),
      ),
    ];
  });
  return `# fish completion of fedsa: fedsa completion fish | source\n${lines.join('\n')}\n`;
}
