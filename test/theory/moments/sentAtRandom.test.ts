/**
 * Exact errors where agents send at random, against the mean over every path of observations and coins of a tiny problem.
 */
import { describe, expect, test } from 'vitest';
import { algorithm } from '../../../src/algorithms/algorithm.ts';
import { message } from '../../../src/algorithms/message.ts';
import { configured, type ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import { stepping } from '../../../src/algorithms/stepping.ts';
import { addScaled } from '../../../src/maths/vector.ts';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { TriggerConfiguration } from '../../../src/configuration/configuration.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { runsOf, allRunsOf } from '../../../src/theory/round/runsOf.ts';
import { randK } from '../../../src/algorithms/compression/randK.ts';
import { DOUBLE } from '../../../src/algorithms/compression/compressor.ts';
import { randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';
import type { Row } from '../../oracles/plainMatrices.ts';
import { errorsOverPaths, type Outcome } from './allPaths.ts';

const ETA = 0.3;
const START = [1, -2];
const [M, D] = [2, 2];
const explicit = randomProblem(M, D, 5);
const problem = finiteLinear.build(specificationOf(explicit));
const compressed = (compressor: string): ConfiguredAlgorithm => ({
  name: 'compressed-lsa',
  stepSize: ETA,
  compressor,
});
const every = (localSteps: number): TriggerConfiguration => ({ kind: 'deterministic', localSteps });

/** One of the two coordinates, doubled. */
const drawn = (way: Row): Outcome<Row>[] =>
  [0, 1].map((kept) => ({ probability: 0.5, value: way.map((x, j) => (j === kept ? 2 * x : 0)) }));

const enumerated = (localSteps: number): number[] =>
  errorsOverPaths({
    ...{ problem: explicit, initial: START, localSteps, rounds: 2, send: drawn },
    step: (theta, G) => theta.map((x, j) => x + ETA * G[j]!),
  });

const setting = (localSteps: number, sampling: 'iid' | 'exact' | 'markov' = 'iid') =>
  ({ trigger: every(localSteps), sampling, initial: START }) as const;
const errorsOf = (asked: ConfiguredAlgorithm, configuration: ReturnType<typeof setting>) =>
  exactErrors(problem, solveProblem(problem), configuration, asked as never, [0, 1, 2]);

// 4^4 paths of each of two rounds with H = 1, 8^4 with H = 2: a tenth of a second.
test.each([1, 2])(
  'rand-1 of two coordinates with H = %i is the mean over all paths, to 1e-12',
  (localSteps) => {
    const found = errorsOf(compressed('rand-k:1'), setting(localSteps));
    if (found.kind === 'refused') throw new Error(found.reason);
    expect(found.neglects).toBeUndefined();
    const expected = enumerated(localSteps);
    found.meanSquare.forEach((value, t) => {
      expect(Math.abs(value / expected[t]! - 1)).toBeLessThan(1e-12);
    });
    // Whole moves would leave less.
    const whole = errorsOf({ name: 'local-sa', stepSize: ETA }, setting(localSteps));
    expect(whole.kind === 'exact' && whole.meanSquare[2]! < 0.99 * expected[2]!).toBe(true);
  },
);

test('without noise the coins alone spread the error', () => {
  const [whole, part] = ['none', 'rand-k:1'].map((name) => errorsOf(compressed(name), setting(3, 'exact')));
  if (whole!.kind === 'refused' || part!.kind === 'refused') throw new Error('refused');
  expect(part!.biasSquare[1]).toBeCloseTo(whole!.meanSquare[1]!, 12);
  expect(part!.meanSquare[1]).toBeGreaterThan(whole!.meanSquare[1]! * 1.01);
});

test('all coordinates, or no compression, is Local SA', () => {
  const local = errorsOf({ name: 'local-sa', stepSize: ETA }, setting(3));
  for (const name of ['none', 'rand-k:2', 'rand-k:7']) {
    const found = errorsOf(compressed(name), setting(3));
    if (found.kind === 'refused' || local.kind === 'refused') throw new Error(name);
    found.meanSquare.forEach((value, t) => {
      expect(value).toBeCloseTo(local.meanSquare[t]!, 12);
    });
  }
});

describe('the second moment of rand-k', () => {
  test.each([1, 2, 3, 4])('of %i of four coordinates is the mean over all choices, to 1e-14', (k) => {
    const x = [0.3, -1, 2, 0.7];
    const choices = Array.from({ length: 16 }, (_, set) => set).filter(
      (set) => [0, 1, 2, 3].filter((j) => (set >> j) & 1).length === k,
    );
    const S = Float64Array.from({ length: 16 }, (_, at) => x[Math.floor(at / 4)]! * x[at % 4]!);
    const found = randK(k, DOUBLE).secondMoment!(S, 4);
    found.forEach((value, at) => {
      const [i, j] = [Math.floor(at / 4), at % 4];
      const together = choices.filter((set) => (set >> i) & 1 && (set >> j) & 1).length / choices.length;
      expect(value).toBeCloseTo(S[at]! * together * (4 / k) ** 2, 14);
    });
  });
});

describe('what is not followed has a reason', () => {
  const reasonOf = (asked: ConfiguredAlgorithm, sampling: 'iid' | 'markov' = 'iid'): string => {
    const found = errorsOf(asked, setting(2, sampling));
    return found.kind === 'refused' ? found.reason : 'none';
  };
  test.each([
    ['natural', /what natural adds to the variance is no quadratic form of what is sent/],
    ['qsgd:2', /what qsgd:2 adds to the variance is no quadratic form/],
    ['top-k:1', /top-k:1 is not linear in what is sent, nor is its mean/],
    ['sign', /sign is not linear in what is sent/],
    ['none/32', /none\/32 is not linear in what is sent/],
    ['range:4,9', /range:4,9 is not linear in what is sent/],
  ])('%s', (name, pattern) => {
    expect(reasonOf(compressed(name))).toMatch(pattern);
  });
  test('Markov observations', () => {
    expect(reasonOf(compressed('rand-k:1'), 'markov')).toMatch(
      /under i\.i\.d\. and exact observations alone/,
    );
  });
  test('second moments by other ways: the runs are refused to all that do not ask for them', () => {
    expect(runsOf(compressed('rand-k:1'), every(2), M)).toMatchObject({ reason: /parts draw coins/ });
    expect(allRunsOf(compressed('rand-k:1'), every(2), M)).toMatchObject([
      { program: { sent: { message: { server: -1, model: 1 }, factor: 1, name: 'rand-k:1' } } },
    ]);
  });
  test('an own part that puts in the mean of its coins itself', () => {
    const started = message('started', { theta: 'θ̄' });
    const sent = message('sent', { move: 'θ_i − θ̄' });
    const noisy = algorithm({
      name: 'noisy',
      title: 'Noisy',
      source: '',
      parameters: {},
      messages: { down: [started], up: [sent] },
      coins: ['noise'],
      agent: (_, { coins }) => {
        const noise = coins('noise');
        return {
          ask: ({ theta, localSteps }, work) => {
            work.advance(theta, ETA, undefined, localSteps);
          },
          answer: ({ theta }, work) =>
            sent({ move: work.theta.map((x, j) => x - theta[j]! + (noise.expected ? 0 : noise.normal())) }),
        };
      },
      server: (_, { initial }) =>
        stepping(initial, started, 'move', {
          stepSize: () => 1,
          localModel: (theta, move) => addScaled(theta, 1, move),
        }),
    });
    expect(reasonOf(configured(noisy, {}))).toMatch(/parts draw coins/);
  });
});
