/** Moments of many local steps by their slow modes, against the same step by step. */
import { describe, expect, test } from 'vitest';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import {
  addSymmetricSquare,
  assign,
  block,
  identityMatrix,
  matrix,
  multiply,
  symmetricSquare,
} from '../../../src/maths/matrix.ts';
import { packedIndex, packedLength } from '../../../src/maths/packed.ts';
import type { LocalChain, LocalShape } from '../../../src/maths/jumpLinear/jumpSystem.ts';
import { localChain, localShape } from '../../../src/theory/chain/localSteps.ts';
import { manySteps } from '../../../src/maths/jumpLinear/manySteps.ts';
import { functionalsBefore, squareOfV } from '../../../src/maths/jumpLinear/squareFunctionals.ts';
import { randomProblem } from '../../oracles/explicitProblem.ts';
import { known } from '../../theory/levels/knownCase.ts';

const D = 2;
const Z = 2 * D + 1;
const STEPS = 400;

function chainOf(seed: number): LocalChain {
  const { agents, root } = known(randomProblem(1, D, seed), { kind: 'deterministic', localSteps: STEPS });
  return localChain(agents[0]!.law as FiniteObservations, root);
}

/** E[v vᵀ] step by step, from the stationary law, as a map of packed z zᵀ `[packed d, packed z]`. */
function stepByStep(chain: LocalChain, local: LocalShape): Float64Array {
  const ofV = squareOfV(D, Z);
  const after = Float64Array.from({ length: chain.states * ofV.length }, (_, k) => ofV[k % ofV.length]!);
  const before = functionalsBefore(chain, local, after, STEPS);
  return ofV.map((_, k) => {
    const mean = chain.stationary.reduce((sum, p, s) => sum + p * before[s * ofV.length + k]!, 0);
    const isDiagonal = Array.from({ length: Z }, (__, j) => packedIndex(j, j)).includes(k % packedLength(Z));
    return isDiagonal ? mean : 2 * mean;
  });
}

/** Largest error of the variance, beside the largest of its elements. */
function errorOf(chain: LocalChain, stepSize: number): number {
  const local = localShape({ kind: 'step', stepSize }, D, true);
  const { mean, second } = manySteps(chain, local, STEPS)!;
  const truth = stepByStep(chain, local);
  const still = symmetricSquare(mean).values;
  const variance = Math.max(...truth.map((value, k) => Math.abs(value - still[k]!)));
  return Math.max(...truth.map((value, k) => Math.abs(value - second.values[k]!))) / variance;
}

describe('of a random chain', () => {
  test.each([3, 7, 11])('the variance is right but for the third order, seed %i', (seed) => {
    const chain = chainOf(seed);
    const [large, small] = [0.08, 0.02].map((step) => errorOf(chain, step));
    expect(large).toBeLessThan(0.01);
    expect(small).toBeLessThan(large! / 4 ** 2.5);
  });

  test('from another law at the start, by the modes of the start', () => {
    const chain = chainOf(7);
    const local = localShape({ kind: 'step', stepSize: 0.02 }, D, true);
    const steps = manySteps(chain, local, STEPS)!;
    const start = matrix(packedLength(Z), packedLength(Z));
    chain.stationary.forEach((p, s) => {
      const Lambda = identityMatrix(Z);
      assign(block(Lambda, [0, D]), block(steps.left, [s * D, D]));
      addSymmetricSquare(start, Lambda, p);
    });
    multiply(steps.square, start).values.forEach((value, k) => {
      expect(value).toBeCloseTo(steps.second.values[k]!, 12);
    });
    const none = steps.begun(matrix(1, chain.states, Float64Array.from(chain.stationary)));
    expect(Math.max(...none.values.map(Math.abs))).toBeLessThan(1e-15);
  });

  test('sums of observations at a model that stays are exact', () => {
    const chain = chainOf(7);
    const local = localShape({ kind: 'gather' }, D, true);
    const { second } = manySteps(chain, local, STEPS)!;
    const truth = stepByStep(chain, local);
    const size = Math.max(...truth.map(Math.abs));
    expect(Math.max(...truth.map((value, k) => Math.abs(value - second.values[k]!)))).toBeLessThan(
      1e-12 * size,
    );
  });

  test('steps too large for the mixing time have no modes', () => {
    expect(manySteps(chainOf(7), localShape({ kind: 'step', stepSize: 50 }, D, true), STEPS)).toBeUndefined();
  });
});
