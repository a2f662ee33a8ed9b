/** The claims' own oracles, against `fedsa theory`'s moments, closed forms and enumeration. */
import { describe, expect, it } from 'vitest';
import { errorsAt, plain, solved, stationaryErrors } from '../../src/claims/exactProblem.ts';
import { chainAgents } from '../../src/claims/chainAgents.ts';
import { noiseFloor } from '../../src/claims/fedHsa/predictedFloor.ts';
import { gaussRule } from '../../src/maths/gaussRule.ts';
import {
  averageVariance,
  expectationsFrom,
  type ScalarObjective,
  scalarLaw,
} from '../../src/claims/richardsonRomberg/scalarLaw.ts';
import { ALIKE, DIFFERENT, firstOrders } from '../../src/claims/richardsonRomberg/scalarObjectives.ts';
import { averageError, fixedRound, lyapunov, startOf, worstGrowth } from './oracles/controlledMoments.ts';
import { fedLsaRound } from './oracles/fedLsaMoments.ts';
import type { ScalarAgent } from './oracles/scalarAgents.ts';
import { largestRatio } from '../../src/maths/symmetricEigenvalues.ts';
import type { FiniteLinearSpecification } from '../../src/problems/specification.ts';

/** A ± 0.5 and w ± 1, independent of each other, in four states drawn anew each time; θ* = 0. */
const asProblem = (agents: readonly ScalarAgent[]): FiniteLinearSpecification => ({
  kind: 'finite-linear',
  dimension: 1,
  agents: agents.map(({ mean, spread, pull, noise }) => {
    const [a, w] = [Math.sqrt(spread), Math.sqrt(noise)];
    return {
      transition: new Float64Array(16).fill(1 / 4),
      A: Float64Array.of(mean + a, mean + a, mean - a, mean - a),
      b: Float64Array.of(pull + w, pull - w, pull + w, pull - w),
      states: 4,
      initial: 'stationary' as const,
    };
  }),
});

const AGENTS: readonly ScalarAgent[] = [
  { mean: 1, spread: 0.25, pull: 1, noise: 1 },
  { mean: 2, spread: 0.25, pull: -0.6, noise: 0.5 },
  { mean: 1.5, spread: 0.1, pull: -0.4, noise: 2 },
];

describe('scalar agents', () => {
  const run = { trigger: { kind: 'deterministic', localSteps: 3 }, sampling: 'iid', initial: [1] } as const;
  const theory = (name: 'local-sa' | 'scafflsa'): number[] =>
    errorsAt(solved(asProblem(AGENTS)), run, plain(name, 0.1), [1, 2, 7]).map(({ meanSquare }) => meanSquare);

  it('have the moments that fedsa theory has of SCAFFLSA, after 1, 2 and 7 rounds', () => {
    const advance = fixedRound(AGENTS, 0.1, 3);
    let moments = startOf(AGENTS, 1);
    const errors: number[] = [];
    for (let t = 1; t <= 7; t++) {
      moments = advance(moments);
      if ([1, 2, 7].includes(t)) errors.push(averageError(moments));
    }
    theory('scafflsa').forEach((error, at) => expect(errors[at]).toBeCloseTo(error, 12));
  });

  it('and of FedLSA', () => {
    const advance = fedLsaRound(AGENTS, 0.1, 3);
    let moments = { mean: 1, second: 1 };
    const errors: number[] = [];
    for (let t = 1; t <= 7; t++) {
      moments = advance(moments);
      if ([1, 2, 7].includes(t)) errors.push(moments.second);
    }
    theory('local-sa').forEach((error, at) => expect(errors[at]).toBeCloseTo(error, 12));
  });

  it('contract their Lyapunov function at no state by less than the worst growth says', () => {
    const quiet = AGENTS.map((agent) => ({ ...agent, noise: 0 }));
    const advance = fixedRound(quiet, 0.05, 3);
    const worst = largestRatio(...worstGrowth(3, advance, 0.15, true));
    const start = startOf(quiet, 0.3);
    expect(lyapunov(advance(start), 0.15) / lyapunov(start, 0.15)).toBeLessThanOrEqual(worst);
    expect(worst).toBeLessThan(1);
  });
});

describe('the floor of first order', () => {
  it('is that of the exact moments, up to the next order in η', () => {
    const specification = chainAgents({ agents: 2, memory: 0.5, spread: 0.5, pull: 3 });
    const run = { trigger: { kind: 'deterministic', localSteps: 4 }, sampling: 'markov' } as const;
    for (const step of [4e-4, 1e-4]) {
      const { meanSquare } = stationaryErrors(solved(specification), run, plain('fedhsa', step));
      const apart = meanSquare / noiseFloor(specification, step, 4) - 1;
      expect(Math.abs(apart)).toBeLessThan(25 * step);
    }
  });
});

describe('a Gauss rule', () => {
  it('has the moments it was made of', () => {
    // (1 + X)², X = ±1/2 ±1/4 ±1/8 ±1/16, all alike
    const values = Array.from({ length: 16 }, (_, bits) =>
      [0, 1, 2, 3].reduce((sum, k) => sum + ((bits >> k) % 2 === 0 ? 1 : -1) / 2 ** (k + 1), 0),
    );
    const moments = Float64Array.from({ length: 8 }, (_, k) =>
      values.reduce((sum, x) => sum + x ** k / 16, 0),
    );
    const { nodes, weights } = gaussRule(moments, 1);
    expect(nodes).toHaveLength(4);
    moments.forEach((moment, k) => {
      expect(nodes.reduce((sum, node, q) => sum + weights[q]! * node ** k, 0)).toBeCloseTo(moment, 10);
    });
  });
});

describe('the scalar law', () => {
  const quadratic = (a: number, root: number): ScalarObjective => ({
    gradient: (theta) => a * (theta - root),
    curvature: () => a,
    third: () => 0,
    noise: 1,
  });

  it('of quadratics is the closed form: mean and variance, and the variance of averages', () => {
    const [gamma, H] = [0.05, 5];
    const { mean, variance } = scalarLaw([quadratic(1, 1), quadratic(2, -1)], 2, gamma, H);
    const kept = [(1 - gamma) ** H, (1 - 2 * gamma) ** H];
    // the fixed point of θ ← mean(kept θ + (1 − kept) root)
    expect(mean).toBeCloseTo((1 - kept[0]! - (1 - kept[1]!)) / (2 - kept[0]! - kept[1]!), 10);
    const local = [1, 2].map((a) => {
      const q = (1 - gamma * a) ** 2;
      return (gamma ** 2 * (1 - q ** H)) / (1 - q);
    });
    const map = (kept[0]! + kept[1]!) / 2;
    const perRound = (2 * local[0]! + 2 * local[1]!) / 16;
    expect(variance).toBeCloseTo(perRound / (1 - map ** 2), 10);
    const rounds = 20;
    let sum = rounds;
    for (let lag = 1; lag < rounds; lag++) sum += 2 * (rounds - lag) * map ** lag;
    const law = scalarLaw([quadratic(1, 1), quadratic(2, -1)], 2, gamma, H);
    expect(averageVariance(law, rounds)).toBeCloseTo((sum / rounds ** 2) * law.variance, 10);
  });

  it('off quadratics has the expectation after a round that enumeration has', () => {
    const [gamma, start] = [0.1, 0.7];
    const outcomes = [-3, -1, 1, 3].map((w) => w / Math.sqrt(5));
    const law = scalarLaw(DIFFERENT, 1, gamma, 1);
    const after = outcomes.flatMap((first) =>
      outcomes.map((second) =>
        DIFFERENT.reduce(
          (sum, { gradient }, agent) =>
            sum + (start - gamma * (gradient(start) + (agent === 0 ? first : second))) / 2,
          0,
        ),
      ),
    );
    const [mean] = expectationsFrom(law, start, (theta) => theta, [1]);
    const [wave] = expectationsFrom(law, start, (theta) => Math.cos(3 * theta), [1]);
    // the points interpolate the sigmoid to 10⁻¹⁰; a narrow law has two nodes, which miss (81/24) m_4 of the wave
    expect(mean).toBeCloseTo(
      after.reduce((sum, x) => sum + x / 16, 0),
      9,
    );
    expect(wave).toBeCloseTo(
      after.reduce((sum, x) => sum + Math.cos(3 * x) / 16, 0),
      3,
    );
    expect(() => expectationsFrom(law, 99, (theta) => theta, [1])).toThrow(RangeError);
  });

  it('has the first orders as γ → 0: the bias over them tends to 1 like γ', () => {
    const { root, stochastic, variance } = firstOrders(ALIKE);
    for (const gamma of [0.02, 0.01]) {
      const law = scalarLaw(ALIKE, 1, gamma, 1);
      expect(Math.abs((law.mean - root) / ((gamma / 2) * stochastic) - 1)).toBeLessThan(0.3 * gamma);
      expect(Math.abs(law.variance / (gamma * variance) - 1)).toBeLessThan(0.6 * gamma);
    }
  });
});
