/** A small problem of each family that is drawn at random; a test says in what its own differs. */
import type { ProblemSpecification } from '../../src/problems/specification.ts';

type Kind = ProblemSpecification['kind'];
type OfKind<K extends Kind> = Extract<ProblemSpecification, { kind: K }>;

/** Three agents and d = 3: neither fills whole lanes of a kernel. */
const SPECIMENS = {
  garnet: {
    agents: 3,
    states: 12,
    actions: 2,
    branching: 2,
    dimension: 3,
    discount: 0.9,
    heterogeneity: 'high',
    seed: 1,
  },
  'linear-features-td': { agents: 3, states: 8, dimension: 3, discount: [0.5, 0.9], reward: [0, 2], seed: 1 },
  'gauss-markov-quadratic': {
    agents: 3,
    dimension: 3,
    noiseVariance: 0.1,
    noiseSpectralRadius: 0.8,
    curvature: 'convex',
    offsetScale: 1,
    initialNoise: 'zero',
    seed: 1,
  },
  'finite-sum-quadratic': {
    agents: 3,
    components: 5,
    dimension: 3,
    eigenvalues: [0.5, 2],
    agentScale: 'one',
    agentOffset: 1,
    componentOffset: 1,
    kernel: { shape: 'random', persistence: 0.5 },
    initial: 'stationary',
    seed: 1,
  },
  sarsa: {
    agents: 3,
    environment: { kind: 'garnet', states: 5, actions: 3, branching: 2, heterogeneity: 'high' },
    policy: { kind: 'softmax', temperature: 0.3 },
    features: { kind: 'random', dimension: 4 },
    discount: 0.8,
    seed: 1,
  },
  'two-state-regression': {
    agents: 3,
    dimension: 3,
    flipProbability: 0.2,
    features: [0, 1],
    optima: [
      [0, 1],
      [1, 2],
    ],
    labelNoise: [0, 0.01],
    regularisation: 0.1,
    initial: 'stationary',
    seed: 1,
  },
  'logistic-regression': {
    agents: 3,
    dimension: 3,
    records: 10,
    separation: 2,
    deviation: 1,
    labels: 'half-shuffled',
    margin: 1,
    regularisation: 0.1,
    seed: 1,
  },
  'q-learning': {
    agents: 4,
    environment: { kind: 'garnet', states: 4, actions: 2, branching: 2, heterogeneity: 'high' },
    behaviour: 'random',
    features: { kind: 'tabular' },
    discount: 0.9,
    seed: 1,
  },
} as const satisfies { readonly [K in Kind]?: Omit<OfKind<K>, 'kind'> };

/** The specimen of a family with these changes. */
export const specimen = <K extends keyof typeof SPECIMENS>(
  kind: K,
  changes: Partial<Omit<OfKind<K>, 'kind'>> = {},
): OfKind<K> => ({ kind, ...SPECIMENS[kind], ...changes }) as unknown as OfKind<K>;
