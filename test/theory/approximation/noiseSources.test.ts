/** The noise of TD(0) by its features, against the same operators one by one; and its serial covariances, against sums over paths. */
import { describe, expect, test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import type { LinearMean } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { fluctuate, type Fluctuations } from '../../../src/theory/approximation/additiveRound.ts';
import { meanOverSteps } from '../../../src/theory/approximation/firstMoments.ts';
import { localChain, localShape } from '../../../src/theory/approximation/localSteps.ts';
import { meanMap, meanOperator, meanStep } from '../../../src/theory/approximation/meanOperator.ts';
import type { NoiseSource } from '../../../src/theory/approximation/noiseSource.ts';
import { operatorNoise } from '../../../src/theory/approximation/operatorNoise.ts';
import { temporalNoise } from '../../../src/theory/approximation/temporalNoise.ts';
import { ownUniforms } from '../../oracles/explicitProblem.ts';
import { specimen } from '../../oracles/specimens.ts';

const d = 3;
const dense = buildProblem(
  specimen('linear-features-td', { agents: 1, states: 6, dimension: d, discount: [0.5, 0.99] }),
);
const sparse = buildProblem(specimen('garnet', { agents: 1, states: 6, actions: 1, dimension: d, seed: 3 }));

const uniform = ownUniforms(4);
const draw = (length: number): Float64Array => Float64Array.from({ length }, () => 2 * uniform() - 1);
/** x xᵀ + y yᵀ */
const covariance = (): Float64Array => {
  const [x, y] = [draw(d), draw(d)];
  return Float64Array.from(
    { length: d * d },
    (_, at) => x[Math.floor(at / d)]! * x[at % d]! + y[Math.floor(at / d)]! * y[at % d]!,
  );
};

describe.each([
  ['a full kernel', dense],
  ['two successors', sparse],
])('TD(0) with %s', (_, problem) => {
  const agent = problem.agent(0);
  const law = agent.observations!() as FiniteObservations;
  const mean = agent.mean as LinearMean;
  const root = Float64Array.from(solveProblem(problem).root!, (value) => value + 0.1);
  const n = law.chain.states;
  const byFeatures = temporalNoise(law, law.temporalDifference!, mean, root);
  const byOperators = operatorNoise(law, mean, root);

  const expectSame = (compute: (source: NoiseSource) => readonly Float64Array[]): void => {
    const [first, other] = [compute(byFeatures), compute(byOperators)];
    expect(first.length).toBe(other.length);
    first.forEach((values, k) => {
      values.forEach((value, j) => {
        expect(Math.abs(value - other[k]![j]!)).toBeLessThan(1e-12);
      });
    });
  };

  test.each([
    ['steps', localShape({ kind: 'step', stepSize: 0.1 }, d, false)],
    ['steps with a correction', localShape({ kind: 'step', stepSize: 0.1 }, d, true)],
    ['gathered values', localShape({ kind: 'gather' }, d, true)],
  ])('has the same fluctuations by features as by operators: %s', (__, shape) => {
    const now: Fluctuations = {
      v: draw(n * d),
      vv: covariance(),
      ...(shape.second && { f: draw(n * d), vf: covariance(), ff: covariance() }),
    };
    const point = draw(d);
    expectSame((source) => {
      const { v, vv, f = v, vf = vv, ff = vv } = fluctuate(source, shape, point, now);
      return [v, vv, f, vf, ff, source.meanNoise(point)];
    });
  });

  test('has the same serial covariances, and they are those of its paths', () => {
    expectSame((source) => source.lagged(4));
    const A = new Float64Array(d * d);
    const later = new Float64Array(d * d);
    const b = new Float64Array(d);
    const { transition: P, stationary } = law.chain;
    const product = new Float64Array(d * d);
    for (let s = 0; s < n; s++) {
      for (let u = 0; u < n; u++) {
        for (let w = 0; w < n; w++) {
          for (let x = 0; x < n; x++) {
            const p = stationary[s]! * P[s * n + u]! * P[u * n + w]! * P[w * n + x]!;
            if (p === 0) continue;
            law.affine(s, u, A, b);
            law.affine(w, x, later, b);
            for (let i = 0; i < d; i++)
              for (let j = 0; j < d; j++)
                for (let k = 0; k < d; k++) product[i * d + j]! += p * later[i * d + k]! * A[k * d + j]!;
          }
        }
      }
    }
    const lag2 = byFeatures.lagged(2)[1]!;
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        let square = 0;
        for (let k = 0; k < d; k++) square += mean.A[i * d + k]! * mean.A[k * d + j]!;
        expect(lag2[i * d + j]).toBeCloseTo(product[i * d + j]! - square, 12);
      }
    }
  });

  test('has the mean of its steps but for terms of the third order in η', () => {
    const chain = localChain(law, root);
    const errorAt = (stepSize: number, lagged: readonly Float64Array[]): number => {
      const shape = localShape({ kind: 'step', stepSize }, d, true);
      const exact = meanOverSteps(chain, shape, 8);
      const D = shape.size;
      const map = meanMap(shape, meanOperator(mean, root), lagged, 8);
      let most = 0;
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) {
          let average = 0;
          for (let s = 0; s < n; s++) average += law.chain.stationary[s]! * exact[(s * d + i) * D + j]!;
          most = Math.max(most, Math.abs(average - map[i * D + j]!));
        }
      }
      return most;
    };
    const lagged = byFeatures.lagged(20);
    // halving η: an eighth, where independent observations would have a quarter
    expect(errorAt(2e-3, lagged) / errorAt(1e-3, lagged)).toBeCloseTo(8, 0);
    expect(errorAt(2e-3, []) / errorAt(1e-3, [])).toBeCloseTo(4, 0);
  });

  test.each(['step', 'gather'] as const)(
    'without serial covariances its mean goes step by step: %s',
    (kind) => {
      const shape = localShape(kind === 'step' ? { kind, stepSize: 0.1 } : { kind }, d, true);
      const z = Float64Array.of(...draw(2 * d), 1);
      const map = meanMap(shape, byFeatures.mean, [], 13);
      const end = Float64Array.from(z);
      for (let step = 0; step < 13; step++) meanStep(shape, byFeatures.mean, end);
      for (let i = 0; i < d; i++) {
        let value = 0;
        for (let j = 0; j < z.length; j++) value += map[i * shape.size + j]! * z[j]!;
        expect(value).toBeCloseTo(end[i]!, 12);
      }
    },
  );

  test('a long round goes on as its serial covariances have left it', () => {
    const shape = localShape({ kind: 'step', stepSize: 0.01 }, d, true);
    const lagged = byFeatures.lagged(30);
    const short = 2 * lagged.length + 20;
    // the same recursion, term by term, to beyond where it is continued by powers
    const B = meanMap(shape, byFeatures.mean, [], 1);
    const products = [
      Float64Array.from({ length: d * d }, (__, at) => (Math.floor(at / d) === at % d ? 1 : 0)),
    ];
    for (let step = 0; step < short + 60; step++) {
      const next = new Float64Array(d * d);
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) {
          for (let k = 0; k < d; k++)
            next[i * d + j]! += B[i * shape.size + k]! * products[step]![k * d + j]!;
          for (let lag = 1; lag <= Math.min(step, lagged.length); lag++)
            for (let k = 0; k < d; k++)
              next[i * d + j]! += 1e-4 * lagged[lag - 1]![i * d + k]! * products[step - lag]![k * d + j]!;
        }
      }
      products.push(next);
    }
    const map = meanMap(shape, byFeatures.mean, lagged, short + 60);
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++)
        expect(map[i * shape.size + j]).toBeCloseTo(products[short + 60]![i * d + j]!, 9);
  });
});
