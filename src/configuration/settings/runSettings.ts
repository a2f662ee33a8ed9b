/** What follows from the table of settings: their types, and the options by which texts give them. */
import { flagOf } from '../../values/parameter.ts';
import { callFlag } from './callFlag.ts';
import { listed } from '../../values/kind.ts';
import { type Reading, readText, textForms } from '../../values/text.ts';
import type { Of } from '../../values/value.ts';
import { type AlgorithmParameters, PARAMETERS } from './algorithmChoice.ts';
import type { Setting, SettingOption } from './setting.ts';
import { SETTINGS } from './table.ts';
import { TIMING_OPTIONS } from './timingOptions.ts';

type Table = typeof SETTINGS;

/** What can be said of a run, on the command line or in a scenario. The first wins over the second. */
export type RunSettings = AlgorithmParameters & {
  readonly [F in keyof Table]?: Of<Table[F]['value']>;
};

/** The settings that a run's configuration has as they are given, or as they are by default. */
export type RecordedSettings = {
  readonly [
    F in keyof Table as Table[F] extends { readonly recorded: infer Name extends string } ? Name : never
  ]: Of<Table[F]['value']> | (Table[F] extends { readonly default: infer Default } ? Default : never);
};

/** All settings by their fields. */
export const ALL_SETTINGS: Readonly<Record<string, Setting>> = SETTINGS;

const recordedSettings = Object.entries(ALL_SETTINGS).filter(([, { recorded }]) => recorded !== undefined);

/** The settings that are recorded as they are, by their names there. */
export const RECORDED: readonly (readonly [name: string, setting: Setting])[] = recordedSettings.map(
  ([, setting]) => [setting.recorded!, setting],
);

/** What a run's configuration has of settings as they are. */
export const recordedOf = (settings: RunSettings): RecordedSettings =>
  Object.fromEntries(
    recordedSettings.map(([field, setting]) => [
      setting.recorded!,
      settings[field as keyof RunSettings] ?? setting.default,
    ]),
  ) as unknown as RecordedSettings;

const withoutEffect = new Set(RECORDED.filter(([, { sameNumbers }]) => sameNumbers).map(([name]) => name));

/** Whether a number may depend on a field of the configuration. */
export const isDeciding = (field: string): boolean => !withoutEffect.has(field);

/** A configuration without the settings that affect no number. */
export const decidingOf = <C extends RecordedSettings>(configuration: C): C =>
  Object.fromEntries(Object.entries(configuration).filter(([name]) => isDeciding(name))) as C;

/** Settings of which one takes the place of the other. */
export const EXCLUSIONS = Object.entries(ALL_SETTINGS).flatMap(([field, { excludes = [] }]) =>
  excludes.map((other) => [other, field] as [keyof RunSettings, keyof RunSettings]),
);

/** An option: its text stands for settings. */
export interface Option extends Setting {
  readonly flag: string;
  /** The value that its text stands for. */
  readonly read: (text: string) => Reading;
  /** of scenarios, in words: `timing.compute` */
  readonly field: string;
  /** The settings that its value stands for. */
  readonly set: (value: unknown) => RunSettings;
  /** The settings that its text stands for. */
  readonly parse: (text: string) => Reading<RunSettings>;
}

function option(field: string, setting: Setting, set: (value: unknown) => RunSettings): Option {
  const read = setting.read ?? ((text: string): Reading => readText(setting.value, text));
  return {
    ...setting,
    field,
    flag: setting.flag ?? flagOf(field),
    set,
    read,
    parse: (text) => {
      const reading = read(text);
      return reading.fault === undefined ? { value: set(reading.value) } : reading;
    },
  };
}

const timingOptions = (): Option[] =>
  Object.entries<SettingOption & { part: (value: never) => object }>(TIMING_OPTIONS).map(([flag, entry]) =>
    option(
      flag === 'timing'
        ? flag
        : Object.keys(entry.part(0 as never))
            .map((name) => `timing.${name === 'single' ? 'agents' : name}`)
            .join(', '),
      { ...entry, flag },
      (value) => ({ timing: entry.part(value as never) }),
    ),
  );

/** The options of the command line, in the order of its help. */
export const OPTIONS: readonly Option[] = Object.entries(ALL_SETTINGS).flatMap(([field, setting]) => {
  if (field === 'timing') return timingOptions();
  const entry = option(field, setting, (value) => ({ [field]: value }));
  if (field !== 'algorithms') return [entry];
  const parameters = Object.entries(PARAMETERS).map(([name, parameter]) =>
    option(name, parameter, (value) => ({ [name]: value })),
  );
  return [entry, ...parameters];
});

/**
 * The setting that an option stands for; `undefined` for a name that no option has.
 *
 * @param flag - without dashes
 * @example settingByFlag('step-size')?.parse('0.1') // { value: { stepSize: 0.1 } }
 */
export const settingByFlag = (flag: string): Option | undefined =>
  OPTIONS.find((option) => option.flag === flag);

/**
 * What an option is, in words: its help, the forms of its value where that is no plain number or text, and what
 * is meant where it is not given.
 *
 * @param write - of a form
 */
export function wordsOf(
  { help, value, hideForms, valueAlone, byDefault, default: otherwise }: Option,
  write: (form: string) => string,
): { readonly help: string; readonly byDefault: string | undefined } {
  const meant = valueAlone ?? otherwise;
  const plainDefault = typeof meant === 'number' || typeof meant === 'string' ? String(meant) : undefined;
  const words = byDefault ?? plainDefault;
  if (hideForms || !['variants', 'either', 'choice'].includes(value.kind)) return { help, byDefault: words };
  const forms = textForms(value);
  const written = forms.map((form) => {
    const written = form === 'a number' ? form : write(form);
    return form === words ? `${written} (default)` : written;
  });
  return {
    help: `${help}: ${listed(written, 'or')}`,
    byDefault: words !== undefined && forms.includes(words) ? undefined : words,
  };
}

const FIELD = /`([A-Za-z]+)`/g;

/** A message whose settings and options of calls, in backticks, are named by the options that give them. */
export const withFlags = (message: string): string =>
  message.replaceAll(FIELD, (quoted, field: string) => {
    const flag = OPTIONS.find((each) => each.field === field)?.flag ?? callFlag(field);
    return flag === undefined ? quoted : `--${flag}`;
  });
