/** From settings, given or left out, to a run in which every choice is made. */
import {
  algorithmNames,
  type AlgorithmEntry,
  type AlgorithmParameter,
  findAlgorithm,
} from '../algorithms/catalogue.ts';
import type { Budget, RunConfiguration, TriggerConfiguration } from '../protocol/configuration.ts';
import { InputError } from '../protocol/failure.ts';
import type { RunSettings } from './scenario.ts';

const DEFAULT_ALGORITHMS = ['local-sa', 'scafflsa', 'fedhsa'];
const DEFAULT_LOCAL_STEPS = 10;
const DEFAULT_ROUNDS = 200;
/** Iterates of at most so many coordinates are always recorded. */
const SMALL_DIMENSION = 10;

/** Settings that only some algorithms have. */
const PARAMETERS: readonly (readonly [keyof RunSettings, AlgorithmParameter])[] = [
  ['stepSize', 'step-size'],
  ['serverStepSize', 'server-step-size'],
  ['momentum', 'momentum'],
];

/**
 * Settings of the command line over those of a scenario. One that excludes another pushes it out.
 */
export function overlay(scenario: RunSettings, given: RunSettings): RunSettings {
  const base: Partial<Record<keyof RunSettings, unknown>> = { ...scenario };
  if (given.localSteps !== undefined) base.communicationProbability = undefined;
  if (given.communicationProbability !== undefined) base.localSteps = undefined;
  if (given.rounds !== undefined) base.steps = undefined;
  if (given.steps !== undefined) base.rounds = undefined;
  // A scenario's parameter that none of the algorithms now chosen has is no longer meant.
  if (given.algorithms) {
    const entries = chosenAlgorithms(given.algorithms);
    const unused = PARAMETERS.filter(
      ([, parameter]) => !entries.some((entry) => entry.parameters.includes(parameter)),
    );
    for (const [setting] of unused) base[setting] = undefined;
  }
  return { ...base, ...given } as RunSettings;
}

function chosenAlgorithms(names: readonly string[]): AlgorithmEntry[] {
  const entries = names.map((name) => {
    const entry = findAlgorithm(name);
    if (!entry) {
      throw new InputError(
        `--algorithm: there is no algorithm "${name}"; known are ${algorithmNames().join(', ')}`,
      );
    }
    return entry;
  });
  for (const [index, entry] of entries.entries()) {
    if (entries.indexOf(entry) !== index) {
      throw new InputError(
        `--algorithm: ${entry.name} is named twice (as ${names.join(', ')}); name each algorithm once`,
      );
    }
  }
  return entries;
}

function refuseUnused(settings: RunSettings, entries: readonly AlgorithmEntry[]): void {
  for (const [setting, parameter] of PARAMETERS) {
    if (settings[setting] === undefined) continue;
    if (entries.some((entry) => entry.parameters.includes(parameter))) continue;
    const names = entries.map((entry) => entry.name).join(', ');
    const nobody = entries.length === 1 ? `${names} has no` : `none of ${names} has`;
    throw new InputError(`--${parameter}: ${nobody} such parameter; leave it out`);
  }
}

function triggerOf(settings: RunSettings): TriggerConfiguration {
  const { localSteps, communicationProbability: probability } = settings;
  if (localSteps !== undefined && probability !== undefined) {
    throw new InputError(
      '--local-steps and --communication-probability exclude each other; give one of them',
    );
  }
  return probability === undefined
    ? { kind: 'deterministic', localSteps: localSteps ?? DEFAULT_LOCAL_STEPS }
    : { kind: 'bernoulli', probability };
}

function budgetOf(settings: RunSettings): Budget {
  const { rounds, steps } = settings;
  if (rounds !== undefined && steps !== undefined) {
    throw new InputError('--rounds and --steps exclude each other; give one of them');
  }
  return steps === undefined
    ? { kind: 'rounds', rounds: rounds ?? DEFAULT_ROUNDS }
    : { kind: 'steps', steps };
}

function seedsOf(settings: RunSettings): readonly number[] {
  const { seeds = 1 } = settings;
  if (typeof seeds === 'number') return Array.from({ length: seeds }, (_, index) => index + 1);
  const seen = new Set<number>();
  for (const seed of seeds) {
    if (seen.has(seed)) throw new InputError(`--seeds: seed ${seed} is given twice; name each seed once`);
    seen.add(seed);
  }
  return seeds;
}

/**
 * The run that settings stand for, on a problem of the given dimension.
 *
 * @throws InputError for what is missing, contradictory, or not used by any of the algorithms
 */
export function runConfiguration(settings: RunSettings, dimension: number): RunConfiguration {
  const entries = chosenAlgorithms(settings.algorithms ?? DEFAULT_ALGORITHMS);
  refuseUnused(settings, entries);
  const { stepSize, serverStepSize = 1, initial } = settings;
  if (stepSize === undefined) {
    throw new InputError(
      '--step-size is needed: η, the local step size; `fedsa theory` prints the largest stable one',
    );
  }
  if (initial && initial.length !== dimension) {
    throw new InputError(
      `--initial: ${initial.length} given; the problem has dimension ${dimension}, so it takes as many numbers`,
    );
  }
  return {
    algorithms: entries.map(({ name, parameters }) => ({
      name,
      stepSize,
      serverStepSize: parameters.includes('server-step-size') ? serverStepSize : 1,
    })),
    trigger: triggerOf(settings),
    budget: budgetOf(settings),
    seeds: seedsOf(settings),
    sampling: settings.sampling ?? 'markov',
    initial: initial ?? new Array<number>(dimension).fill(0),
    placement: settings.placement ?? 'auto',
    threads: settings.threads,
    recording: settings.record ?? 'default',
    iterates: settings.iterates ?? dimension <= SMALL_DIMENSION,
    averageFrom: settings.average,
    allowDivergence: settings.allowDivergence ?? false,
  };
}
