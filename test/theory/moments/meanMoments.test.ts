/** Moments averaged over rounds are the average of the moments of each. */
import { expect, test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import { errorMoments, type MomentsOf } from '../../../src/theory/moments/errorMoments.ts';
import { exactErrorsOf } from '../../../src/theory/moments/exactErrors.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { meanMoments } from '../../../src/theory/moments/meanMoments.ts';

const T = 37;
const CHAINS = buildProblem({
  ...{ kind: 'finite-sum-quadratic', agents: 2, components: 2, dimension: 2, eigenvalues: [0.5, 2] },
  ...{ agentScale: 'one', agentOffset: 1, componentOffset: 1, initial: 'stationary', seed: 1 },
  kernel: { shape: 'uniform', persistence: 0.4 },
});
const GAUSSIAN = buildProblem({
  ...{ kind: 'gauss-markov-quadratic', agents: 2, dimension: 2, offsetScale: 1, curvature: 'convex' },
  ...{ noiseVariance: 0.1, noiseSpectralRadius: 0.7, initialNoise: 'stationary', seed: 1 },
});
const ALGORITHMS = [
  { name: 'local-sa', stepSize: 0.05 },
  { name: 'scafflsa', stepSize: 0.05 },
] as const;

test.each([
  ['i.i.d.', CHAINS, 'iid'],
  ['Markov', CHAINS, 'markov'],
  ['exact', CHAINS, 'exact'],
  ['Gauss–Markov', GAUSSIAN, 'markov'],
] as const)('%s', (_words, problem, sampling) => {
  const known = knownProblem(problem, solveProblem(problem), {
    ...{ trigger: { kind: 'deterministic', localSteps: 3 }, sampling, initial: [1, -2] },
  });
  if ('reason' in known) throw new Error(known.reason);
  const errors = (
    algorithm: (typeof ALGORITHMS)[number],
    rounds: readonly number[],
    momentsOf: MomentsOf,
  ) => {
    const found = exactErrorsOf(known, algorithm, rounds, PATIENT_BUDGET, momentsOf);
    if (found.kind === 'refused') throw new Error(found.reason);
    return found;
  };
  for (const algorithm of ALGORITHMS) {
    const each = errors(algorithm, Array.from({ length: T }, (_, t) => t), errorMoments); // prettier-ignore
    const mean = errors(algorithm, [T], meanMoments(T));
    const expected = each.meanSquare.reduce((sum, value) => sum + value / T, 0);
    expect(mean.meanSquare).toHaveLength(1);
    expect(mean.meanSquare[0]! / expected).toBeCloseTo(1, 12);
  }
});
