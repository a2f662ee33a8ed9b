/** The options of `fedsa run` and `fedsa theory`: the table of settings, and what is the commands' own. */
import { overTiming } from '../configuration/settings/timingOptions.ts';
import type { PlanRange } from '../configuration/planField.ts';
import { PARAMETERS } from '../configuration/settings/algorithmChoice.ts';
import { InputError } from '../values/failure.ts';
import { type Level, levelGivenTwice } from '../values/level.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type Option as SettingOption,
  OPTIONS,
  type RunSettings,
  wordsOf,
} from '../configuration/settings/runSettings.ts';
import type { Reading } from '../values/text.ts';
import type { StoreChoice } from '../runs/store/runStore.ts';
import { FILE, readOption, takesFile } from '../inputs/optionText.ts';
import { isFileName } from '../configuration/settings/ownChoice.ts';
import { RUN_ONLY } from '../configuration/settings/runOnly.ts';
import { isPolicyName } from '../policies/index.ts';

/** What commander makes of the options below; those of settings are {@link Given}. */
export interface SettingOptions {
  data?: string;
  panel?: string;
  quick?: boolean;
  agents?: number;
}

/** A setting that was given, by the name that commander gives its option. */
class Given {
  readonly option: SettingOption;
  readonly value: unknown;

  constructor(option: SettingOption, value: unknown) {
    this.option = option;
    this.value = value;
  }
}

/** What was read; a fault is what commander says of the option. */
function valueOf<T>({ fault, ...reading }: Reading<T>): T {
  if (fault === undefined) return (reading as { readonly value: T }).value;
  const end = fault.endsWith('?') ? '' : '.';
  throw new InvalidArgumentError(`${fault.startsWith('must') ? 'It ' : ''}${fault}${end}`);
}

/** Commander adds the words of a choice, and what a missing argument stands for. */
function helpOf(option: SettingOption): string {
  const { help, byDefault } = wordsOf(
    option.value.kind === 'choice' ? { ...option, hideForms: true } : option,
    (form) => form,
  );
  const message = takesFile(option) && !option.hideForms ? `${help}; or ${FILE}` : help;
  return byDefault === undefined || option.valueAlone !== undefined
    ? message
    : `${message} (default: ${byDefault})`;
}

/** A range that was given for an option that a plan searches. */
class GivenRange {
  readonly field: string;
  readonly range: PlanRange;

  constructor(field: string, range: PlanRange) {
    this.field = field;
    this.range = range;
  }
}

/** `0.001..1` and `1,10,100`, each number as the option has it. */
function rangeOf(option: SettingOption, text: string): GivenRange | undefined {
  const [separator] = ['..', ','].filter((mark) => text.includes(mark));
  if (separator === undefined) return undefined;
  const numbers = text.split(separator).map((part) => {
    const value = valueOf(readOption(option, part.trim()));
    if (typeof value !== 'number') throw new InvalidArgumentError('It must be of numbers.');
    return value;
  });
  if (separator === ',') return new GivenRange(option.field, numbers);
  const [from, to] = numbers as [number, number];
  if (numbers.length !== 2 || !(from <= to))
    throw new InvalidArgumentError('It must go from a number to one that is not smaller, as in 0.001..1.');
  return new GivenRange(option.field, { from, to });
}

function commandOption(option: SettingOption): Option {
  const { flag, argument, value, valueAlone, repeats } = option;
  const made = new Option(`--${flag}${argument === undefined ? '' : ` ${argument}`}`, helpOf(option));
  if (value.kind === 'choice') {
    made.choices(value.words);
    const within = made.parseArg!;
    return made.argParser((text: string, before: unknown) => new Given(option, within(text, before)));
  }
  if (argument === undefined) return made.preset(new Given(option, true));
  if (valueAlone !== undefined) made.preset(valueAlone);
  return made.argParser((text: unknown, before: unknown) => {
    const value = typeof text === 'string' ? valueOf(readOption(option, text)) : text;
    const all =
      repeats && before instanceof Given ? { ...(before.value as object), ...(value as object) } : value;
    return new Given(option, all);
  });
}

/** The same option, whose argument may be a range, too. */
function rangeOption(option: SettingOption): Option {
  const made = commandOption(option);
  made.description = `${made.description}; or LOW..HIGH, or a list, to choose from`;
  const alone = made.parseArg!;
  return made.argParser((text: string, before: unknown) => rangeOf(option, text) ?? alone(text, before));
}

/** Policies that are to be compared. */
class GivenPolicies {
  readonly texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.texts = texts;
  }
}

/** `synchronous,buffered:5,concurrency=20`: a comma ends a policy where another's name or a file follows; or semicolons do. */
function policyTexts(text: string): string[] {
  if (text.includes(';')) return text.split(';').map((part) => part.trim());
  const texts: string[] = [];
  for (const part of text.split(',')) {
    if (texts.length === 0 || isPolicyName(part.trim().split(':')[0]!) || isFileName(part))
      texts.push(part.trim());
    else texts.push(`${texts.pop()!},${part}`);
  }
  return texts;
}

/** The same option, whose argument may be a list. */
function policiesOption(option: SettingOption): Option {
  const made = commandOption(option);
  made.description = `${made.description}; or a list, to compare`;
  const alone = made.parseArg!;
  return made.argParser((text: string, before: unknown) => {
    const texts = policyTexts(text);
    if (texts.length === 1) return alone(text, before);
    for (const each of texts) valueOf(readOption(option, each));
    return new GivenPolicies(texts);
  });
}

/** The policies that were given to be compared. */
export const policiesOf = (options: SettingOptions): readonly string[] | undefined =>
  Object.values(options).find((option) => option instanceof GivenPolicies)?.texts;

/** The ranges that were given, by the fields of their options. */
export const rangesOf = (options: SettingOptions): Readonly<Record<string, PlanRange>> =>
  Object.fromEntries(
    Object.values(options)
      .filter((option) => option instanceof GivenRange)
      .map(({ field, range }) => [field, range]),
  );

const isSearched = ({ field }: SettingOption): boolean =>
  field in PARAMETERS || field === 'localSteps' || field === 'communicationProbability';

/** Adds the options of a plan: those of theory, where what is searched may be a range, and policies a list. */
export const addPlanOptions = (command: Command): Command =>
  addProblemOptions(
    addSettings(command, false, (option) =>
      (isSearched(option) ? rangeOption : option.field === 'policy' ? policiesOption : commandOption)(option),
    ),
  );

function addSettings(command: Command, isRunOnly: boolean, optionOf = commandOption): Command {
  for (const option of OPTIONS) {
    if (option.field in RUN_ONLY === isRunOnly) command.addOption(optionOf(option));
  }
  return command;
}

/** Adds the levels of an error, which `report` has with `run`. */
export const addReachOption = (command: Command): Command =>
  command.addOption(commandOption(OPTIONS.find(({ field }) => field === 'reach')!));

/**
 * The levels that were given.
 *
 * @throws InputError in one line where one is given twice
 */
export function levelsOf({ reach }: { readonly reach?: unknown }): readonly Level[] | undefined {
  if (!(reach instanceof Given)) return undefined;
  const levels = reach.value as readonly Level[];
  const fault = levelGivenTwice(levels);
  if (fault !== undefined) throw new InputError(`--reach: ${fault}`);
  return levels;
}

/** The problem says which numbers it can have. */
function wholeNumber(text: string): number {
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** Adds the options that `run` and `theory` share. */
export const addSettingOptions = (command: Command): Command =>
  addProblemOptions(addSettings(command, false));

const addProblemOptions = (command: Command): Command =>
  command
    .option('--data <folder>', 'folder of recorded data, for the scenarios that need it')
    .option('--agents <m>', 'number of agents, of problems that are generated for any number', wholeNumber)
    .option('--panel <name>', 'run this panel of the scenario alone')
    .option('--quick', 'run the scenario at its quick size');

/** Adds the options that only `run` has. */
export const addRunOptions = (command: Command): Command =>
  addSettings(command, true)
    .option(
      '--out <folder>',
      'run directory; if it holds part of the same run, or fewer seeds or algorithms, it is completed',
    )
    .option(
      '--store <folder>',
      'reuse the replications that this folder holds, and add those that it lacks (default: FEDSA_STORE, or none)',
    )
    .option('--exact', 'compute all exact curves, however long they take')
    .option('--no-report', 'leave out the report, and expensive curves that no answer needs')
    .option('--parquet', 'also write the tables as Parquet files when all is complete')
    .option('--quiet', 'print errors only')
    .option('--json', 'print progress and result as JSON, one object per line');

/** The store that is named by an option, or for all runs by the environment. */
export function storeOf({ store }: { readonly store?: string }): StoreChoice | undefined {
  if (store !== undefined) return { folder: store, isNamed: true };
  const folder = process.env.FEDSA_STORE;
  return folder === undefined || folder === '' ? undefined : { folder, isNamed: false };
}

/** The settings given on the command line, and nothing else. */
export function settingsOf(options: SettingOptions): RunSettings {
  const given = Object.values(options).filter((option) => option instanceof Given);
  return given.reduce<RunSettings>((settings, { option, value }) => {
    const runSettings = option.set(value);
    return {
      ...settings,
      ...runSettings,
      ...(runSettings.timing && { timing: overTiming(settings.timing, runSettings.timing) }),
    };
  }, {});
}
