/** The algorithms that settings choose, each with the parameters it gets. */
import { type Algorithm, isAlgorithm, isVariant } from '../algorithms/algorithm.ts';
import { algorithmNames, findAlgorithm } from '../algorithms/catalogue.ts';
import { parameterNames } from '../algorithms/parameter.ts';
import { nearest } from '../values/nearest.ts';
import { InputError } from '../values/failure.ts';
import { quoted, quotedValue } from '../values/quoted.ts';
import { flagOf, type Parameter } from '../values/parameter.ts';
import { readText } from '../values/text.ts';
import { faultOf } from '../values/value.ts';
import {
  type AlgorithmChoice,
  type AlgorithmParameters,
  DEFAULT_ALGORITHMS,
  PARAMETERS as PROGRAMS,
} from './settings/algorithmChoice.ts';
import { setOfAlgorithms } from './ownKinds.ts';
import type { RunSettings } from './settings/runSettings.ts';
import { stepRule } from './settings/stepRule.ts';

type ParameterSetting = keyof AlgorithmParameters;

/** Settings that only some algorithms have. */
const PARAMETERS = Object.keys(PROGRAMS) as readonly ParameterSetting[];

/** An algorithm with the parameters that were given to it alone. */
interface Chosen {
  readonly entry: Algorithm;
  /** its name in the run */
  readonly key: string;
  readonly label: string | undefined;
  readonly given: Readonly<Record<string, unknown>>;
}

/** A choice taken apart; its algorithm is not known where it is an unknown name. */
function partsOf(choice: AlgorithmChoice): {
  readonly name: string;
  readonly entry: Algorithm | undefined;
  readonly label: string | undefined;
  readonly given: Readonly<Record<string, unknown>>;
} {
  if (typeof choice === 'string') {
    return { name: choice, entry: findAlgorithm(choice), label: undefined, given: {} };
  }
  if (isAlgorithm(choice)) return { name: choice.name, entry: choice, label: undefined, given: {} };
  if (isVariant(choice)) {
    const { algorithm, label, parameters } = choice;
    return { name: algorithm.name, entry: algorithm, label, given: parameters };
  }
  const { name, label, ...given } = choice;
  return { name, entry: findAlgorithm(name), label, given };
}

/** The algorithm that is chosen; `undefined` for an unknown name. */
export const algorithmOfChoice = (choice: AlgorithmChoice): Algorithm | undefined => partsOf(choice).entry;

function chosenAlgorithms(choices: readonly AlgorithmChoice[], set: RunSettings['set'] = {}): Chosen[] {
  const counts = new Map<string, number>();
  const bare = new Set<Algorithm>();
  const chosen = choices.map((choice): Chosen => {
    const { name, entry, label, given } = partsOf(choice);
    if (!entry) {
      const near = nearest(name, algorithmNames());
      const question = near === undefined ? '' : ` (did you mean ${near}?)`;
      throw new InputError(
        `\`algorithms\`: there is no algorithm "${name}"${question}; known are ${algorithmNames().join(', ')}, and the files of algorithms of your own`,
      );
    }
    refuseParameters(entry, given);
    if (Object.keys(given).length === 0) {
      if (bare.has(entry)) {
        throw new InputError(
          `\`algorithms\`: ${entry.name} is named twice (as ${choices.map((algorithmChoice) => partsOf(algorithmChoice).name).join(', ')}); name each algorithm once, or give it parameters of its own`,
        );
      }
      bare.add(entry);
    }
    const count = (counts.get(entry.name) ?? 0) + 1;
    counts.set(entry.name, count);
    return { entry, key: count === 1 ? entry.name : `${entry.name}@${count}`, label, given };
  });
  return withSet(chosen, set);
}

function refuseParameters(entry: Algorithm, parameters: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    const parameter = entry.parameters[name];
    if (!parameter) {
      const near = nearest(name, Object.keys(entry.parameters));
      const question = near === undefined ? '' : `; did you mean ${near}?`;
      throw new InputError(
        `algorithms: ${entry.name} is given ${name}, which it does not have; leave it out${question}`,
      );
    }
    const fault = faultOf(parameter, value);
    if (fault !== undefined)
      throw new InputError(
        `algorithms: ${entry.name}.${flagOf(name)} ${fault} (found ${quotedValue(value)})`,
      );
  }
}

/** The algorithms with what is set for each by name. */
function withSet(chosen: readonly Chosen[], set: Readonly<Record<string, unknown>>): Chosen[] {
  const given = Object.entries(set).map(([path, value]) => {
    const [algorithm, flag] = path.split('.', 2) as [string, string];
    const meant = chosen.filter(({ entry, key }) => key === algorithm || isNamed(entry, algorithm));
    if (meant.length === 0) {
      const keys = chosen.map(({ key }) => key).join(', ');
      throw new InputError(`\`set\`: ${path}: ${algorithm} is not among the algorithms (${keys})`);
    }
    for (const { entry } of meant) {
      if (parameterOfFlag(entry, flag) !== undefined) continue;
      const flags = Object.keys(entry.parameters).map(flagOf).join(', ');
      throw new InputError(`\`set\`: ${path}: ${entry.name} has no parameter ${flag}; it has ${flags}`);
    }
    return { meant, flag, value, path };
  });
  return chosen.map((choice) => {
    const parameters = { ...choice.given };
    for (const { meant, flag, value, path } of given) {
      if (!meant.includes(choice)) continue;
      const name = parameterOfFlag(choice.entry, flag)!;
      const parameter = choice.entry.parameters[name]!;
      parameters[name] = read(parameter, value);
      const fault = faultOf(parameter, parameters[name]);
      if (fault !== undefined)
        throw new InputError(
          `\`set\`: ${path}: ${fault} (found ${quoted(typeof value === 'string' ? value : JSON.stringify(value))})`,
        );
    }
    return { ...choice, given: parameters };
  });
}

/** The name of the parameter that has this flag. */
const parameterOfFlag = ({ parameters }: Algorithm, flag: string): string | undefined =>
  Object.keys(parameters).find((name) => flagOf(name) === flag);

/** A value that may come as a text of the command line. */
function read(parameter: Parameter, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const reading = readText(parameter.kind === 'step size' ? stepRule : parameter, value);
  // What cannot be read is refused as it is, with what would be right.
  return reading.fault === undefined ? reading.value : value;
}

const isNamed = ({ name, aliases }: Algorithm, given: string): boolean =>
  name === given || aliases.includes(given);

/** Whether an algorithm takes a parameter from the run: it has it, and is not given its own. */
const takes = ({ entry, given }: Chosen, setting: ParameterSetting): boolean =>
  setting in entry.parameters && given[setting] === undefined;

/**
 * The parameters of the run that none of the algorithms takes.
 *
 * @throws InputError for an algorithm that is unknown, named twice, or given a parameter that it does not have
 */
export function unusedParameters(settings: Pick<RunSettings, 'algorithms' | 'set'>): ParameterSetting[] {
  const chosen = chosenAlgorithms(settings.algorithms ?? DEFAULT_ALGORITHMS, setOfAlgorithms(settings));
  return PARAMETERS.filter((setting) => !chosen.some((choice) => takes(choice, setting)));
}

/**
 * The list of algorithms where `given` stands over settings that list `weaker`: an algorithm named
 * alone keeps what it is listed with there, except for parameters that `given` has for the whole run.
 */
export function overlayAlgorithms(
  weaker: readonly AlgorithmChoice[] | undefined,
  given: RunSettings,
): readonly AlgorithmChoice[] | undefined {
  const kept = weaker?.map((choice) => withoutParameters(choice, given));
  const chosen =
    given.algorithms?.flatMap((choice) => {
      if (typeof choice !== 'string') return [choice];
      const meant = kept?.filter((other) => {
        const { entry } = partsOf(other);
        return entry !== undefined && isNamed(entry, choice);
      });
      return meant !== undefined && meant.length > 0 ? meant : [choice];
    }) ?? kept;
  refuseLevelled(weaker, chosen, given);
  return chosen;
}

/** Refuses a parameter of the whole run that leaves an algorithm in the list several times with nothing apart. */
function refuseLevelled(
  weaker: readonly AlgorithmChoice[] = [],
  chosen: readonly AlgorithmChoice[] = [],
  given: RunSettings,
): void {
  const bare = chosen.map(partsOf).filter(({ given }) => Object.keys(given).length === 0);
  for (const { entry, given: values } of weaker.map(partsOf)) {
    const setting = Object.keys(values).find((key) => given[key as ParameterSetting] !== undefined);
    if (setting === undefined || bare.filter((candidate) => candidate.entry === entry).length < 2) continue;
    throw new InputError(
      `\`${setting}\`: ${entry!.name} is in the list of algorithms several times, and this is what they differ in; leave it out`,
    );
  }
}

/** The choice without those of its own parameters that stronger settings give to the whole run. */
function withoutParameters(choice: AlgorithmChoice, stronger: RunSettings): AlgorithmChoice {
  if (typeof choice === 'string' || isAlgorithm(choice)) return choice;
  const left = (values: object): [string, unknown][] =>
    Object.entries(values).filter(([setting]) => stronger[setting as ParameterSetting] === undefined);
  if (isVariant(choice)) return { ...choice, parameters: Object.fromEntries(left(choice.parameters)) };
  const { name, label, ...parameters } = choice;
  const kept = left(parameters);
  if (kept.length === 0 && label === undefined) return name;
  return { name, ...(label === undefined ? {} : { label }), ...Object.fromEntries(kept) };
}

/** An algorithm of a run with its parameters. */
export interface ResolvedAlgorithm {
  readonly algorithm: Algorithm;
  /** its name in the run */
  readonly key: string;
  readonly label: string | undefined;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * The algorithms of a run, each with its parameters: its own, then those of the run, then the defaults.
 *
 * @throws InputError as {@link unusedParameters} does, and for a parameter of the run that none takes
 */
export function resolveAlgorithms(settings: RunSettings): ResolvedAlgorithm[] {
  const chosen = chosenAlgorithms(settings.algorithms ?? DEFAULT_ALGORITHMS, setOfAlgorithms(settings));
  refuseUnused(settings, chosen);
  return chosen.map(({ entry, key, label, given }) => ({
    algorithm: entry,
    key,
    label,
    parameters: Object.fromEntries(
      Object.entries(entry.parameters)
        .map(([name, parameter]): [string, unknown] => {
          const setting = name as ParameterSetting;
          return [name, given[setting] ?? settings[setting] ?? parameter.default];
        })
        .filter(([, value]) => value !== undefined),
    ),
  }));
}

function refuseUnused(settings: RunSettings, chosen: readonly Chosen[]): void {
  for (const setting of PARAMETERS) {
    if (settings[setting] === undefined) continue;
    if (chosen.some((choice) => takes(choice, setting))) continue;
    const names = chosen.map(({ entry }) => entry.name).join(', ');
    const having = chosen.filter(({ entry }) => setting in entry.parameters);
    if (having.length > 0) {
      const subject = having.map(({ entry }) => entry.name).join(', ');
      throw new InputError(`\`${setting}\`: ${subject} has its own in the list of algorithms; leave it out`);
    }
    const nobody =
      chosen.length === 1 ? `${names} has no such parameter` : `none of ${names} has this parameter`;
    throw new InputError(`\`${setting}\`: ${nobody}; leave it out`);
  }
}

/** A parameter without which a run cannot start, and who needs it. */
export interface MissingParameter {
  readonly setting: string;
  /** what it is, in words */
  readonly meaning: string;
  readonly algorithms: readonly string[];
}

/**
 * Parameters that one of the chosen algorithms needs and the settings do not give, each once.
 *
 * @throws InputError for an algorithm that is unknown, named twice, or given a parameter that it does not have
 */
export function missingParameters(settings: RunSettings): MissingParameter[] {
  const chosen = chosenAlgorithms(settings.algorithms ?? DEFAULT_ALGORITHMS, setOfAlgorithms(settings));
  return parameterNames(chosen.map(({ entry }) => entry))
    .filter((name) => settings[name as ParameterSetting] === undefined)
    .flatMap((setting) => {
      const needing = chosen.flatMap(({ entry, given }) => {
        const parameter = entry.parameters[setting];
        const isNeeded = parameter && parameter.default === undefined && given[setting] === undefined;
        return isNeeded ? [{ name: entry.name, parameter }] : [];
      });
      const [first] = needing;
      if (!first) return [];
      const { symbol, help } = first.parameter;
      return { setting, meaning: `${symbol}, ${help}`, algorithms: needing.map(({ name }) => name) };
    });
}
