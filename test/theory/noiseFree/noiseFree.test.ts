/**
 * Runs without noise against exact values: of algorithms whose round is traced, the mean round tells the same curve,
 * limit, factor and largest stable step by algebra.
 */
import { describe, expect, test } from 'vitest';
import { clippedLocalSa } from '../../../scenarios/algorithms/clippedLocalSa.ts';
import { fedAdam } from '../../../scenarios/algorithms/fedAdam.ts';
import { algorithm } from '../../../src/algorithms/algorithm.ts';
import { averaging } from '../../../src/algorithms/averaging.ts';
import { message } from '../../../src/algorithms/message.ts';
import { configured, type ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { largestStable } from '../../../src/theory/stability/largestStable.ts';
import { contracts, endOfRun } from '../../../src/theory/noiseFree/endOfRun.ts';
import { NoiseFreeRun } from '../../../src/theory/noiseFree/noiseFreeRun.ts';
import { withNoiseFree } from '../../../src/theory/noiseFree/noiseFreePredictions.ts';
import { sequenceEnd } from '../../../src/theory/noiseFree/recurrence.ts';
import { predict } from '../../../src/theory/predictions.ts';
import { meanRound } from '../../../src/theory/mean/roundMap.ts';
import { withStep } from '../../../src/theory/stability/scannedStep.ts';
import { stepSize } from '../../../src/values/parameter.ts';
import { ownTrigger } from '../../oracles/ownTriggers.ts';
import { linearOf, meansOnly, randomMeans, scalarMeans } from '../linearFixture.ts';

const SEVEN: readonly ConfiguredAlgorithm[] = [
  { name: 'local-sa', stepSize: 0.05, serverStepSize: 1 },
  { name: 'scafflsa', stepSize: 0.05 },
  { name: 'fedhsa', stepSize: 0.05, serverStepSize: 0.8 },
  { name: 'minibatch-sgd', serverStepSize: 0.3 },
  { name: 'local-sgd-m', stepSize: 0.05, serverStepSize: 0.4, momentum: 0.4 },
  { name: 'scaffold', stepSize: 0.05, serverStepSize: 1.2 },
  { name: 'richardson-romberg', stepSize: 0.05, extrapolation: 'step-size', extrapolationNoise: 'common' },
];
const H4 = { kind: 'deterministic', localSteps: 4 } as const;
const START = Float64Array.of(3, -2);
const MEANS = randomMeans(3, 2, 0.4, 7);
const LINEAR = linearOf(2, MEANS);

const runOf = (algorithm: ConfiguredAlgorithm, from: Float64Array = START): NoiseFreeRun =>
  new NoiseFreeRun(algorithm, MEANS, from, H4);
const errorOf = (run: NoiseFreeRun): Float64Array =>
  Float64Array.from(run.model, (x, j) => x - LINEAR.root[j]!);

describe.each(SEVEN)('$name', (algorithm) => {
  const exact = meanRound(LINEAR, algorithm, H4)!;

  test('goes the way of its mean round', () => {
    const run = runOf(algorithm);
    const error = errorOf(run);
    const advance = exact.start(error);
    for (let round = 0; round < 25; round++) {
      run.advance(4);
      advance();
      errorOf(run).forEach((x, j) => expect(Math.abs(x - error[j]!)).toBeLessThan(1e-13));
    }
  });

  test('ends where the mean round says, as fast as it says', () => {
    const end = endOfRun(runOf(algorithm), 4, LINEAR.root, 5000);
    if (end.kind !== 'settles') throw new Error(end.kind);
    exact.limit().forEach((x, j) => expect(Math.abs(end.limit[j]! - LINEAR.root[j]! - x)).toBeLessThan(1e-9));
    expect(end.factor).toBeCloseTo(exact.factor(), 5);
  });

  test('comes to rest up to its largest stable step', () => {
    const map = (step: number) => meanRound(LINEAR, withStep(algorithm, step), H4)!.factor();
    const largest = largestStable({ from: 1e-3, most: 1e3, factor: map }) as number;
    expect(contracts(runOf(withStep(algorithm, 0.995 * largest)), 4, 1024)).toBe(true);
    expect(contracts(runOf(withStep(algorithm, 1.005 * largest)), 4, 1024)).toBe(false);
  });

  test('over gaps that are drawn, has the mean of its mean round', () => {
    // every pair of gaps of up to 18 local steps: a longer one has probability 0.3¹⁸
    const trigger = { kind: 'bernoulli', probability: 0.7 } as const;
    const error = errorOf(runOf(algorithm));
    const advance = meanRound(LINEAR, algorithm, trigger)!.start(error);
    advance();
    advance();
    const mean = new Float64Array(2);
    for (let first = 1; first <= 18; first++) {
      for (let second = 1; second <= 18; second++) {
        const run = new NoiseFreeRun(algorithm, MEANS, START, trigger);
        run.advance(first);
        run.advance(second);
        errorOf(run).forEach((x, j) => (mean[j]! += 0.7 ** 2 * 0.3 ** (first + second - 2) * x));
      }
    }
    mean.forEach((x, j) => expect(Math.abs(x - error[j]!)).toBeLessThan(1e-8));
  });
});

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });
const TWO = meansOnly(1, scalarMeans([1, 1], [2, 4]));

/** The predictions of one algorithm on (1 − θ, 4 − 2θ), two local steps a round. */
function predicted(algorithm: ConfiguredAlgorithm, more: object = {}, rounds = [0, 1, 10]) {
  const configuration = {
    algorithms: [algorithm as never],
    trigger: { kind: 'deterministic', localSteps: 2 } as const,
    sampling: 'iid' as const,
    initial: [5],
    seeds: [1],
    ...more,
  };
  const solution = solveProblem(TWO);
  const before = predict(TWO, solution, configuration);
  return withNoiseFree(before, TWO, solution, configuration, rounds, { multiplications: 1e8 })[0]!;
}

const clipped = (clip: number, stepSize = 0.5): ConfiguredAlgorithm =>
  configured(clippedLocalSa, { stepSize, clip });

describe('predictions', () => {
  test('an algorithm that mean operators do not show has no curve and no limit, with its reason', () => {
    const found = predicted({ name: 'importance-averaging', stepSize: 0.5 }, { sampling: 'exact' });
    expect(found.noiseFree).toEqual({
      reason: 'no run on mean operators: mean operators visit all coordinates equally often',
    });
    expect(found.limitError).toBeNull();
  });

  test('clipping above every value has the limit, factor, largest step and curve of Local SA', () => {
    // (11/7 − 5/3)² and (0 + 1/4)/2 at η = ½; 6/5 is where ((1 − η)² + (1 − 2η)²)/2 is 1
    const found = predicted(clipped(1e9), { sampling: 'exact' });
    expect(found).toMatchObject({ limitKind: 'noise-free', noiseFree: { rounds: [0, 1, 10] } });
    expect(found.limitError).toBeCloseTo((11 / 7 - 5 / 3) ** 2, 12);
    expect(found.roundFactor).toBeCloseTo(1 / 8, 6);
    const { mean, meanSquare } = found.stability!;
    expect(mean).toMatchObject({ kind: 'approximate', relativeError: 1e-3 });
    expect(mean.step! / 1.2).toBeCloseTo(1, 3);
    expect(meanSquare).toEqual(mean);
    // the same whatever step is asked for, and none where there is noise
    expect(predicted(clipped(1e9, 0.1), { sampling: 'exact' }).stability!.mean).toEqual(mean);
    expect(predicted(clipped(1e9)).stability).toBeUndefined();
    if (found.noiseFree === undefined || 'reason' in found.noiseFree) throw new Error('no curve');
    const [start, first] = found.noiseFree.errors;
    expect(start).toBeCloseTo((5 - 5 / 3) ** 2, 12);
    expect(first).toBeCloseTo((11 / 7 + (5 - 11 / 7) / 8 - 5 / 3) ** 2, 12);
  });

  test('a curve of too many rounds is refused, and the limit that fewer come to is there', () => {
    const found = predicted(clipped(1e9), { sampling: 'exact' }, [0, 1_000_000]);
    expect(found.noiseFree).toMatchObject({ needed: 404e6 });
    expect(found.limitError).toBeCloseTo((11 / 7 - 5 / 3) ** 2, 12);
    expect(found.source).toMatch(/^limit of a run of its parts without noise, from \d+ rounds, to within /);
  });

  test('clipping within what differs between agents ends elsewhere: at 3/2, where both steps are c/2', () => {
    // steps of −1/2 and 1/2 from 3/2 are clipped at 0.1 each, twice, and cancel; so are all from between 1 and 2
    const found = predicted(clipped(0.1, 0.01), { initial: [1.5] });
    expect(found.limitError).toBeCloseTo((3 / 2 - 5 / 3) ** 2, 12);
  });

  test('a decreasing step and gaps that are drawn have a curve, and neither limit nor step', () => {
    const rule = { kind: 'decreasing', scale: 1, offset: 4, exponent: 1 };
    const decreasing = predicted({ ...clipped(1e9), stepSize: rule });
    const drawn = predicted(clipped(1e9), {
      trigger: { kind: 'bernoulli', probability: 0.5 },
      seeds: [1, 2, 3],
    });
    for (const prediction of [decreasing, drawn])
      expect(prediction).toMatchObject({ limitError: null, roundFactor: null });
    expect(decreasing.noiseFree).toMatchObject({ rounds: [0, 1, 10] });
    expect(drawn.noiseFree).toMatchObject({ rounds: [0, 1, 10], seeds: 3 });
  });

  test('where there is a mean recursion there is no need', () => {
    expect(predicted({ name: 'local-sa', stepSize: 0.5, serverStepSize: 1 }).noiseFree).toBeUndefined();
  });

  test('FedAdam ends where its agents’ models average to the server’s: where Local SA does', () => {
    const found = predicted(configured(fedAdam, { stepSize: 0.1, serverStepSize: 0.1 }));
    const localSa = predicted({ name: 'local-sa', stepSize: 0.1, serverStepSize: 1 });
    expect(found.limitError).toBeCloseTo(localSa.limitError!, 12);
  });

  test('with a long step FedAdam does not settle: its gain grows as the squares of its moves die out', () => {
    const found = predicted(configured(fedAdam, { stepSize: 0.1, serverStepSize: 1 }));
    expect(found).toMatchObject({ limitError: null, limitKind: null });
    expect(found.source).toMatch(/^no limit: the run without noise has not settled by round \d+$/);
  });

  test('steps that are counted have no limit, however slowly they fall, or whether or not parts are linear', () => {
    const counted = (exponent: number, clip: number): ConfiguredAlgorithm => {
      const single = algorithm({
        name: 'counted',
        title: 'Counted',
        source: '',
        parameters: { stepSize: stepSize('η', 'step') },
        messages: { down: [started], up: [ended] },
        agent: ({ stepSize: eta }) => {
          let steps = 0;
          return {
            ask: ({ theta, round, localSteps }, work) => {
              work.each(theta, localSteps, (x, value) => {
                const step = eta(round) / (++steps) ** exponent;
                for (let j = 0; j < x.length; j++) x[j]! += step * Math.max(-clip, Math.min(clip, value[j]!));
              });
            },
            answer: (_, work) => ended({ theta: work.theta }),
          };
        },
        server: (_, { initial }) => averaging(initial, started),
      });
      return configured(single, { stepSize: 0.3 });
    };
    expect(predicted(counted(0, 1e9)).limitKind).toBe('noise-free');
    for (const algorithm of [counted(0.5, 1e9), counted(0.15, 1e9), counted(1, 1)])
      expect(predicted(algorithm)).toMatchObject({
        limitError: null,
        roundFactor: null,
        source: 'none: its steps or factors change from round to round',
        noiseFree: { rounds: [0, 1, 10] },
      });
  });

  test('moves of one length, whatever the step, have neither limit nor largest step', () => {
    const signs = algorithm({
      name: 'signs',
      title: 'Signs',
      source: '',
      parameters: { stepSize: stepSize('η', 'step') },
      messages: { down: [started], up: [ended] },
      agent: ({ stepSize: eta }) => ({
        ask: ({ theta, round, localSteps }, work) => {
          work.advance(theta, eta(round), undefined, localSteps);
        },
        answer: (_, work) => ended({ theta: work.theta }),
      }),
      server: (_, { initial }) =>
        averaging(initial, started, (theta, average) =>
          average.map((x, j) => theta[j]! + 0.01 * Math.sign(x - theta[j]!)),
        ),
    });
    const found = predicted(configured(signs, { stepSize: 0.1 }));
    expect(found.limitError).toBeNull();
    expect(found.stability).toBeUndefined();
    expect(found.source).toMatch(/^no limit: the run without noise has not settled by round \d+$/);
  });

  test('a part that throws, and a run that would take too long, leave a reason in place of a curve', () => {
    const broken = algorithm({
      ...clippedLocalSa,
      with: undefined,
      server: () => {
        throw new TypeError('no server today\nnor tomorrow');
      },
    } as never);
    expect(predicted(configured(broken, { stepSize: 0.1, clip: 1 })).noiseFree).toEqual({
      reason: 'without noise a part of it throws: no server today',
    });
    const solution = solveProblem(TWO);
    const configuration = {
      algorithms: [clipped(1) as never],
      trigger: { kind: 'deterministic', localSteps: 2 } as const,
      sampling: 'iid' as const,
      initial: [5],
      seeds: [1],
    };
    const before = predict(TWO, solution, configuration);
    const [found] = withNoiseFree(before, TWO, solution, configuration, [0, 100], { multiplications: 1000 });
    expect(found!.noiseFree).toEqual({
      reason: 'a run without noise takes about 4e+4 multiplications, more than 1e+3',
      needed: 40_400,
    });
    const failing = { ...configuration, trigger: ownTrigger('tired', (round) => (round < 9 ? 1 : 0)) };
    const [late] = withNoiseFree(before, TWO, solution, failing, [0, 100], { multiplications: 1e6 });
    expect(late!.noiseFree).toEqual({
      reason: expect.stringMatching(
        /^without noise a part of it throws: trigger tired, round 9: it gives 0/,
      ) as string,
    });
  });
});

describe('the end of a sequence', () => {
  const at = (t: number): Float64Array =>
    Float64Array.of(7 + 0.9 ** t * Math.cos(t) - 0.3 * 0.5 ** t, -1 + 2 * 0.9 ** t * Math.sin(t));

  test('is exact of three modes, two of them a turning pair', () => {
    const end = sequenceEnd(Array.from({ length: 30 }, (_, t) => at(t)))!;
    expect(end.factor).toBeCloseTo(0.9, 9);
    expect([...end.limit]).toEqual([expect.closeTo(7, 9), expect.closeTo(-1, 9)]);
    expect(end.misfit).toBeLessThan(1e-9);
  });

  test('is not known of two terms, or of one that never changes', () => {
    expect(sequenceEnd([at(0), at(1)])).toBeUndefined();
    expect(sequenceEnd([at(0), at(0), at(0), at(0)])).toBeUndefined();
  });
});
