/** What may follow each word of the command line, from commander's own table and that of the settings. */
import type { Argument, Command, Option } from 'commander';
import { algorithmNames } from '../../algorithms/catalogue.ts';
import { settingByFlag } from '../../settings/runSettings.ts';
import { isNumber } from '../../values/kind.ts';
import type { Value } from '../../values/value.ts';

/** What a value may be: some words, several of them with commas between; something in the file system; or what nobody can list. */
export type Completed =
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly several?: true }
  | { readonly kind: 'scenarios'; readonly words: readonly string[] }
  | { readonly kind: 'folders' | 'files' | 'runs' | 'nothing' };

export interface CompletedOption {
  /** with its dashes */
  readonly name: string;
  readonly help: string;
  /** absent of an option that takes no value */
  readonly value?: Completed;
}

export interface CompletedCommand {
  readonly name: string;
  readonly help: string;
  readonly options: readonly CompletedOption[];
  /** of the arguments that are no options */
  readonly argument: Completed;
}

/** The table of a program, with the shipped scenarios' names. */
export const completionTable = (program: Command, scenarios: readonly string[]): CompletedCommand[] =>
  program.commands.map((command) => ({
    name: command.name(),
    help: command.description(),
    options: [...command.options.map(optionOf), { name: '--help', help: 'print help' }],
    argument: argumentOf(command.registeredArguments[0], scenarios),
  }));

function optionOf(option: Option): CompletedOption {
  const { long, description, flags, required, optional, argChoices } = option;
  const named = { name: long!, help: description };
  if (!required && !optional) return named;
  if (long === '--algorithm')
    return { ...named, value: { kind: 'words', words: algorithmNames(), several: true } };
  const words = argChoices ?? wordsOf(settingByFlag(long!.slice(2))?.value);
  if (words.length > 0) return { ...named, value: { kind: 'words', words } };
  const [, placeholder = ''] = /[<[](.*)[>\]]/.exec(flags) ?? [];
  const kind = placeholder === 'folder' ? 'folders' : /file|path/.test(placeholder) ? 'files' : 'nothing';
  return { ...named, value: { kind } };
}

function argumentOf(argument: Argument | undefined, scenarios: readonly string[]): Completed {
  if (argument?.argChoices) return { kind: 'words', words: argument.argChoices };
  const name = argument?.name() ?? '';
  if (name === 'scenario' || name === 'file') return { kind: 'scenarios', words: scenarios };
  if (/\bdir\b/.test(name)) return { kind: 'runs' };
  return { kind: name === 'folder' ? 'folders' : 'nothing' };
}

/** The words with which a value may begin; those that need a number end with a colon. */
function wordsOf(value: Value | undefined): string[] {
  if (value?.kind === 'choice') return [...value.words];
  if (value?.kind === 'either') return value.cases.flatMap(wordsOf);
  if (value?.kind !== 'variants') return [];
  return value.cases.flatMap((parameter) => {
    if (parameter.kind !== 'object') return [];
    const { kind, ...settings } = parameter.fields;
    const needs = Object.values<Value & { optional?: boolean }>(settings).some(
      (setting) => isNumber(setting) && setting.optional !== true,
    );
    return wordsOf(kind).map((word) => (needs ? `${word}:` : word));
  });
}
