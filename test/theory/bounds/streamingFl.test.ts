import { describe, expect, test } from 'vitest';
import { gradientLaw } from '../../../src/theory/bounds/gradientLaw.ts';
import {
  localSgdComplexity,
  minibatchSgdComplexity,
} from '../../../src/theory/bounds/streamingFl/complexity.ts';
import {
  initialGradients,
  quadraticDissimilarity,
  streamingConstants,
  systemChain,
} from '../../../src/theory/bounds/streamingFl/constants.ts';
import {
  largestLocalTime,
  localSgdBound,
  localSgdMomentumShape,
  minibatchSgdBound,
  type StreamingConstants,
} from '../../../src/theory/bounds/streamingFl/convergence.ts';
import type { TermedStatement } from '../../../src/theory/bounds/statement.ts';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { runStatements } from '../../../src/theory/bounds/runStatements.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { linearOf } from '../linearFixture.ts';
import type { Unknown } from '../../../src/theory/unknown.ts';

const CONSTANTS: StreamingConstants = {
  agents: 10,
  smoothness: 2,
  noise: 3,
  initialGap: 5,
  supremumRatio: 1.5,
  pseudoSpectralGap: 0.25,
};
const RUN = { localSteps: 20, rounds: 400 };
// C_∞σ²/(ν_ps MK) = 1.5·3/(0.25·10·20)
const FLOOR = 0.09;

const terms = (statement: TermedStatement | Unknown): number[] => {
  if ('reason' in statement) throw new Error(statement.reason);
  return statement.terms.map(({ value }) => value);
};
const expectTerms = (statement: TermedStatement | Unknown, expected: number[]): void => {
  terms(statement).forEach((value, k) => expect(Math.abs(value / expected[k]! - 1)).toBeLessThan(1e-14));
};

describe('by hand', () => {
  test('Theorem 4.5, (86): 2Δ_0/(γT) with γ = ¼ and four floors; γ above 1/L is refused', () => {
    const bound = minibatchSgdBound(CONSTANTS, RUN, 0.25);
    expectTerms(bound, [0.1, 4 * FLOOR]);
    expect(bound).toMatchObject({ kind: 'bound' });
    expect(minibatchSgdBound(CONSTANTS, RUN, 0.6)).toHaveProperty('reason');
  });

  test('Theorem 4.7, (100): the drift grows with ηK, the start shrinks with it, the floor does not know η', () => {
    const unlike = { constant: 1, factor: 2 };
    const expected = (start: number, drift: number): number[] => [
      (98 / 45) * start,
      (392 / 45) * FLOOR,
      (40 / 45) * drift,
    ];
    expectTerms(localSgdBound(CONSTANTS, unlike, RUN, 0.001), expected(0.625, 0.08));
    expectTerms(localSgdBound(CONSTANTS, unlike, RUN, 0.00125), expected(0.5, 0.1));
    expect(localSgdBound(CONSTANTS, unlike, RUN, 0.001)).toMatchObject({ kind: 'bound' });
    // 1/(10 · 2 · 20 · 2)
    expect(localSgdBound(CONSTANTS, unlike, RUN, 0.00126)).toHaveProperty('reason');
  });

  test('Theorem 4.9: LΔ_0/(βT), within (16)', () => {
    const steps = { stepSize: 1e-5, serverStepSize: 0.01, momentum: 0.5, initialGradients: 4 };
    expectTerms(localSgdMomentumShape(CONSTANTS, RUN, steps), [0.05, FLOOR]);
    // the smallest of 2, √(1.5/(0.25·10·20·¼)), √(10/(400·4/8)), 2 and 1/(½·0.01·2·400)
    expect(largestLocalTime(CONSTANTS, RUN, steps)).toBeCloseTo(Math.sqrt(0.05), 14);
    expect(localSgdMomentumShape(CONSTANTS, RUN, { ...steps, stepSize: 0.1 })).toHaveProperty('reason');
    expect(localSgdMomentumShape(CONSTANTS, RUN, { ...steps, serverStepSize: 1 })).toHaveProperty('reason');
  });
});

test('with K and T of the corollaries, the terms of the theorems are equal shares of ε²', () => {
  const epsilon = 0.01;
  const square = epsilon ** 2;
  const run = minibatchSgdComplexity(CONSTANTS, epsilon);
  expectTerms(minibatchSgdBound(CONSTANTS, run, 1 / CONSTANTS.smoothness), [square / 2, square / 2]);
  const unlike = { constant: 1, factor: 2 };
  const local = localSgdComplexity(CONSTANTS, unlike, epsilon);
  const stepSize = (3 * unlike.factor * square) / (8 * local.localSteps * 2 * (1 + 3));
  expectTerms(localSgdBound(CONSTANTS, unlike, local, stepSize), [square / 3, square / 3, square / 3]);
});

describe('the bounds hold: exact moments of two agents on chains, additive noise', () => {
  // ∇F_m(w) = w − b_m(s): L = 1, δ² = 1; the gradients' mean square is that of the error
  const problem = finiteLinear.build({
    kind: 'finite-linear',
    dimension: 1,
    agents: [1, -2].map((centre) => ({
      states: 2,
      transition: Float64Array.of(0.7, 0.3, 0.2, 0.8),
      A: Float64Array.of(1, 1),
      b: Float64Array.of(centre - 1.5, centre + 1),
      initial: { state: 0 },
    })),
  });
  const solution = solveProblem(problem);
  const K = 4;
  const T = 30;
  const algorithms = [
    { name: 'minibatch-sgd', serverStepSize: 0.4 },
    { name: 'minibatch-sgd', serverStepSize: 1 },
    { name: 'local-sa', stepSize: 0.01, serverStepSize: 1 },
    { name: 'local-sa', stepSize: 0.025, serverStepSize: 1 },
  ] as const;
  test.each(['markov', 'iid'] as const)('%s', (sampling) => {
    for (const algorithm of algorithms) {
      const run = {
        algorithms: [algorithm],
        trigger: { kind: 'deterministic', localSteps: K },
        budget: { kind: 'rounds', rounds: T },
        initial: [3],
        sampling,
        stride: 1,
      } as const;
      const [statement] = runStatements(problem, solution, run).filter(({ source }) =>
        source.startsWith('Streaming'),
      );
      expect(statement!).toMatchObject({ kind: 'bound' });
      const rounds = Array.from({ length: T }, (_, t) => t);
      const exact = exactErrors(problem, solution, run, algorithm, rounds);
      if (exact.kind === 'refused') throw new Error(exact.reason);
      const mean = exact.meanSquare.reduce((sum, x) => sum + x / T, 0);
      expect(mean).toBeLessThanOrEqual(statement!.total!);
      // not by so much that a slip would pass unseen
      expect(statement!.total! / mean).toBeLessThan(200);
    }
  });
});

describe('the constants of quadratics', () => {
  const linear = linearOf(1, [
    { kind: 'linear', A: Float64Array.of(1), b: Float64Array.of(1) },
    { kind: 'linear', A: Float64Array.of(3), b: Float64Array.of(0) },
  ]);
  const law = gradientLaw(linear, [undefined, undefined]);
  if ('reason' in law) throw new Error(law.reason);

  test('Δ_0 = ½ Ā (w_0 − θ*)², and (θ², δ²) dominate at every w', () => {
    // Ā = 2, θ* = ¼; w_0 = 1¼
    const constants = streamingConstants(
      linear,
      law,
      { supremumRatio: 1, pseudoSpectralGap: 1 },
      Float64Array.of(1.25),
    );
    expect(constants).toMatchObject({ initialGap: 1, noise: 0 });
    const { constant, factor } = quadraticDissimilarity(linear, law);
    for (const w of [-50, -1, 0, 0.25, 0.3, 2, 1e4]) {
      const gradients = initialGradients(linear, Float64Array.of(w));
      expect(gradients).toBeLessThanOrEqual(constant + factor * (2 * (w - 0.25)) ** 2);
    }
  });

  test('chains that move independently: C_∞ multiplies, ν_ps is the smallest', () => {
    const flips = (p: number) => ({
      states: 2,
      transition: Float64Array.of(1 - p, p, p, 1 - p),
      stationary: Float64Array.of(0.5, 0.5),
    });
    const system = systemChain([flips(0.25), flips(0.1)]);
    if ('reason' in system) throw new Error(system.reason);
    // reversible with second eigenvalue 1 − 2p: 1 − (1 − 2p)², both at the first power
    expect(system.pseudoSpectralGap).toBeCloseTo(0.36, 13);
    expect(system.supremumRatio).toBeCloseTo(1.5 * 1.8, 13);
  });
});
