/** With a stride the chain of the used observations is exact too: against the chain written out, and every path. */
import { describe, expect, test } from 'vitest';
import type { FiniteObservations, ObservationLaw } from '../../../src/problems/observationLaw.ts';
import type { LinearMean } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { stridedLaw } from '../../../src/problems/stridedLaw.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { FEDHSA, LOCAL_SA, SCAFFLSA } from '../../oracles/events.ts';
import { gaussMarkovAgent, lawsOnly } from './observedProblems.ts';

const INITIAL = [1, -0.5];
const ROUNDS = [0, 1, 2, 7];

/** Two states, d = 2; A and b of a state, or of a transition. */
const A = (s: number, next: number): number[] => [1 + s, 0.2 * next, -0.3, 1.5 - 0.4 * s + 0.1 * next];
const b = (s: number, next: number): number[] => [2 * s - 1, 1 - next];

function lawOf(P: readonly number[], observes: 'states' | 'transitions'): FiniteObservations {
  const [, up, down] = P;
  return {
    ...{ kind: 'finite', observes, start: Float64Array.from([1, 0]) },
    chain: {
      ...{ states: 2, transition: Float64Array.from(P) },
      stationary: Float64Array.from([down! / (up! + down!), up! / (up! + down!)]),
    },
    affine: (s, next, outA, outB) => {
      const second = observes === 'states' ? 0 : next;
      outA.set(A(s, second));
      outB.set(b(s, second));
    },
  };
}

function meanOf({ chain, observes }: FiniteObservations): LinearMean {
  const mean = { A: [0, 0, 0, 0], b: [0, 0] };
  for (const s of [0, 1])
    for (const next of [0, 1]) {
      const weight = chain.stationary[s]! * chain.transition[2 * s + next]!;
      const second = observes === 'states' ? 0 : next;
      mean.A = mean.A.map((x, j) => x + weight * A(s, second)[j]!);
      mean.b = mean.b.map((x, j) => x + weight * b(s, second)[j]!);
    }
  return { kind: 'linear', A: Float64Array.from(mean.A), b: Float64Array.from(mean.b) };
}

const CHAINS = [
  [0.9, 0.1, 0.3, 0.7],
  [0.2, 0.8, 0.5, 0.5],
] as const;
/** The third powers of the two. */
const CUBES = [
  [0.804, 0.196, 0.588, 0.412],
  [0.368, 0.632, 0.395, 0.605],
] as const;

const curve = (
  problem: ReturnType<typeof lawsOnly>,
  stride: number,
  algorithm: ReturnType<typeof LOCAL_SA>,
  localSteps: number,
  rounds = ROUNDS,
) => {
  const trigger = { kind: 'deterministic', localSteps } as const;
  const configuration = { trigger, sampling: 'markov', initial: INITIAL, stride } as const;
  const found = exactErrors(problem, solveProblem(problem), configuration, algorithm, rounds);
  if (found.kind === 'refused') throw new Error(found.reason);
  return found;
};

test.each([LOCAL_SA(0.1), SCAFFLSA(0.1), FEDHSA(0.1)])(
  '$name on every third state is that on the chain of P³',
  (algorithm) => {
    const agentsOf = (laws: readonly FiniteObservations[]) =>
      lawsOnly(
        2,
        laws.map((law) => ({ mean: meanOf(law), law })),
      );
    const strided = curve(agentsOf(CHAINS.map((P) => lawOf(P, 'states'))), 3, algorithm, 4);
    const written = curve(agentsOf(CUBES.map((P) => lawOf(P, 'states'))), 1, algorithm, 4);
    for (const part of ['meanSquare', 'biasSquare'] as const)
      strided[part].forEach((x, k) => {
        expect(Math.abs(x / written[part][k]! - 1)).toBeLessThan(1e-11);
      });
    const other = curve(agentsOf(CHAINS.map((P) => lawOf(P, 'states'))), 1, algorithm, 4);
    expect(Math.abs(other.meanSquare[3]! / written.meanSquare[3]! - 1)).toBeGreaterThan(0.01);
  },
);

test.each([2, 3])('Local SA on every %i-th transition has the moments of all paths', (stride) => {
  const law = lawOf(CHAINS[0], 'transitions');
  const mean = meanOf(law);
  const problem = lawsOnly(2, [{ mean, law }]);
  const { root } = solveProblem(problem);
  const eta = 0.2;
  let square = 0;
  const average = [0, 0];
  const follow = (state: number, probability: number, theta: readonly number[], k: number): void => {
    if (k === 3) {
      square += probability * theta.reduce((sum, x, j) => sum + (x - root![j]!) ** 2, 0);
      theta.forEach((x, j) => (average[j]! += probability * x));
      return;
    }
    for (const next of [0, 1]) {
      const [a, c] = [A(state, next), b(state, next)];
      const moved = [0, 1].map(
        (i) => theta[i]! + eta * (c[i]! - a[2 * i]! * theta[0]! - a[2 * i + 1]! * theta[1]!),
      );
      const skip = (at: number, p: number, left: number): void => {
        if (left === 0) follow(at, p, moved, k + 1);
        else for (const to of [0, 1]) skip(to, p * CHAINS[0][2 * at + to]!, left - 1);
      };
      skip(next, probability * CHAINS[0][2 * state + next]!, stride - 1);
    }
  };
  follow(0, 1, INITIAL, 0);
  const found = curve(problem, stride, LOCAL_SA(eta), 1, [3]);
  expect(found.meanSquare[0]! / square).toBeCloseTo(1, 12);
  const bias = average.reduce((sum, x, j) => sum + (x - root![j]!) ** 2, 0);
  expect(found.biasSquare[0]! / bias).toBeCloseTo(1, 11);
});

describe('the law of every q-th observation', () => {
  const reasonOf = (law: ObservationLaw, stride: number): string | undefined => {
    const found = stridedLaw(law, stride);
    return 'reason' in found ? found.reason : undefined;
  };

  test('of Gauss–Markov noise has the same stationary variance, and Q to the q-th power', () => {
    const { law } = gaussMarkovAgent([1], [0], [0.8], 0.3, 'zero');
    const found = stridedLaw(law, 4);
    if (!('kind' in found) || found.kind !== 'gauss-markov') throw new Error('no noise');
    expect(found.Q[0]).toBeCloseTo(0.8 ** 4, 14);
    expect(found.variance / (1 - found.Q[0]! ** 2)).toBeCloseTo(0.3 / (1 - 0.64), 13);
  });

  test('has its reason where there is none', () => {
    const turning = gaussMarkovAgent([1, 0, 0, 1], [0, 0], [0.5, 0.4, 0, 0.5], 1, 'zero').law;
    expect(reasonOf(turning, 2)).toBe('with a stride of 2 the coordinates of the noise are correlated');
    expect(reasonOf(lawOf([0, 1, 1, 0], 'states'), 2)).toMatch(/remembers where it started/);
    expect(reasonOf(lawOf([0, 1, 1, 0], 'states'), 3)).toBeUndefined();
  });
});
