import { describe, expect, test } from 'vitest';
import {
  type FedHsaConstants,
  fedHsaConstants,
  mixingTimeOf,
} from '../../../src/theory/bounds/fedHsa/constants.ts';
import {
  type FedHsaRun,
  independentShape,
  markovShape,
} from '../../../src/theory/bounds/fedHsa/convergence.ts';
import {
  largestUsefulLocalSteps,
  speedupPlan,
  speedupStep,
} from '../../../src/theory/bounds/fedHsa/linearSpeedup.ts';
import { fedHsaStatements } from '../../../src/theory/bounds/fedHsaStatements.ts';
import type { StatedRun } from '../../../src/theory/bounds/statedRun.ts';
import type { ChainLaw } from '../../../src/problems/observationLaw.ts';
import { twoStepLimit } from '../../../src/claims/fedHsa/twoStepLimit.ts';
import type { TermedStatement } from '../../../src/theory/bounds/statement.ts';
import { linearOf, randomMeans, localSaLimit } from '../linearFixture.ts';
import type { Unknown } from '../../../src/theory/unknown.ts';

const CONSTANTS: FedHsaConstants = { agents: 4, monotonicity: 0.5, lipschitz: 2, growth: 3 };
const RATES = [{ factor: 1, rate: 0.5 }];
const RUN: FedHsaRun = { stepSize: 1e-4, serverStepSize: 1, localSteps: 10, rounds: 1000, initialSquare: 7 };

const terms = (statement: TermedStatement | Unknown): number[] => {
  if ('reason' in statement) throw new Error(statement.reason);
  expect(statement).toMatchObject({ kind: 'shape' });
  return statement.terms.map(({ value }) => value);
};

test('Proposition 1: ηv is the exact limit of Local SA with two local steps', () => {
  for (const [seed, eta] of [
    [1, 0.01],
    [2, 0.2],
    [3, 0.5],
  ] as const) {
    const linear = linearOf(3, randomMeans(5, 3, 0.4, seed));
    const exact = localSaLimit(linear, eta, { kind: 'deterministic', localSteps: 2 });
    twoStepLimit(linear, eta).forEach((value, j) => expect(Math.abs(value - exact[j]!)).toBeLessThan(1e-14));
  }
});

describe('the shapes scale as stated', () => {
  test('Theorem 2: M divides the middle term alone; α goes in once and twice', () => {
    const [start, variance, higher] = terms(markovShape(CONSTANTS, RATES, RUN));
    const [start2, variance2, higher2] = terms(markovShape({ ...CONSTANTS, agents: 8 }, RATES, RUN));
    expect([start2, higher2]).toEqual([start, higher]);
    expect(variance2! / variance!).toBe(0.5);
    // σ in place of 3: 6, with d_0 + σ² from 16 to 43
    const louder = terms(markovShape({ ...CONSTANTS, growth: 6 }, RATES, RUN));
    expect(louder.map((value, k) => value / [start!, variance!, higher!][k]!)).toEqual([43 / 16, 4, 4]);
  });

  test('Theorem 2, by hand: α = 10⁻³, τ̄ = 20, ρ = ½', () => {
    // ½^20 < 10⁻⁶ < ½^19
    expect(mixingTimeOf(RATES, 1e-6)).toBe(20);
    const [start, variance, higher] = terms(markovShape(CONSTANTS, RATES, RUN));
    expect(Math.abs(start! / (16 * Math.exp(-0.125)) - 1)).toBeLessThan(1e-14);
    expect(Math.abs(variance! / ((20 * 1e-3 * 4 * 9) / (0.5 * 4 * 10 * 0.5)) - 1)).toBeLessThan(1e-14);
    expect(Math.abs(higher! / ((1e-6 * 16 * 9) / 0.25) - 1)).toBeLessThan(1e-14);
  });

  test('Theorem 1 has no mixing in it, and twice the rate', () => {
    const [start, variance] = terms(independentShape(CONSTANTS, RUN));
    expect(Math.abs(start! / (7 * Math.exp(-0.25)) - 1)).toBeLessThan(1e-14);
    const markov = terms(markovShape(CONSTANTS, RATES, RUN));
    expect(Math.abs(markov[1]! / variance! - 20 / 0.5)).toBeLessThan(1e-12);
  });

  test('conditions: α_g = 1, small steps, and T ≥ 2τ̄', () => {
    const failing = [{ serverStepSize: 0.5 }, { stepSize: 0.1 }, { rounds: 39 }];
    for (const change of failing) {
      expect(markovShape(CONSTANTS, RATES, { ...RUN, ...change })).toHaveProperty('reason');
    }
  });
});

describe('Corollary 1 and (14)', () => {
  test('with its step the start has shrunk to 1/(MHT) after T rounds', () => {
    const eta = speedupStep(CONSTANTS, 10, 1000);
    expect(Math.abs(Math.exp(-(0.5 / 4) * (10 * eta) * 1000) * 4e4 - 1)).toBeLessThan(1e-11);
    expect(() => speedupStep({ agents: 1, monotonicity: 1 }, 1, 1)).toThrow(/MHT > 1/);
  });

  test('at the largest useful H, the term that M divides equals the one that it does not', () => {
    const mixing = { time: 20, rate: 0.5 };
    const R = 1e8;
    const H = largestUsefulLocalSteps(CONSTANTS, mixing, R);
    const T = R / H;
    const alpha = H * speedupStep(CONSTANTS, H, T);
    const divided = (mixing.time * alpha * 4) / (0.5 * 4 * H * (1 - mixing.rate));
    expect(Math.abs(divided / ((alpha ** 2 * 16) / 0.25) - 1)).toBeLessThan(1e-12);
    // of the order of √(R/M)
    const more = largestUsefulLocalSteps(CONSTANTS, mixing, 4 * R);
    expect(Math.abs(((more / H) ** 2 * Math.log(16 * R)) / Math.log(4 * R) - 4)).toBeLessThan(1e-12);
  });

  test('a run is told the H of the corollary’s step size, whatever its own', () => {
    const linear = linearOf(2, randomMeans(2, 2, 0.4, 1));
    const chain = { transition: Float64Array.of(0.9, 0.1, 0.2, 0.8), states: 2 } as ChainLaw;
    const run: StatedRun = {
      ...{ linear, laws: [undefined, undefined], chains: [chain, chain], sampling: 'markov' },
      ...{ localSteps: 10, rounds: 1000, start: new Float64Array(2) },
    };
    const told = [1e-5, 0.05].map((stepSize) => {
      const statements = fedHsaStatements({ stepSize, serverStepSize: 1, momentum: 1 }, run);
      return statements.find(({ source }) => source === 'FedHSA (14)')!.total!;
    });
    expect(told[0]).toBe(told[1]);
    // c = 1/0.49, ρ = 0.7
    const constants = fedHsaConstants(linear, run.laws) as FedHsaConstants;
    const alpha = (4 * Math.log(20_000)) / (constants.monotonicity * 1000);
    const time = Math.ceil(Math.log(alpha ** 2 * 0.49) / Math.log(0.7));
    expect(told[0]).toBeCloseTo(largestUsefulLocalSteps(constants, { time, rate: 0.7 }, 10_000), 10);
  });

  test('the rate is 1/(MHT)', () => {
    const mixing = { time: 20, rate: 0.5 };
    const single = speedupPlan(CONSTANTS, mixing, 10, 1000, 7);
    expect(single.meanSquare / speedupPlan(CONSTANTS, mixing, 10, 3000, 7).meanSquare).toBeCloseTo(3, 12);
    expect(Math.abs(single.meanSquare - (7 + (20 * 36) / (0.25 * 0.5)) / 4e4)).toBeLessThan(1e-14);
    expect(single.leastRounds).toBeCloseTo(64 * Math.log(4e4) * 20, 8);
  });
});

test('L, μ and σ of two scalar agents', () => {
  const linear = linearOf(1, [
    { kind: 'linear', A: Float64Array.of(0.5), b: Float64Array.of(1) },
    { kind: 'linear', A: Float64Array.of(1.1), b: Float64Array.of(8) },
  ]);
  // μ = 0.8; L = 1.1; θ* = 4.5/0.8 = 5.625, b/L = 7.27…
  const constants = fedHsaConstants(linear, [undefined, undefined]);
  if ('reason' in constants) throw new Error(constants.reason);
  expect(constants.monotonicity).toBeCloseTo(0.8, 14);
  expect(constants.lipschitz).toBeCloseTo(1.1, 14);
  expect(constants.growth).toBeCloseTo(8 / 1.1, 13);
});
