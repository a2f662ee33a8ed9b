/** The page of options and settings, made from the program's own tables. */
import type { Command, Option as CommandOption } from 'commander';
import { wholeProgram } from '../../src/commandLine/program.ts';
import { settingByFlag, wordsOf } from '../../src/settings/runSettings.ts';

const HEAD = `# Options and settings

Every option of every command, made from the program's tables by \`npm run docs:settings\`. [Commands](commands.md) explains the commands.

## Settings of a run

Options take precedence over a scenario's fields. \`run\` and \`sweep\` take all of these options, \`theory\` and \`worst\` those with a mark in the last column.`;

/** A cell of a table: a vertical bar would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

/** Option, field, meaning; of what is no setting there is no field. */
function cellsOf({ flags, long, description, argChoices }: CommandOption, ofRuns: boolean): string[] {
  const option = ofRuns ? settingByFlag(long!.slice(2)) : undefined;
  if (!option) {
    const words = argChoices
      ? `${description}: ${argChoices.map((word) => `\`${word}\``).join(' or ')}`
      : description;
    return [`\`${flags}\``, '', words];
  }
  const { help, byDefault } = wordsOf(option, (form) => `\`${form}\``);
  const said = [help, ...(byDefault === undefined ? [] : [`Default: ${byDefault}`]), option.more ?? ''];
  const fields = option.field.split(', ').map((one) => `\`${one}\``);
  return [`\`${flags}\``, fields.join(', '), said.filter((text) => text !== '').join('. ')];
}

const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

/** The options of a command under their headings, without `--help`. */
function groupsOf(command: Command): Map<string, CommandOption[]> {
  const help = command.createHelp();
  const groups = help.groupItems([...command.options], [...command.options], () => 'Options:');
  return new Map([...groups].map(([heading, options]) => [heading.replace(/:$/, ''), options]));
}

export async function settingsPage(): Promise<string> {
  const commands = (await wholeProgram()).commands;
  const named = (name: string): Command => commands.find((one) => one.name() === name)!;
  const flagsOf = (name: string): Set<string> => new Set(named(name).options.map(({ flags }) => flags));
  const [ofRun, ofTheory] = [flagsOf('run'), flagsOf('theory')];
  const ofRuns = [...groupsOf(named('run'))].map(([heading, options]) => {
    const rows = options.map((option) => [...cellsOf(option, true), ofTheory.has(option.flags) ? '✓' : '']);
    return `### ${heading}\n\n${table(['option', 'field', 'meaning', 'theory'], rows)}`;
  });
  const others = commands
    .filter((command) => command.name() !== 'run')
    .map((command) => {
      const takesRuns = ['sweep', 'theory', 'worst'].includes(command.name());
      const own = command.options.filter(({ flags }) => !takesRuns || !ofRun.has(flags));
      const usage = `\`fedsa ${command.name()} ${command.usage()}\``;
      const said = `${command.description()} ${usage}`;
      const rows = own.map((option) => cellsOf(option, false).filter((_, at) => at !== 1));
      return `### ${command.name()}\n\n${said}${rows.length > 0 ? `\n\n${table(['option', 'meaning'], rows)}` : ''}`;
    });
  return [HEAD, ...ofRuns, '## Other commands', ...others].join('\n\n') + '\n';
}
