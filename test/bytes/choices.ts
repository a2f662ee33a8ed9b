/** What a small case is put together from: factors, each with its choices by name. */
import { ALGORITHMS } from '../../src/algorithms/catalogue.ts';
import type { Algorithm, PolicySettings, RunSettings, TimingModel } from '../../src/index.ts';
import type { TriggerConfiguration } from '../../src/configuration/configuration.ts';
import { policyFault } from '../../src/algorithms/policyFault.ts';
import { resolvePolicy } from '../../src/configuration/policySettings.ts';
import { SMALL_PROBLEMS } from './smallProblems.ts';

/** The settings of each choice of a factor, by the choice's name. */
export type Choices = Readonly<Record<string, RunSettings>>;

/** Parameters that some algorithms need. */
const NEEDED: RunSettings = { stepSize: 0.05, serverStepSize: 0.4, momentum: 0.3 };

/** Every algorithm with what it needs; parameters that have a default are left to it. */
export const ALGORITHM_CHOICES: Choices = Object.fromEntries(
  ALGORITHMS.map((entry) => [entry.name, { algorithms: [entry.name], ...requiredOf(entry) }]),
);

function requiredOf({ parameters }: Algorithm): RunSettings {
  const given = Object.entries(NEEDED).filter(
    ([name]) => parameters[name] !== undefined && parameters[name].default === undefined,
  );
  return Object.fromEntries(given);
}

/** Of the small problems. */
const FEWEST_AGENTS = 4;
const SECONDS = 4;

/** Tiers have cases of their own: as a further choice they would take the place of cases that there are. */
const POLICY_CHOICES: Choices = byKind<Exclude<PolicySettings['kind'], 'tiers'>>({
  synchronous: { synchronous: { kind: 'synchronous' } },
  first: { first: { kind: 'first', count: 3 }, 'first-carry': { kind: 'first', count: 3, late: 'carry' } },
  deadline: {
    deadline: { kind: 'deadline', seconds: SECONDS },
    'deadline-carry': { kind: 'deadline', seconds: SECONDS, late: 'carry' },
  },
  sampled: { sampled: { kind: 'sampled', count: 3 } },
  buffered: {
    buffered: { kind: 'buffered', count: 3 },
    'buffered-polynomial': { kind: 'buffered', count: 3, weight: { kind: 'polynomial', exponent: 0.5 } },
  },
  asynchronous: {
    asynchronous: { kind: 'asynchronous', mixing: 0.6 },
    'asynchronous-hinge': {
      kind: 'asynchronous',
      mixing: 0.6,
      weight: { kind: 'hinge', slope: 2, from: 1 },
    },
  },
  'bounded-staleness': {
    bounded: { kind: 'bounded-staleness', staleness: 2, mixing: 0.6 },
    'bounded-polynomial': {
      kind: 'bounded-staleness',
      staleness: 1,
      mixing: 0.6,
      weight: { kind: 'polynomial', exponent: 0.5 },
    },
  },
});

/** Has every kind that there is named. */
function byKind<Kind extends string>(
  named: Readonly<Record<Kind, Readonly<Record<string, RunSettings['policy'] & object>>>>,
): Choices {
  const all = Object.values<Readonly<Record<string, RunSettings['policy'] & object>>>(named);
  return Object.fromEntries(
    all.flatMap((policies) => Object.entries(policies).map(([name, policy]) => [name, { policy }])),
  );
}

const TRIGGER_CHOICES = {
  deterministic: { localSteps: 3 },
  bernoulli: { communicationProbability: 0.3 },
} as const satisfies Record<TriggerConfiguration['kind'], RunSettings>;

export const PLACEMENT_CHOICES = {
  inline: { placement: 'inline' },
  packed: { placement: 'packed', threads: 2 },
  'own-thread': { placement: 'own-thread' },
  // what a run of four seeds a thread is given that names no placement
  replications: { threads: 1, seeds: 4 },
} as const satisfies Choices;

/** By the problems' names; they are no settings. */
/** Problems that came after the crossing; a new one would change every case. They have cases of their own. */
const LATER = new Set(['softmax', 'fixed']);
const PROBLEM_CHOICES: Choices = Object.fromEntries(
  Object.keys(SMALL_PROBLEMS).flatMap((name) => (LATER.has(name) ? [] : [[name, {}]])),
);

const OBSERVATION_CHOICES = {
  markov: {},
  'every-3rd': { stride: 3 },
  iid: { sampling: 'iid' },
  exact: { sampling: 'exact' },
} as const satisfies Record<string, RunSettings>;

const exponential = (mean: number) => ({ kind: 'exponential', mean }) as const;

const LATENCIES: TimingModel = {
  compute: exponential(1),
  uplinkLatency: { kind: 'uniform', low: 0, high: 1 },
  downlinkLatency: { kind: 'log-normal', median: 0.3, sigma: 0.5 },
};

const TIMING_CHOICES: Choices = {
  untimed: {},
  latencies: { timing: LATENCIES },
  bandwidth: {
    timing: {
      compute: { kind: 'gamma', shape: 2, scale: 0.5 },
      uplinkBandwidth: 20,
      downlinkBandwidth: { kind: 'pareto', scale: 30, shape: 2 },
      agents: [{ agents: [0, 0], compute: 4 }],
    },
  },
  availability: { timing: { ...LATENCIES, availability: { on: exponential(8), off: exponential(4) } } },
  crash: { timing: { ...LATENCIES, agents: [{ agents: [1, 1], crash: { at: 7, returnsAfter: 9 } }] } },
  dropout: { timing: { ...LATENCIES, dropout: 0.15 } },
  loss: { timing: { ...LATENCIES, loss: { uplink: 0.1, downlink: 0.1 }, duplication: 0.2 } },
  ties: { timing: { compute: 1, uplinkLatency: 1 }, tieSeed: 5 },
};

const STEP_CHOICES: Choices = {
  constant: {},
  decreasing: { stepSize: { kind: 'decreasing', scale: 0.3, offset: 4, exponent: 0.8 } },
  'corollary-1': { stepSize: { kind: 'corollary-1', monotonicity: 10 } },
  doubling: { stepSize: { kind: 'doubling', firstRounds: 2, monotonicity: 40 } },
};

/** Other values of the parameters that have a default. */
const PARAMETER_CHOICES: Choices = {
  defaults: {},
  'server-step-size': { serverStepSize: 0.3 },
  'local-steps-doubled': { extrapolation: 'local-steps' },
  'common-noise': { extrapolationNoise: 'common' },
};

const MEASURE_CHOICES: Choices = {
  plain: {},
  average: { average: 0.25 },
  drawn: { drawn: true },
  lyapunov: { lyapunov: true },
  'every-4th-round': { record: { every: 4 } },
  'without-iterates': { iterates: false },
  verify: { verify: true },
  trace: { trace: true },
  steps: { steps: 50 },
};

const KERNEL_CHOICES: Choices = { webassembly: {}, reference: { kernels: 'reference' } };

/** Every combination of these is a case. */
export const CROSSED = {
  algorithm: ALGORITHM_CHOICES,
  policy: POLICY_CHOICES,
  trigger: TRIGGER_CHOICES,
  placement: PLACEMENT_CHOICES,
} as const satisfies Record<string, Choices>;

/** Of these each case has a choice, so that every two choices meet in some case. */
export const FURTHER = {
  problem: PROBLEM_CHOICES,
  observations: OBSERVATION_CHOICES,
  timing: TIMING_CHOICES,
  step: STEP_CHOICES,
  parameters: PARAMETER_CHOICES,
  measure: MEASURE_CHOICES,
  kernels: KERNEL_CHOICES,
} as const satisfies Record<string, Choices>;

export type Factor = keyof typeof CROSSED | keyof typeof FURTHER;

/** The choice of each factor by its name, as far as they are made. */
export type Chosen = Partial<Readonly<Record<Factor, string>>>;

/** Whether an algorithm and a policy are a pair that means nothing. */
export function isRefused(algorithm: string, policy: RunSettings['policy'] & object): boolean {
  const single = ALGORITHMS.find(({ name }) => name === algorithm)!;
  return (
    policyFault(single, resolvePolicy({ policy }, { agents: FEWEST_AGENTS, seconds: () => 1 })) !== undefined
  );
}

/** Whether the choices of algorithm and policy, where both are made, are such a pair. */
export function isRefusedChoice({ algorithm, policy }: Chosen): boolean {
  if (algorithm === undefined || policy === undefined) return false;
  return isRefused(algorithm, POLICY_CHOICES[policy]!.policy as RunSettings['policy'] & object);
}

/** Whether choices go together. */
export function goTogether(chosen: Chosen): boolean {
  const { algorithm, policy, trigger, timing, step, parameters, measure } = chosen;
  const entry = ALGORITHMS.find(({ name }) => name === algorithm);
  const takes = (parameter: string): boolean => entry === undefined || parameter in entry.parameters;
  const waitsForEach = policy === 'synchronous' || policy === 'sampled';
  const isSynchronous = policy === undefined || policy === 'synchronous';
  return !(
    isRefusedChoice(chosen) ||
    ((timing === 'dropout' || timing === 'loss') && waitsForEach) ||
    (step !== undefined && step !== 'constant' && !takes('stepSize')) ||
    (parameters === 'server-step-size' && !takes('serverStepSize')) ||
    (parameters === 'common-noise' && !takes('extrapolationNoise')) ||
    (parameters === 'local-steps-doubled' && (!takes('extrapolation') || trigger === 'bernoulli')) ||
    (measure === 'lyapunov' && !(isSynchronous && (algorithm ?? 'scafflsa') === 'scafflsa')) ||
    (measure === 'steps' && !isSynchronous)
  );
}
