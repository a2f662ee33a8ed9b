/**
 * A small problem of each kind, on which every algorithm goes for some rounds in milliseconds. All have at
 * least four agents: of two answers a sum tells nothing of their order, of three it does.
 */
import { generatorFor, type ProblemSpecification } from '../../src/index.ts';

/** The operator of `finite-td` is that of the other processes of TD(0). */
type Kind = Exclude<ProblemSpecification['kind'], 'finite-td'>;
type OfKind<K extends Kind> = Extract<ProblemSpecification, { kind: K }>;

/** `count` numbers of [−1, 1), the same in every run. */
function numbers(count: number, name: string): Float64Array {
  const generator = generatorFor(1, name);
  return Float64Array.from({ length: count }, () => 2 * generator.uniform() - 1);
}

/** A(s) = I/2 + noise, two states, d = 2. */
const linearAgent = (agent: number): OfKind<'finite-linear'>['agents'][number] => ({
  states: 2,
  transition: Float64Array.of(0.75, 0.25, 0.5, 0.5),
  A: numbers(8, `A ${agent}`).map((value, index) => (index % 4 === 0 || index % 4 === 3 ? 1 : 0) + value / 4),
  b: numbers(4, `b ${agent}`),
  initial: agent === 0 ? { state: 1 } : 'stationary',
});

const SERIES_ROWS = 24;
const FEATURES = 3;

/** Recorded series of `features` features, of which each agent has a window; in place of real ones, too. */
export function recordedRegression(agents: number, features: number): OfKind<'recorded-regression'> {
  const series = [0, 1].map((value) => ({
    x: numbers(SERIES_ROWS * features, `x ${value}`),
    y: numbers(SERIES_ROWS, `y ${value}`),
  }));
  const windows = Array.from({ length: agents }, (_, agent) => ({
    series: agent % 2,
    start: (5 * agent) % SERIES_ROWS,
    length: 8 + (agent % 7),
  }));
  return {
    kind: 'recorded-regression',
    dimension: features,
    series,
    windows,
    regularisation: 0.01,
    initial: 'stationary',
  };
}

const REPLACEMENT = {
  kind: 'machine-replacement',
  levels: 3,
  wear: [0.2, 0.6],
  runningCost: [0.5, 1.5],
  price: 1,
} as const;

/** By kind, each with as many as there are ways for it to be built. */
const BY_KIND: { readonly [K in Kind]: Readonly<Record<string, Omit<OfKind<K>, 'kind'>>> } = {
  'finite-linear': { linear: { dimension: 2, agents: [0, 1, 2, 3].map(linearAgent) } },
  garnet: {
    'garnet-high': {
      agents: 4,
      states: 4,
      actions: 2,
      branching: 2,
      dimension: 2,
      discount: 0.9,
      heterogeneity: 'high',
      seed: 1,
    },
    'garnet-low': {
      agents: 5,
      states: 3,
      actions: 2,
      branching: 2,
      dimension: 3,
      discount: 0.9,
      heterogeneity: 'low',
      perturbation: 0.1,
      seed: 2,
    },
  },
  'linear-features-td': {
    td: { agents: 4, states: 3, dimension: 2, discount: [0.5, 0.9], reward: [0, 1], seed: 1 },
  },
  'gauss-markov-quadratic': {
    quadratic: {
      agents: 4,
      dimension: 3,
      noiseVariance: 0.1,
      noiseSpectralRadius: 0.5,
      curvature: 'convex',
      offsetScale: 2,
      initialNoise: 'stationary',
      seed: 1,
    },
    'quadratic-non-convex': {
      agents: 4,
      dimension: 2,
      noiseVariance: 0.1,
      noiseSpectralRadius: 0.8,
      curvature: 'non-convex',
      offsetScale: 1,
      initialNoise: 'zero',
      seed: 2,
    },
  },
  'recorded-regression': { series: recordedRegression(4, FEATURES) },
  'finite-sum-quadratic': {
    'finite-sum': {
      agents: 4,
      components: 2,
      dimension: 2,
      eigenvalues: [0.5, 2],
      agentScale: 'exponential',
      agentOffset: 1,
      componentOffset: 1,
      kernel: { shape: 'random', persistence: 0.2 },
      initial: 'stationary',
      seed: 1,
    },
  },
  'two-state-regression': {
    'two-state': {
      agents: 4,
      dimension: 2,
      flipProbability: 0.3,
      features: [-1, 1],
      optima: [
        [0, 1],
        [1, 2],
      ],
      labelNoise: [-0.1, 0.1],
      regularisation: 0.01,
      initial: 'stationary',
      seed: 1,
    },
  },
  'logistic-regression': {
    logistic: {
      agents: 4,
      dimension: 2,
      records: 6,
      separation: 2,
      deviation: 1,
      labels: 'half-shuffled',
      margin: 0,
      regularisation: 0.1,
      persistence: 0.4,
      seed: 1,
    },
  },
  'q-learning': {
    replacement: {
      agents: 4,
      environment: REPLACEMENT,
      behaviour: 'uniform',
      features: { kind: 'tabular' },
      discount: 0.8,
      seed: 1,
    },
    control: {
      agents: 4,
      environment: { kind: 'garnet', states: 3, actions: 2, branching: 2, heterogeneity: 'high' },
      behaviour: 'random',
      features: { kind: 'random', dimension: 2 },
      discount: 0.7,
      seed: 2,
    },
  },
  sarsa: {
    softmax: {
      agents: 4,
      environment: { kind: 'garnet', states: 4, actions: 3, branching: 2, heterogeneity: 'high' },
      policy: { kind: 'softmax', temperature: 0.5 },
      features: { kind: 'random', dimension: 3 },
      discount: 0.7,
      seed: 3,
    },
    fixed: {
      agents: 4,
      environment: REPLACEMENT,
      policy: { kind: 'fixed', behaviour: 'random' },
      features: { kind: 'aggregated', groups: 2 },
      discount: 0.8,
      seed: 1,
    },
  },
  module: {
    module: {
      module: new URL('robustLocation.ts', import.meta.url).href,
      export: 'locator',
      agents: 4,
      dimension: 2,
      options: { spread: 3 },
    },
  },
};

/** The problems by their names in the keys of cases. */
export const SMALL_PROBLEMS: Readonly<Record<string, ProblemSpecification>> = Object.fromEntries(
  Object.entries(BY_KIND).flatMap(([kind, named]) =>
    Object.entries(named).map(([name, fields]) => [name, { kind, ...fields } as ProblemSpecification]),
  ),
);
