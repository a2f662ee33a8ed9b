/** The covariance that each kind of problem gives, against an enumeration of its observations. */
import { describe, expect, test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { AgentProblem } from '../../../src/problems/operator.ts';
import type {
  LogisticRegressionSpecification,
  ProblemSpecification,
  TwoStateRegressionSpecification,
} from '../../../src/problems/specification.ts';
import { valuesOf } from '../../oracles/operatorCalls.ts';
import { relativeDistance, type Row } from '../../oracles/plainMatrices.ts';
import { specimen } from '../../oracles/specimens.ts';

interface Outcome {
  readonly weight: number;
  readonly value: Row;
}

function covarianceOf(outcomes: readonly Outcome[]): Row {
  const d = outcomes[0]!.value.length;
  const mean = Array.from({ length: d }, (_, j) =>
    outcomes.reduce((sum, o) => sum + o.weight * o.value[j]!, 0),
  );
  return Array.from({ length: d * d }, (_, e) => {
    const [i, j] = [Math.floor(e / d), e % d];
    return outcomes.reduce(
      (sum, o) => sum + o.weight * (o.value[i]! - mean[i]!) * (o.value[j]! - mean[j]!),
      0,
    );
  });
}

function given(agent: AgentProblem, theta: Row): Row {
  const out = new Float64Array(theta.length ** 2);
  agent.noise!().covariance(Float64Array.from(theta), out);
  return [...out];
}

/** The n equally likely values that an i.i.d. stream shows, each once; `draws` are enough to see all. */
function equallyLikely(agent: AgentProblem, theta: Row, n: number, draws: number): Outcome[] {
  const seen = new Map(
    valuesOf(agent.operator('iid', 1), theta, draws).map((value) => [value.join(), value]),
  );
  expect(seen.size).toBe(n);
  return [...seen.values()].map((value) => ({ weight: 1 / n, value }));
}

const theta3 = [0.3, -1.1, 0.7];

describe('linear operators on chains', () => {
  const kinds: ProblemSpecification[] = [
    {
      kind: 'finite-linear',
      dimension: 2,
      agents: [
        {
          states: 3,
          transition: Float64Array.of(0.5, 0.5, 0, 0.1, 0.2, 0.7, 0.3, 0.3, 0.4),
          A: Float64Array.of(1, 0.2, 0, 1, 2, 0, 0.5, 1, 0.3, 0, 0, 4),
          b: Float64Array.of(1, 2, -1, 0, 3, 1),
          initial: { state: 0 },
        },
      ],
    },
    specimen('garnet', { agents: 2, states: 6, seed: 4 }),
    specimen('linear-features-td', { agents: 2, states: 7, seed: 5 }),
  ];
  test.each(kinds)('$kind: Σ π (P) over the law that its exact moments use', (specification) => {
    const problem = buildProblem(specification);
    const d = problem.dimension;
    const theta = theta3.slice(0, d);
    const agent = problem.agent(problem.agents - 1);
    const law = agent.observations!();
    if (law.kind !== 'finite') throw new Error('a finite law was expected');
    const [A, b] = [new Float64Array(d * d), new Float64Array(d)];
    const { states, stationary, transition } = law.chain;
    const outcomes = Array.from({ length: states * states }, (_, e): Outcome => {
      const [s, next] = [Math.floor(e / states), e % states];
      law.affine(s, next, A, b);
      const value = [...b].map((x, i) => x - theta.reduce((sum, t, j) => sum + A[i * d + j]! * t, 0));
      return { weight: stationary[s]! * transition[e]!, value };
    });
    expect(relativeDistance(given(agent, theta), covarianceOf(outcomes))).toBeLessThan(1e-13);
  });

  test('finite-sum quadratics: all components equally', () => {
    const agent = buildProblem(
      specimen('finite-sum-quadratic', {
        agents: 1,
        components: 6,
        eigenvalues: [1, 3],
        componentOffset: 2,
        kernel: { shape: 'random', persistence: 0.2 },
        seed: 2,
      }),
    ).agent(0);
    const outcomes = equallyLikely(agent, theta3, 6, 400);
    expect(relativeDistance(given(agent, theta3), covarianceOf(outcomes))).toBeLessThan(1e-13);
  });

  test('Gauss–Markov noise: Σ = QΣQᵀ + σ²I at every θ', () => {
    const agent = buildProblem(
      specimen('gauss-markov-quadratic', {
        agents: 1,
        noiseVariance: 0.25,
        noiseSpectralRadius: 0.6,
        seed: 3,
      }),
    ).agent(0);
    const law = agent.observations!();
    if (law.kind !== 'gauss-markov') throw new Error('Gauss–Markov noise was expected');
    const sigma = given(agent, theta3);
    // Σ_k Q^k Qᵏᵀ v, term by term
    let power: Row = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const sum = new Array<number>(9).fill(0);
    const product = (X: Row, Y: Row): Row =>
      X.map((_, e) => [0, 1, 2].reduce((t, k) => t + X[e - (e % 3) + k]! * Y[3 * k + (e % 3)]!, 0));
    for (let k = 0; k < 200; k++) {
      for (let e = 0; e < 9; e++) {
        for (let j = 0; j < 3; j++) sum[e]! += 0.25 * power[e - (e % 3) + j]! * power[3 * (e % 3) + j]!;
      }
      power = product([...law.Q], power);
    }
    expect(relativeDistance(sigma, sum)).toBeLessThan(1e-13);
  });
});

describe('nonlinear operators', () => {
  test('logistic regression: all records equally, and (1 + ρ)/(1 − ρ) times as much in the long run', () => {
    const specification: LogisticRegressionSpecification = specimen('logistic-regression', {
      agents: 2,
      records: 8,
      persistence: 0.5,
      seed: 6,
    });
    const agent = buildProblem(specification).agent(1);
    const expected = covarianceOf(equallyLikely(agent, theta3, 8, 600));
    expect(relativeDistance(given(agent, theta3), expected)).toBeLessThan(1e-13);
    const longRun = agent.noise!().longRun!(Float64Array.from(theta3), 2, []).covariance;
    // every second observation: ρ² = ¼
    const scaled = expected.map((x) => (x * 1.25) / 0.75);
    expect(relativeDistance([...longRun], scaled)).toBeLessThan(1e-13);
  });

  test('two-state regression: both states, and the noise of the label by a two-point rule of the same variance', () => {
    const withNoise = (labelNoise: readonly [number, number]): AgentProblem => {
      const specification: TwoStateRegressionSpecification = specimen('two-state-regression', {
        agents: 2,
        flipProbability: 0.3,
        labelNoise,
        regularisation: 0.5,
        seed: 7,
      });
      return buildProblem(specification).agent(1);
    };
    const [low, high] = [0.2, 1.4];
    const half = (high - low) / (2 * Math.sqrt(3));
    const outcomes = [-half, half].flatMap((by) => {
      const at = (low + high) / 2 + by;
      return equallyLikely(withNoise([at, at]), theta3, 2, 60).map((o) => ({ ...o, weight: 0.25 }));
    });
    const agent = withNoise([low, high]);
    expect(relativeDistance(given(agent, theta3), covarianceOf(outcomes))).toBeLessThan(1e-13);
  });

  test('recorded regression: every row of the window once; no long-run covariance', () => {
    const rows = 9;
    const x = Float64Array.from({ length: rows * 3 }, (_, e) => Math.sin(3 * e + 1));
    const y = Float64Array.from({ length: rows }, (_, k) => Math.cos(k));
    const agent = buildProblem({
      kind: 'recorded-regression',
      dimension: 3,
      series: [{ x, y }],
      windows: [{ series: 0, start: 6, length: 7 }],
      regularisation: 0.3,
      initial: 'first',
    }).agent(0);
    const outcomes = valuesOf(agent.operator('markov', 1), theta3, 7).map((value) => ({
      weight: 1 / 7,
      value,
    }));
    expect(relativeDistance(given(agent, theta3), covarianceOf(outcomes))).toBeLessThan(1e-13);
    expect(agent.noise!()).not.toHaveProperty('longRun');
  });

  test('tabular Q-learning: every transition of the pairs as often as its chain makes it', () => {
    const agent = buildProblem(
      specimen('q-learning', {
        agents: 1,
        environment: { kind: 'garnet', states: 3, actions: 2, branching: 2, heterogeneity: 'high' },
        discount: 0.8,
        seed: 8,
      }),
    ).agent(0);
    const theta = [0.3, 0.9, -0.4, 0.2, 1.5, 0.8];
    // A value moves one coordinate, which is the pair it was seen at; the next pair is the next value's.
    const stream = valuesOf(agent.operator('markov', 3), theta, 4000);
    const pairOf = (value: Row): number => value.findIndex((x) => x !== 0);
    const values = new Map<number, Row>();
    stream.slice(1).forEach((value, k) => values.set(6 * pairOf(stream[k]!) + pairOf(value), stream[k]!));
    const { stationary, transition } = agent.chain!;
    const outcomes: Outcome[] = [];
    transition.forEach((p, e) => {
      if (p > 0) outcomes.push({ weight: stationary[Math.floor(e / 6)]! * p, value: values.get(e)! });
    });
    expect(outcomes.length).toBeGreaterThan(12);
    expect(relativeDistance(given(agent, theta), covarianceOf(outcomes))).toBeLessThan(1e-13);
  });

  test('a user’s operator on a finite chain: its states by π', () => {
    const agent = buildProblem(
      { kind: 'module', module: 'x.ts', export: 'agent', agents: 1, dimension: 1 },
      () => ({
        stream: {
          transition: [
            [0.9, 0.1],
            [0.3, 0.7],
          ],
        },
        operator: (theta: Readonly<Float64Array>, s: number, out: Float64Array): void => {
          out[0] = s - Math.tanh(theta[0]!) * (1 + s);
        },
      }),
    ).agent(0);
    const t = Math.tanh(0.5);
    const expected = covarianceOf([
      { weight: 0.75, value: [-t] },
      { weight: 0.25, value: [1 - 2 * t] },
    ]);
    expect(relativeDistance(given(agent, [0.5]), expected)).toBeLessThan(1e-14);
  });
});
