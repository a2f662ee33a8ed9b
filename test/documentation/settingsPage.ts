/** The page of options and settings, made from the program's own tables. */
import type { Command, Option as CommandOption } from 'commander';
import { wholeProgram } from '../../src/commandLine/program.ts';
import { settingByFlag, wordsOf } from '../../src/configuration/settings/runSettings.ts';

const HEAD = `# Options and settings

Made from the program's tables by \`npm run docs:settings\`. \`fedsa COMMAND --help\` lists the options of other commands.

## Settings of a run

Options take precedence over a scenario's fields. \`run\` and \`sweep\` take all of these options, \`theory\` and \`worst\` those without an asterisk.
The field of an option has its name in camel case, as \`stepSize\`; fields of the timing model are in \`timing\`.`;

/** A cell of a table: a vertical bar would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

const settingOf = ({ long }: CommandOption): ReturnType<typeof settingByFlag> =>
  settingByFlag(long!.slice(2));

/** The meaning of an option, and its fields where they do not have its name. */
function meaningOf(option: CommandOption): string {
  const { long, description } = option;
  const setting = settingOf(option);
  if (!setting) return description;
  const { help, byDefault } = wordsOf(setting, (form) => `\`${form}\``);
  const name = long!.slice(2).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const isNamed = [name, `timing.${name}`].includes(setting.field);
  const fields = isNamed
    ? ''
    : `Fields: ${setting.field
        .split(', ')
        .map((text) => `\`${text}\``)
        .join(', ')}`;
  const texts = [help, byDefault === undefined ? '' : `Default: ${byDefault}`, fields, setting.details ?? ''];
  return texts.filter((text) => text !== '').join('. ');
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
  const named = (name: string): Command => commands.find((command) => command.name() === name)!;
  const ofTheory = new Set(named('theory').options.map(({ flags }) => flags));
  const ofRuns = [...groupsOf(named('run'))].map(([heading, options]) => {
    const rows = options.map((option) => {
      const mark = ofTheory.has(option.flags) ? '' : '\\*';
      return [`\`${option.flags}\`${mark}`, meaningOf(option)];
    });
    return `### ${heading}\n\n${table(['option', 'meaning'], rows)}`;
  });
  const withoutField = named('run').options.filter((option) => settingOf(option) === undefined);
  const noFields = `These have no field: ${withoutField.map(({ long }) => `\`${long!}\``).join(', ')}.`;
  return [`${HEAD} ${noFields}`, ...ofRuns].join('\n\n') + '\n';
}
