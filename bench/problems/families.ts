/** A problem for every family of operators that has a kernel: 16 agents, some in two dimensions. */
import { generatorFor } from '../../src/maths/generator.ts';
import type { KernelFamily } from '../../src/problems/operators/kernelOperator.ts';
import type { Sampling } from '../../src/problems/operator.ts';
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import { GARNET, LINEAR_FEATURES } from './specifications.ts';

/** Agents of each problem. */
export const FAMILY_AGENTS = 16;

export interface FamilyCase {
  readonly family: KernelFamily;
  /** what the operator is and how large */
  readonly title: string;
  readonly specification: ProblemSpecification;
  readonly sampling: Sampling;
}

const agents = FAMILY_AGENTS;
const normals = (length: number, role: string): Float64Array => {
  const generator = generatorFor(1, 'bench', role);
  return Float64Array.from({ length }, () => generator.normal());
};
const RECORDED_ROWS = 2000;
const RECORDED_DIMENSION = 10;

export const FAMILY_CASES: readonly FamilyCase[] = [
  {
    family: 'temporalDifference',
    title: 'TD(0) on Garnets, S = 30, d = 8',
    specification: { ...GARNET, agents },
    sampling: 'markov',
  },
  {
    family: 'temporalDifference',
    title: 'TD(0) with features of its own, S = 100, d = 50',
    specification: { ...LINEAR_FEATURES, agents },
    sampling: 'markov',
  },
  {
    family: 'linearStates',
    title: 'linear in each of 20 states, d = 8',
    specification: {
      kind: 'finite-sum-quadratic',
      agents,
      components: 20,
      dimension: 8,
      eigenvalues: [0.5, 2],
      agentScale: 'one',
      agentOffset: 1,
      componentOffset: 0.5,
      kernel: { shape: 'random', persistence: 0.5 },
      initial: 'stationary',
      seed: 1,
    },
    sampling: 'markov',
  },
  {
    family: 'linearMean',
    title: 'mean operator of TD(0), d = 8',
    specification: { ...GARNET, agents },
    sampling: 'exact',
  },
  {
    family: 'qLearning',
    title: 'Q-learning on Garnets, 30 states, 2 actions, d = 8',
    specification: {
      kind: 'q-learning',
      agents,
      environment: { kind: 'garnet', states: 30, actions: 2, branching: 2, heterogeneity: 'high' },
      behaviour: 'uniform',
      features: { kind: 'random', dimension: 8 },
      discount: 0.5,
      seed: 1,
    },
    sampling: 'markov',
  },
  {
    family: 'gaussMarkov',
    title: 'quadratic with Gauss–Markov noise, d = 10',
    specification: {
      kind: 'gauss-markov-quadratic',
      agents,
      dimension: 10,
      noiseVariance: 0.1,
      noiseSpectralRadius: 0.8,
      curvature: 'convex',
      offsetScale: 1,
      initialNoise: 'stationary',
      seed: 1,
    },
    sampling: 'markov',
  },
  {
    family: 'twoStateRegression',
    title: 'regression on two-state chains, d = 10',
    specification: {
      kind: 'two-state-regression',
      agents,
      dimension: 10,
      flipProbability: 0.1,
      features: [-1, 1],
      optima: [
        [0, 1],
        [1, 2],
      ],
      labelNoise: [0, 0.01],
      regularisation: 0.1,
      initial: 'stationary',
      seed: 1,
    },
    sampling: 'markov',
  },
  {
    family: 'recordedRegression',
    title: `regression on a record of ${RECORDED_ROWS} rows, d = ${RECORDED_DIMENSION}`,
    specification: {
      kind: 'recorded-regression',
      dimension: RECORDED_DIMENSION,
      series: [
        {
          x: normals(RECORDED_ROWS * RECORDED_DIMENSION, 'recorded features'),
          y: normals(RECORDED_ROWS, 'recorded labels'),
        },
      ],
      windows: Array.from({ length: agents }, (_, agent) => ({
        series: 0,
        start: 100 * agent,
        length: 1000,
      })),
      regularisation: 0.1,
      initial: 'stationary',
    },
    sampling: 'markov',
  },
  {
    family: 'logisticRegression',
    title: 'logistic regression, 100 records, d = 10',
    specification: {
      kind: 'logistic-regression',
      agents,
      dimension: 10,
      records: 100,
      separation: 2,
      deviation: 1,
      labels: 'half-shuffled',
      margin: 0,
      regularisation: 0.1,
      persistence: 0.5,
      seed: 1,
    },
    sampling: 'markov',
  },
];
