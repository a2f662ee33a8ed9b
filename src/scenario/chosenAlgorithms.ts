/** The algorithms that settings choose, each with the parameters it gets. */
import type { Algorithm } from '../algorithms/algorithm.ts';
import { algorithmNames, ALGORITHMS, findAlgorithm } from '../algorithms/catalogue.ts';
import { flagOf } from '../algorithms/parameter.ts';
import { nearest } from '../problems/problemFile/nearest.ts';
import { InputError } from '../protocol/failure.ts';
import type { AlgorithmChoice, AlgorithmParameters, RunSettings } from './scenario.ts';

const DEFAULT_ALGORITHMS = ['local-sa', 'scafflsa', 'fedhsa'];

type ParameterSetting = keyof AlgorithmParameters;

/** Settings that only some algorithms have. */
const PARAMETERS = [
  ...new Set(ALGORITHMS.flatMap(({ parameters }) => Object.keys(parameters))),
] as readonly ParameterSetting[];

/** An algorithm with the parameters that were given to it alone. */
interface Chosen {
  readonly entry: Algorithm;
  readonly own: AlgorithmParameters;
}

const nameOf = (choice: AlgorithmChoice): string => (typeof choice === 'string' ? choice : choice.name);

function chosenAlgorithms(choices: readonly AlgorithmChoice[]): Chosen[] {
  const chosen = choices.map((choice) => {
    const entry = findAlgorithm(nameOf(choice));
    if (!entry) {
      const near = nearest(nameOf(choice), algorithmNames());
      const question = near === undefined ? '' : ` (did you mean ${near}?)`;
      throw new InputError(
        `--algorithm: there is no algorithm "${nameOf(choice)}"${question}; known are ${algorithmNames().join(', ')}`,
      );
    }
    const own: AlgorithmParameters = typeof choice === 'string' ? {} : choice;
    for (const setting of PARAMETERS) {
      if (own[setting] === undefined || setting in entry.parameters) continue;
      throw new InputError(
        `algorithms: ${entry.name} is given ${setting}, which it does not have; leave it out`,
      );
    }
    return { entry, own };
  });
  const entries = chosen.map(({ entry }) => entry);
  for (const [index, entry] of entries.entries()) {
    if (entries.indexOf(entry) !== index) {
      throw new InputError(
        `--algorithm: ${entry.name} is named twice (as ${choices.map(nameOf).join(', ')}); name each algorithm once`,
      );
    }
  }
  return chosen;
}

/** Whether an algorithm takes a parameter from the run: it has it, and is not given its own. */
const takes = ({ entry, own }: Chosen, setting: ParameterSetting): boolean =>
  setting in entry.parameters && own[setting] === undefined;

/**
 * The parameters of the run that none of the algorithms takes.
 *
 * @throws InputError for an algorithm that is unknown, named twice, or given a parameter that it does not have
 */
export function unusedParameters(choices: readonly AlgorithmChoice[]): ParameterSetting[] {
  const chosen = chosenAlgorithms(choices);
  return PARAMETERS.filter((setting) => !chosen.some((one) => takes(one, setting)));
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
  return (
    given.algorithms?.map((choice) => {
      if (typeof choice !== 'string') return choice;
      const entry = findAlgorithm(choice);
      return kept?.find((other) => entry !== undefined && findAlgorithm(nameOf(other)) === entry) ?? choice;
    }) ?? kept
  );
}

/** The choice without those of its own parameters that stronger settings give to the whole run. */
function withoutParameters(choice: AlgorithmChoice, stronger: RunSettings): AlgorithmChoice {
  if (typeof choice === 'string') return choice;
  const { name, ...own } = choice;
  const left = Object.entries(own).filter(([setting]) => stronger[setting as ParameterSetting] === undefined);
  return left.length === 0 ? name : { name, ...Object.fromEntries(left) };
}

/**
 * The algorithms of a run, each with its parameters: its own, then those of the run, then the defaults.
 *
 * @throws InputError as {@link unusedParameters} does, and for a parameter of the run that none takes
 */
export function resolveAlgorithms(
  settings: RunSettings,
): { readonly algorithm: Algorithm; readonly parameters: AlgorithmParameters }[] {
  const chosen = chosenAlgorithms(settings.algorithms ?? DEFAULT_ALGORITHMS);
  refuseUnused(settings, chosen);
  return chosen.map(({ entry, own }) => ({
    algorithm: entry,
    parameters: Object.fromEntries(
      Object.entries(entry.parameters)
        .map(([name, parameter]): [string, unknown] => {
          const setting = name as ParameterSetting;
          return [name, own[setting] ?? settings[setting] ?? parameter.default];
        })
        .filter(([, value]) => value !== undefined),
    ),
  }));
}

function refuseUnused(settings: RunSettings, chosen: readonly Chosen[]): void {
  for (const setting of PARAMETERS) {
    if (settings[setting] === undefined) continue;
    if (chosen.some((one) => takes(one, setting))) continue;
    const names = chosen.map(({ entry }) => entry.name).join(', ');
    const having = chosen.filter(({ entry }) => setting in entry.parameters);
    if (having.length > 0) {
      const who = having.map(({ entry }) => entry.name).join(', ');
      throw new InputError(
        `--${flagOf(setting)}: ${who} has its own in the list of algorithms; leave it out`,
      );
    }
    const nobody = chosen.length === 1 ? `${names} has no` : `none of ${names} has`;
    throw new InputError(`--${flagOf(setting)}: ${nobody} such parameter; leave it out`);
  }
}

/** A parameter without which a run cannot start, and who needs it. */
export interface MissingParameter {
  readonly setting: ParameterSetting;
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
  const chosen = chosenAlgorithms(settings.algorithms ?? DEFAULT_ALGORITHMS);
  return PARAMETERS.filter((setting) => settings[setting] === undefined).flatMap((setting) => {
    const needing = chosen.flatMap(({ entry, own }) => {
      const parameter = entry.parameters[setting];
      const isNeeded = parameter && parameter.default === undefined && own[setting] === undefined;
      return isNeeded ? [{ name: entry.name, parameter }] : [];
    });
    const [first] = needing;
    if (!first) return [];
    const { symbol, help } = first.parameter;
    return { setting, meaning: `${symbol}, ${help}`, algorithms: needing.map(({ name }) => name) };
  });
}
