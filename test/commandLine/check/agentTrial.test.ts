/** Each mistake of a user's agent that can be seen by trying it is told in words that name it. */
import { describe, expect, test } from 'vitest';
import { tryAgent } from '../../../src/runs/check/agentTrial.ts';
import { estimateOf } from '../../../src/runs/check/meanTrial.ts';
import type { Generator } from '../../../src/maths/generator.ts';

const D = 2;
type Vector = Float64Array;

/** G(θ, z) = (1 − θ_0 + z, −θ_1 + z θ_0) with z an autoregression: Ḡ(θ) = (1 − θ_0, −θ_1). */
const right = {
  stream: {
    initial: (g: Generator) => g.normal(),
    next: (z: number, g: Generator) => 0.5 * z + g.normal(),
    independent: (g: Generator) => g.normal() / Math.sqrt(0.75),
  },
  operator: (theta: Vector, z: number, out: Vector): void => {
    out[0] = 1 - theta[0]! + z;
    out[1] = -theta[1]! + z * theta[0]!;
  },
  mean: { kind: 'linear', A: [1, 0, 0, 1], b: [1, 0] },
};

/** The same on two states: z is the state. */
const chain = {
  ...right,
  stream: {
    transition: [
      [0.75, 0.25],
      [0.5, 0.5],
    ],
  },
  mean: { kind: 'linear', A: [1, 0, -1 / 3, 1], b: [4 / 3, 0] },
};

const tried = (agent: unknown) => tryAgent(() => agent, 0, D, 12);
const faultsOf = (agent: unknown): readonly string[] => tried(agent).faults;

/** z follows θ: under the stationary law at θ its mean is θ_0 / 2. */
const following = (slope: number) => ({
  stream: {
    followsModel: true,
    initial: (g: Generator) => g.normal(),
    next: (z: number, g: Generator, theta: Vector) => 0.5 * z + 0.25 * theta[0]! + g.normal(),
  },
  operator: (theta: Vector, z: number, out: Vector): void => {
    out[0] = 1 - theta[0]! + z;
    out[1] = -theta[1]!;
  },
  mean: { kind: 'linear', A: [slope, 0, 0, 1], b: [1, 0] },
});
const operator = (write: (theta: Vector, z: number, out: Vector) => unknown) => ({
  ...right,
  operator: write,
});

describe('nothing is said against', () => {
  test.each<[string, unknown]>([
    ['an agent on a stream', right],
    ['one on a chain', chain],
    ['one without a mean', { ...right, mean: undefined }],
    ['a mean under the stationary law at θ, where the stream follows θ', following(0.5)],
    ['methods of out', { ...operator((_t, z, out) => out.fill(z)), mean: undefined }],
    [
      'a stream that changes its observation in place',
      {
        ...right,
        stream: {
          initial: () => [1],
          next: (z: number[]) => {
            z[0] = -z[0]!;
            return z;
          },
        },
        operator: (theta: Vector, z: number[], out: Vector) => {
          out.set([1 - theta[0]! + z[0]!, -theta[1]!]);
        },
      },
    ],
  ])('%s', (_what, agent) => {
    const { faults, notes } = tried(agent);
    expect([faults, notes]).toEqual([[], []]);
  });
});

test('where the stream follows θ, a mean under a law that does not is wrong', () => {
  expect(faultsOf(following(1))).toEqual([
    expect.stringMatching(/^mean is not the mean of the operator along the stream/),
  ]);
});

describe('what is wrong with its parts is told, all of it', () => {
  test.each<[string, unknown, (RegExp | string)[]]>([
    ['a promise', Promise.resolve(right), [/^the function is async/]],
    ['nothing', undefined, ['the function must return an agent { stream, operator }, not nothing']],
    ['no parts', {}, [/^operator must be a function, not nothing/, /^stream must be \{ transition \}/]],
    [
      'lengths',
      { ...right, mean: { kind: 'linear', A: [1, 0, 1], b: [NaN, 0] } },
      ['mean.A must be 4 numbers, row-major (found 3)', 'mean.b[0] must be a finite number (found NaN)'],
    ],
    [
      'a matrix of rows',
      { ...right, mean: { ...right.mean, A: [[1, 0], [0, 1]] } }, // prettier-ignore
      ['mean.A must be 4 numbers, row-major (found 2)'],
    ],
    ['an unknown mean', { ...right, mean: { A: [1] } }, [/^mean must be \{ kind: 'linear', A, b \}/]],
    [
      'a state that is none',
      { ...chain, stream: { ...chain.stream, initial: { state: 9 } } },
      ['stream.initial.state must be a state from 0 to 1 (found 9)'],
    ],
    [
      'laws that do not sum to 1',
      { ...chain, stream: { transition: [[0.5, 0.5], [0.25, 0.5]], initial: { distribution: [0.5, 0.25] } } }, // prettier-ignore
      [/^row 1 of transition must be 2 probab.*sum 0\.75/, /^stream\.initial\.distribution .*sum 0\.75/],
    ],
    [
      'async functions',
      {
        // eslint-disable-next-line @typescript-eslint/require-await -- what is refused
        operator: async () => undefined,
        // eslint-disable-next-line @typescript-eslint/require-await -- what is refused
        stream: { initial: async () => 0, next: () => 0 },
      },
      [/^operator is async/, /^stream\.initial is async/],
    ],
  ])('%s', (_what, agent, entry) => {
    expect(faultsOf(agent)).toEqual(
      entry.map((single) =>
        typeof single === 'string' ? single : (expect.stringMatching(single) as unknown),
      ),
    );
  });
});

describe('what shows when it is called', () => {
  let calls = 0;
  test.each<[string, unknown, RegExp]>([
    [
      'a write outside',
      operator((_t, z, out) => out.set([z, (out[2] = z)])),
      /^operator writes into out\[2\]/,
    ],
    ['a read outside', operator((t, z, out) => out.fill(z + (t[5] ?? 0))), /^operator reads theta\[5\]/],
    ['a write into θ', operator((t, z, out) => out.fill((t[0] = z))), /^operator writes into theta/],
    [
      'an entry left out',
      operator((_t, z, out) => (out[0] = z)),
      /^operator leaves out\[1\] as it was, or adds/,
    ],
    [
      'an entry added to',
      operator((_t, z, out) => {
        out[0] = z;
        out[1]! += z;
      }),
      /^operator leaves out\[1\] as it was, or adds to it/,
    ],
    [
      'infinity',
      operator((t, _z, out) => out.fill(1 / t[0]!)),
      /^operator writes Infinity into out\[0\] at θ = \(0, 0\)/,
    ],
    ['a count of its own', operator((_t, _z, out) => out.fill(calls++)), /^operator gives different values/],
    [
      'a promise',
      operator((_t, z, out) => {
        out.fill(z);
        return Promise.reject(new Error('late'));
      }),
      /^operator gives a promise/,
    ],
    [
      'an exception',
      operator(() => {
        throw new Error('no\nway');
      }),
      /^operator throws: no$/,
    ],
    [
      'a promised observation',
      { ...right, stream: { ...right.stream, next: () => Promise.reject(new Error('late')) } },
      /^stream\.next gives a promise/,
    ],
    [
      'a mean that is not written',
      { ...right, mean: { kind: 'nonlinear', evaluate: (_t: Vector, out: Vector) => (out[0] = 1) } },
      /^mean\.evaluate leaves out\[1\] as it was/,
    ],
  ])('%s', (_what, agent, pattern) => {
    expect(faultsOf(agent)).toEqual([expect.stringMatching(pattern)]);
  });

  test('an agent that is another each time it is made', () => {
    let made = 0;
    const make = () => {
      const level = made++;
      return {
        ...right,
        mean: undefined,
        operator: (_t: Vector, z: number, out: Vector) => out.fill(level + z),
      };
    };
    expect(tryAgent(make, 0, D, 12).faults).toEqual([
      expect.stringMatching(/^made twice, .* from observation 1 on/),
    ]);
  });
});

describe('a mean that is not the operator’s', () => {
  test('on a chain is told however near it is', () => {
    const mean = { ...chain.mean, b: [4 / 3 + 1e-8, 0] };
    // π = (2/3, 1/3), so Ḡ_0(0) = 1 + 1/3
    expect(faultsOf({ ...chain, mean })).toEqual([
      'mean is not the mean of the operator: at θ = (0, 0) it gives Ḡ[0] = 1.3333, and Σ_s π(s) G(θ, s) is 1.3333',
    ]);
  });

  test('along a stream is told where it is farther off than its observations’ interval, which is said', () => {
    const { within } = tried(right);
    // The long-run variance of z is 1/(1 − ½)² = 4: 20,000 observations have a standard error of 0.014, and a t of
    // 39 degrees at 10⁻⁶/12 is 6.5; coordinate 1 at |θ_0| of one or two is as noisy.
    expect(within).toBeGreaterThan(0.05);
    expect(within).toBeLessThan(0.4);
    expect(faultsOf({ ...right, mean: { ...right.mean, b: [1.5, 0] } })).toEqual([
      expect.stringMatching(
        /along the stream: at θ = \(0, 0\) it gives Ḡ\[0\] = 1\.5, and 20000 observations 1\.?\d* ± /,
      ),
      expect.stringMatching(/in draws of stream\.independent/),
    ]);
  });

  test('of draws that are of another law than the stream is told', () => {
    const stream = { ...right.stream, independent: (g: Generator) => 1 + g.normal() };
    expect(faultsOf({ ...right, stream })).toEqual([
      expect.stringMatching(/in draws of stream\.independent: /),
    ]);
  });

  test('is not tested where the stream mixes too slowly, which is said', () => {
    const stream = { initial: () => 0, next: (z: number, g: Generator) => z + 0.01 * g.normal() };
    const { faults, notes } = tried({ ...right, stream });
    expect([faults, notes]).toEqual([[], [expect.stringMatching(/mixes too slowly/)]]);
  });

  test('has a Jacobian that is not its own', () => {
    const nonlinear = (slope: number) => ({
      ...right,
      mean: {
        kind: 'nonlinear',
        evaluate: (t: Vector, out: Vector) => out.set([1 - t[0]!, -t[1]!]),
        jacobian: (_t: Vector, out: Vector) => out.set([-1, 0, 0, slope]),
      },
    });
    expect(faultsOf(nonlinear(-1))).toEqual([]);
    expect(faultsOf(nonlinear(1))).toEqual([
      expect.stringMatching(/^mean\.jacobian is not .* ∂Ḡ\[1\]\/∂θ\[1\] .* is 1, by differences -1$/),
    ]);
  });
});

test('the interval of batches is Student’s: of 1, 2, 3, 4 at 2 standard errors 2.5 ± 2 √(5/12)', () => {
  expect(estimateOf([1, 4, 2, 3], 2)).toEqual({ mean: 2.5, halfWidth: 2 * Math.sqrt(5 / 12) });
  // A ramp: each is nearly the one before.
  expect(
    estimateOf(
      Array.from({ length: 20 }, (_, k) => k),
      2,
    ),
  ).toBeUndefined();
  expect(estimateOf([7, 7, 7], 2)).toEqual({ mean: 7, halfWidth: 0 });
});
