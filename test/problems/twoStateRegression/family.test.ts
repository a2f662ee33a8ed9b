import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { isStable } from '../../../src/problems/meanFlow.ts';
import type { NonlinearMean } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { TwoStateRegressionSpecification } from '../../../src/problems/specification.ts';
import { twoStateRegression } from '../../../src/problems/twoStateRegression/family.ts';
import { gradientOf, jacobianOf } from '../../oracles/finiteDifferences.ts';
import { meanAt, peeked, skip, valuesOf } from '../../oracles/operatorCalls.ts';
import { relativeDistance, type Row, scale, subtract } from '../../oracles/plainMatrices.ts';
import { chiSquareBound, ONE_IN_1E8, pearson } from '../../oracles/tailBounds.ts';
import { specimen } from '../../oracles/specimens.ts';

/** The paper's setting, appendix E.3, with τ_mix = 100. */
const PAPER: TwoStateRegressionSpecification = specimen('two-state-regression', {
  agents: 10,
  dimension: 10,
  flipProbability: 0.01,
  regularisation: 0.01,
});

/** One coordinate, V = 1 in both states, the optimum at `optimum`: G(w) = 2 (optimum + ε − w) − λ r'(w). */
const scalar = (change: Partial<TwoStateRegressionSpecification>): TwoStateRegressionSpecification => ({
  ...PAPER,
  agents: 1,
  dimension: 1,
  features: [1, 1],
  optima: [
    [0, 0],
    [0, 0],
  ],
  labelNoise: [0, 0],
  regularisation: 0,
  ...change,
});

const inner = (a: Row, b: Row): number => a.reduce((sum, x, j) => sum + x * b[j]!, 0);

/** V_mi and w_mi, drawn again from the generators that the documentation names. */
function drawn(specification: TwoStateRegressionSpecification, agent: number): { V: Row[]; w: Row[] } {
  const d = specification.dimension;
  const uniforms = (role: string, index: number, [low, high]: readonly [number, number]): Row[] => {
    const generator = generatorFor(specification.seed, 'problem', role, index);
    return [0, 1].map(() => Array.from({ length: d }, () => low + (high - low) * generator.uniform()));
  };
  return {
    V: uniforms('features', agent, specification.features),
    w: uniforms('optima', agent % 2, specification.optima[agent % 2]!),
  };
}

const r = (w: Row): number => 0.5 * w.reduce((sum, x) => sum + (x * x) / (1 + x * x), 0);
const points = [1, 2, 3].map((k) => Array.from({ length: 10 }, (_, j) => 1.5 * Math.sin(7 * k + 3 * j)));

describe('the mean operator', () => {
  test('is minus the gradient of the printed objective (167) where the label noise has mean 0, for 4 agents', () => {
    const specification: TwoStateRegressionSpecification = {
      ...PAPER,
      labelNoise: [-0.005, 0.005],
      regularisation: 0.7,
    };
    for (let agent = 0; agent < 4; agent++) {
      const { V, w: optima } = drawn(specification, agent);
      const F = (w: Row): number =>
        0.5 * inner(subtract(w, optima[0]!), V[0]!) ** 2 +
        0.5 * inner(subtract(w, optima[1]!), V[1]!) ** 2 +
        0.7 * r(w);
      const { mean } = twoStateRegression.build(specification).agent(agent);
      for (const w of points) {
        expect(relativeDistance(meanAt(mean!, w), scale(-1, gradientOf(F, w)))).toBeLessThan(1e-7);
      }
    }
  });

  test('with the paper’s noise U(0, 0.01) is larger by E ε (V_0 + V_1) = 0.005 (V_0 + V_1)', () => {
    const { V } = drawn(PAPER, 3);
    const at = (labelNoise: [number, number]): Row =>
      meanAt(twoStateRegression.build({ ...PAPER, labelNoise }).agent(3).mean!, points[0]!);
    const shift = V[0]!.map((v, j) => 0.005 * (v + V[1]![j]!));
    expect(relativeDistance(subtract(at([0, 0.01]), at([0, 0])), shift)).toBeLessThan(1e-14);
  });

  test('is the average over both states, each half of the time, and the ends of the noise', () => {
    const agent = twoStateRegression.build(PAPER).agent(1);
    const { V, w: optima } = drawn(PAPER, 1);
    for (const w of points) {
      const losses = (v: Row): number =>
        [0, 1]
          .flatMap((i) =>
            [0, 0.01].map((e) => (inner(v, V[i]!) - inner(optima[i]!, V[i]!) - e) ** 2 + 0.01 * r(v)),
          )
          .reduce((sum, loss) => sum + loss / 4, 0);
      // The gradient is linear in ε, so that its mean is that of the ends.
      expect(relativeDistance(meanAt(agent.mean!, w), scale(-1, gradientOf(losses, w)))).toBeLessThan(1e-7);
    }
  });

  test('has a Jacobian that finite differences confirm to 1e-8', () => {
    const { mean } = twoStateRegression.build({ ...PAPER, regularisation: 2 }).agent(0);
    for (const w of points) {
      const jacobian = new Float64Array(100).fill(NaN);
      (mean as NonlinearMean).jacobian!(Float64Array.from(w), jacobian);
      expect(
        relativeDistance(
          jacobian,
          jacobianOf((v) => meanAt(mean!, v), w),
        ),
      ).toBeLessThan(1e-8);
    }
  });
});

describe('the optima', () => {
  test('of agents 0, 2, 4 are drawn from the first range and those of agents 1, 3, 5 from the second', () => {
    const problem = twoStateRegression.build(
      scalar({
        agents: 6,
        optima: [
          [5, 5],
          [7, 7],
        ],
      }),
    );
    for (let agent = 0; agent < 6; agent++) {
      expect(meanAt(problem.agent(agent).mean!, [agent % 2 === 0 ? 5 : 7])).toEqual([0]);
    }
  });

  test('that are all (2, …, 2), without noise and regulariser, are the root of ten agents in ten dimensions', () => {
    const problem = twoStateRegression.build({
      ...PAPER,
      optima: [
        [2, 2],
        [2, 2],
      ],
      labelNoise: [0, 0],
      regularisation: 0,
    });
    // 20 random vectors V span ℝ¹⁰; the average of V Vᵀ has a condition number of some hundreds.
    expect(relativeDistance(solveProblem(problem).root!, new Array<number>(10).fill(2))).toBeLessThan(1e-11);
  });
});

describe('the root', () => {
  test('of the paper’s 10 and 100 agents makes the average mean operator 0 to rounding, for 20 seeds', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { root, mean } = solveProblem(
        twoStateRegression.build({ ...PAPER, seed, agents: seed > 17 ? 100 : 10 }),
      );
      // Terms of the sum are of the order of Σ V_j² w_j ≈ 10.
      expect(Math.max(...meanAt(mean!, [...root!]).map(Math.abs))).toBeLessThan(1e-14);
      expect(isStable(mean as NonlinearMean, root!)).toBe(true);
    }
  });

  test('of one to four agents, which leave directions to the regulariser alone, is found and stable for 20 seeds each', () => {
    for (let seed = 1; seed <= 80; seed++) {
      const { root, mean } = solveProblem(
        twoStateRegression.build({ ...PAPER, seed, agents: 1 + (seed % 4) }),
      );
      expect(Math.max(...meanAt(mean!, [...root!]).map(Math.abs))).toBeLessThan(1e-12);
      expect(isStable(mean as NonlinearMean, root!)).toBe(true);
    }
  });
});

describe('the stream', () => {
  /** 2 features of different size tell the states apart: at w = 0, λ = 0, optima 1: G = 2 V² in d = 1. */
  const states = (sampling: 'markov' | 'iid', flipProbability: number, n: number): number[] => {
    const specification = scalar({
      features: [1, 2],
      optima: [
        [1, 1],
        [1, 1],
      ],
      flipProbability,
    });
    const first = drawn(specification, 0).V[0]![0]!;
    const owner = twoStateRegression.build(specification).agent(0);
    return valuesOf(owner.operator(sampling, 1), [0], n).map(([g]) =>
      Math.abs(g! - 2 * first * first) < 1e-12 ? 0 : 1,
    );
  };
  const flips = (seen: number[]): number => seen.filter((s, k) => k > 0 && s !== seen[k - 1]).length;

  test('changes its state with the flip probability: 0.01, 0.3 and 0.9, within 6 standard errors of 40,000 steps', () => {
    for (const p of [0.01, 0.3, 0.9]) {
      const seen = states('markov', p, 40_001);
      expect(Math.abs(flips(seen) / 40_000 - p)).toBeLessThan(6 * Math.sqrt((p * (1 - p)) / 40_000));
    }
  });

  test('drawn independently has all four pairs of states equally often, whatever the flip probability', () => {
    const seen = states('iid', 0.01, 40_000);
    const counts = [0, 0, 0, 0];
    for (let k = 0; k < seen.length; k += 2) counts[2 * seen[k]! + seen[k + 1]!]!++;
    expect(pearson(counts, [0.25, 0.25, 0.25, 0.25])).toBeLessThan(chiSquareBound(3, ONE_IN_1E8));
  });

  test('has label noise uniform on [0, 0.01], drawn anew at each step and kept while it is peeked at', () => {
    const operator = twoStateRegression
      .build(scalar({ labelNoise: [0, 0.01] }))
      .agent(0)
      .operator('markov', 4);
    const tenths = new Array<number>(10).fill(0);
    let changed = 0;
    for (let k = 0; k < 20_000; k++) {
      const [g] = peeked(operator, [0]);
      if (!Object.is(peeked(operator, [0])[0], g)) changed++;
      tenths[Math.floor((1000 * g!) / 2)]!++;
      skip(operator, 1);
    }
    expect(changed).toBe(0);
    expect(pearson(tenths, new Array<number>(10).fill(0.1))).toBeLessThan(chiSquareBound(9, ONE_IN_1E8));
  });

  test('starts in the state that is asked for, and else in either for about half of 400 seeds', () => {
    const started = (initial: TwoStateRegressionSpecification['initial']): number[] => {
      const problem = twoStateRegression.build({ ...PAPER, labelNoise: [0, 0], initial });
      const zero = new Array<number>(10).fill(0);
      const counts = new Map<string, number>();
      for (let seed = 0; seed < 400; seed++) {
        const key = peeked(problem.agent(0).operator('markov', seed), zero).join();
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return [...counts.values()];
    };
    expect(started({ state: 1 })).toEqual([400]);
    const halves = started('stationary');
    expect(halves).toHaveLength(2);
    expect(Math.abs(halves[0]! - 200)).toBeLessThan(6 * 10);
  });

  test('has the chain [[0.99, 0.01], [0.01, 0.99]] of law (½, ½) for the theory', () => {
    const chain = twoStateRegression.build(PAPER).agent(4).chain!;
    expect([...chain.transition]).toEqual([0.99, 0.01, 0.01, 0.99]);
    expect([...chain.stationary]).toEqual([0.5, 0.5]);
  });
});
