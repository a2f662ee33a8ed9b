/** From settings, given or left out, to a run in which every choice is made. */
import {
  algorithmNames,
  type AlgorithmEntry,
  type AlgorithmName,
  type AlgorithmParameter,
  findAlgorithm,
} from '../algorithms/catalogue.ts';
import type {
  AlgorithmConfiguration,
  Budget,
  RunConfiguration,
  TriggerConfiguration,
} from '../protocol/configuration.ts';
import { InputError } from '../protocol/failure.ts';
import type { RunSettings } from './scenario.ts';

const DEFAULT_ALGORITHMS = ['local-sa', 'scafflsa', 'fedhsa'];
const DEFAULT_LOCAL_STEPS = 10;
const DEFAULT_ROUNDS = 200;
/** As many as `--rounds` takes. */
const MOST_ROUNDS = 2_147_483_647;
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

/** Rounds are counted in 32 bits; a budget of steps can ask for more. */
function refuseEndless(trigger: TriggerConfiguration, budget: Budget): void {
  if (budget.kind === 'rounds') return;
  const roundsPerStep = trigger.kind === 'deterministic' ? 1 / trigger.localSteps : trigger.probability;
  const rounds = budget.steps * roundsPerStep;
  if (rounds > MOST_ROUNDS) {
    throw new InputError(
      `--steps: ${budget.steps} local steps make about ${rounds.toPrecision(2)} rounds; at most ${MOST_ROUNDS} can be run`,
    );
  }
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

const MEANINGS: Readonly<Record<AlgorithmParameter, string>> = {
  'step-size': 'η, the local step size',
  'server-step-size': 'γ, the step size of the server',
  momentum: 'β, the weight of the newest gradient, in (0, 1]',
};

/**
 * Parameters that one of the chosen algorithms needs and the settings do not give, each once.
 *
 * @throws InputError for an unknown algorithm
 */
export function missingParameters(
  settings: RunSettings,
): { setting: keyof RunSettings; parameter: AlgorithmParameter; algorithm: AlgorithmName }[] {
  const entries = chosenAlgorithms(settings.algorithms ?? DEFAULT_ALGORITHMS);
  return PARAMETERS.flatMap(([setting, parameter]) => {
    const needs = entries.find((entry) => entry.required.includes(parameter));
    return settings[setting] !== undefined || !needs ? [] : [{ setting, parameter, algorithm: needs.name }];
  });
}

/** What a chosen algorithm takes of the settings, none of its required parameters missing. */
function algorithmConfiguration(
  name: AlgorithmName,
  { stepSize, serverStepSize, momentum }: RunSettings,
): AlgorithmConfiguration {
  switch (name) {
    case 'local-sa':
    case 'scafflsa':
      return { name, stepSize: stepSize!, serverStepSize: 1 };
    case 'fedhsa':
    case 'scaffold':
      return { name, stepSize: stepSize!, serverStepSize: serverStepSize ?? 1 };
    case 'minibatch-sgd':
      return { name, serverStepSize: serverStepSize! };
    case 'local-sgd-m':
      return { name, stepSize: stepSize!, serverStepSize: serverStepSize!, momentum: momentum! };
  }
}

/**
 * The run that settings stand for, on a problem of the given dimension.
 *
 * @throws InputError for what is missing, contradictory, or not used by any of the algorithms
 */
export function runConfiguration(settings: RunSettings, dimension: number): RunConfiguration {
  const entries = chosenAlgorithms(settings.algorithms ?? DEFAULT_ALGORITHMS);
  refuseUnused(settings, entries);
  const [missing] = missingParameters(settings);
  if (missing) {
    const advice = missing.parameter === 'step-size' ? '; `fedsa theory` prints the largest stable one' : '';
    throw new InputError(
      `--${missing.parameter} is needed: ${MEANINGS[missing.parameter]}, which ${missing.algorithm} has no default for${advice}`,
    );
  }
  const { initial } = settings;
  if (initial && initial.length !== dimension) {
    throw new InputError(
      `--initial: ${initial.length} given; the problem has dimension ${dimension}, so it takes as many numbers`,
    );
  }
  const trigger = triggerOf(settings);
  const budget = budgetOf(settings);
  refuseEndless(trigger, budget);
  return {
    algorithms: entries.map(({ name }) => algorithmConfiguration(name, settings)),
    trigger,
    budget,
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
