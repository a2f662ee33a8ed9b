/** Sums over all lags, against the lags one by one. */
import { describe, expect, test } from 'vitest';
import { Generator } from '../../../src/maths/generator.ts';
import { multiply } from '../../../src/maths/linearAlgebra.ts';
import { stationaryDistribution } from '../../../src/maths/markovChain.ts';
import { additiveNoise } from '../../../src/problems/noise/additiveNoise.ts';
import { type ChainOperator, chainNoise } from '../../../src/problems/noise/chainNoise.ts';
import { persistentNoise } from '../../../src/problems/noise/uniformNoise.ts';
import { relativeDistance, type Row } from '../../oracles/plainMatrices.ts';

const [S, d] = [4, 2];
const THETA = Float64Array.of(0.4, -0.7);

function randomChain(seed: number): ChainOperator['chain'] {
  const generator = new Generator([seed, 1, 1, 1]);
  const transition = Float64Array.from({ length: S * S }, () => generator.uniform());
  for (let s = 0; s < S; s++) {
    transition[s * S + s]! += 2;
    const row = transition.subarray(s * S, (s + 1) * S);
    row.set(row.map((p) => p / row.reduce((sum, x) => sum + x, 0)));
  }
  return { states: S, transition, stationary: stationaryDistribution(transition, S) };
}

function operatorOn(observes: ChainOperator['observes'], affine: boolean): ChainOperator {
  const bend = affine ? 0 : 0.3;
  return {
    dimension: d,
    chain: randomChain(observes === 'states' ? 1 : 2),
    observes,
    affine,
    evaluate: (s, next, theta, out) => {
      const step = observes === 'states' ? 0 : next;
      out[0] = s - step - (1 + s) * theta[0]! + 0.5 * step * theta[1]! + bend * Math.sin(theta[1]! * s);
      out[1] = s * s - step * theta[0]! - theta[1]! + bend * Math.cos(theta[0]! + step);
    },
  };
}

/** All (s, s') with their probabilities, X = G − Ḡ, and ∂G/∂θ by differences. */
function outcomesOf(operator: ChainOperator): { from: number; to: number; weight: number; X: Row; J: Row }[] {
  const { chain } = operator;
  const at = (s: number, next: number, theta: Row): Row => {
    const out = new Float64Array(d);
    operator.evaluate(s, next, Float64Array.from(theta), out);
    return [...out];
  };
  const list = Array.from({ length: S * S }, (_, e) => {
    const [from, to] = [Math.floor(e / S), e % S];
    const J = Array.from({ length: d * d }, (_unused, k) => {
      const [i, j] = [Math.floor(k / d), k % d];
      const side = (by: number): number =>
        at(
          from,
          to,
          [...THETA].map((x, l) => (l === j ? x + by : x)),
        )[i]!;
      return (side(1e-5) - side(-1e-5)) / 2e-5;
    });
    return {
      from,
      to,
      weight: chain.stationary[from]! * chain.transition[e]!,
      X: at(from, to, [...THETA]),
      J,
    };
  });
  const mean = [0, 1].map((j) => list.reduce((sum, o) => sum + o.weight * o.X[j]!, 0));
  return list.map((o) => ({ ...o, X: o.X.map((x, j) => x - mean[j]!) }));
}

/** P^k, by repeated multiplication. */
function power(P: Readonly<Float64Array>, k: number): Float64Array {
  let out: Float64Array = Float64Array.from({ length: S * S }, (_, e) => (e % (S + 1) === 0 ? 1 : 0));
  for (let n = 0; n < k; n++) out = multiply(out, P, S);
  return out;
}

/** P(o_0, o_lag) for two transitions, lag ≥ 1. */
const joint = (
  chain: ChainOperator['chain'],
  gap: Float64Array,
  o: { from: number; to: number; weight: number },
  later: { from: number; to: number },
): number => o.weight * gap[o.to * S + later.from]! * chain.transition[later.from * S + later.to]!;

describe.each([
  ['states', true],
  ['transitions', true],
  ['states', false],
  ['transitions', false],
] as const)('%s, affine %s', (observes, affine) => {
  const operator = operatorOn(observes, affine);
  const outcomes = outcomesOf(operator);
  const LAGS = 300;

  test.each([1, 2, 3])(
    'the long-run covariance with stride %i is the sum of the autocovariances',
    (stride) => {
      const expected = Array.from({ length: d * d }, (_, e) => {
        const [i, j] = [Math.floor(e / d), e % d];
        return outcomes.reduce((sum, o) => sum + o.weight * o.X[i]! * o.X[j]!, 0);
      });
      let gap = power(operator.chain.transition, stride - 1);
      const kernel = power(operator.chain.transition, stride);
      for (let lag = 1; lag <= LAGS; lag++) {
        for (const o of outcomes) {
          for (const later of outcomes) {
            const p = joint(operator.chain, gap, o, later);
            for (let e = 0; e < d * d; e++) {
              const [i, j] = [Math.floor(e / d), e % d];
              expected[e]! += p * (o.X[i]! * later.X[j]! + o.X[j]! * later.X[i]!);
            }
          }
        }
        gap = multiply(gap, kernel, S);
      }
      const { covariance } = chainNoise(operator).longRun!(THETA, stride, []);
      expect(relativeDistance([...covariance], expected)).toBeLessThan(1e-11);
    },
  );

  test('the memory is Σ w(ℓ) E[∂G(o_ℓ) X(o_0)], lag by lag', () => {
    // 0 at lag 7 and negative after it: FedHSA's weights pass through 0
    const within = (lag: number): number => 0.75 * (1 - lag / 7);
    const weights = { carried: 0.25, within, reach: 15 };
    const expected = [0, 0];
    let gap = power(operator.chain.transition, 0);
    for (let lag = 1; lag <= LAGS; lag++) {
      const w = weights.carried + (lag < weights.reach ? within(lag) : 0);
      for (const o of outcomes) {
        for (const later of outcomes) {
          const p = w * joint(operator.chain, gap, o, later);
          for (let i = 0; i < d; i++) {
            expected[i]! += p * (later.J[i * d]! * o.X[0]! + later.J[i * d + 1]! * o.X[1]!);
          }
        }
      }
      gap = multiply(gap, operator.chain.transition, S);
    }
    const { memories } = chainNoise(operator).longRun!(THETA, 1, [weights]);
    expect(relativeDistance([...memories[0]!], expected)).toBeLessThan(1e-8);
  });
});

test('outcomes along one direction: the short cut gives the same covariance', () => {
  const operator: ChainOperator = {
    ...operatorOn('transitions', true),
    evaluate: (s, next, theta, out) => {
      const delta = s - 0.9 * next * theta[0]! - theta[1]!;
      out.set([delta * (1 + s), delta * (2 - s)]);
    },
  };
  const [short, full] = [new Float64Array(4), new Float64Array(4)];
  chainNoise({ ...operator, parallel: true }).covariance(THETA, short);
  chainNoise(operator).covariance(THETA, full);
  expect(relativeDistance([...short], [...full])).toBeLessThan(1e-14);
});

test('records that stay with probability ρ are the chain P = ρI + (1 − ρ)11ᵀ/n', () => {
  const rho = 0.6;
  const transition = Float64Array.from(
    { length: S * S },
    (_, e) => (1 - rho) / S + (e % (S + 1) === 0 ? rho : 0),
  );
  const chain = { states: S, transition, stationary: new Float64Array(S).fill(1 / S) };
  const operator = { ...operatorOn('states', false), chain };
  const operatorNoise = chainNoise(operator);
  const other = persistentNoise(d, S, rho, (k, theta, out) => operator.evaluate(k, k, theta, out));
  const weights = { carried: 0.2, within: (lag: number) => 0.9 ** lag * (lag % 2), reach: 400 };
  for (const stride of [1, 3]) {
    const [a, b] = [operatorNoise, other].map((noise) => noise.longRun!(THETA, stride, [weights]));
    expect(relativeDistance([...b!.covariance], [...a!.covariance])).toBeLessThan(1e-12);
    expect(relativeDistance([...b!.memories[0]!], [...a!.memories[0]!])).toBeLessThan(1e-8);
  }
});

test('Gauss–Markov noise: v (I − Q)⁻¹(I − Q)⁻ᵀ, and in one dimension every q-th value', () => {
  // (I − Q)⁻¹ of Q = (½ 1; 0 ½) is (2 4; 0 2)
  const { covariance } = additiveNoise(Float64Array.of(0.5, 1, 0, 0.5), 2, 3).longRun!(THETA, 1, []);
  expect(relativeDistance([...covariance], [60, 24, 24, 12])).toBeLessThan(1e-13);
  const scalar = additiveNoise(Float64Array.of(0.9), 1, 0.19).longRun!(THETA, 2, []).covariance;
  // variance 1, correlations 0.81^k
  expect(Math.abs(scalar[0]! - 1.81 / 0.19)).toBeLessThan(1e-12);
});
