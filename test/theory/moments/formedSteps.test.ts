/**
 * Theory of local steps that are pulled to the server's model (FedProx) or scaled by agent and coordinate, against the mean over
 * every path of observations of a tiny problem, and against Local SA where there is neither.
 */
import { describe, expect, test } from 'vitest';
import { algorithm } from '../../../src/algorithms/algorithm.ts';
import { averaging } from '../../../src/algorithms/averaging.ts';
import { message } from '../../../src/algorithms/message.ts';
import { configured, type ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { gaussMarkovQuadratic } from '../../../src/problems/gaussMarkov/family.ts';
import type { Vector } from '../../../src/maths/vector.ts';
import type { StepForm } from '../../../src/problems/localWork.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { Sampling } from '../../../src/problems/operator.ts';
import type { TriggerConfiguration } from '../../../src/configuration/configuration.ts';
import { arrivalCurve } from '../../../src/runs/theory/arrivalCurve.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import { linearProblem } from '../../../src/theory/linearProblem.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { allRunsOf, runsOf } from '../../../src/theory/round/runsOf.ts';
import { meanRound } from '../../../src/theory/mean/roundMap.ts';
import { roundFactor } from '../linearFixture.ts';
import { nonNegative } from '../../../src/values/parameter.ts';
import { configurationOf, replicationsOf } from '../../oracles/events.ts';
import { meansOf, randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';
import { add, apply, scale, subtract } from '../../oracles/plainMatrices.ts';
import { errorsOverPaths } from './allPaths.ts';

const [ETA, MU] = [0.3, 0.8];
const START = [1, -2];
const explicit = randomProblem(2, 2, 5);
const specification = specificationOf(
  explicit.map((agent) => ({ ...agent, initial: 'stationary' as const })),
);
const problem = finiteLinear.build(specification);
const every = (localSteps: number): TriggerConfiguration => ({ kind: 'deterministic', localSteps });

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });

interface Ordered {
  readonly mu: number;
  readonly theta: Vector;
  readonly agent: number;
  readonly round: number;
}

/** Averaged local steps of a form. */
const formed = (name: string, form: (ordered: Ordered) => StepForm, eta = ETA) =>
  algorithm({
    ...{ name, title: name, source: '' },
    parameters: { mu: nonNegative('μ', 'the pull', { default: MU }) },
    messages: { down: [started], up: [ended] },
    agent: ({ mu }, { agent }) => ({
      ask: ({ theta, round, localSteps }, work) => {
        work.advance(theta, eta, undefined, localSteps, form({ mu, theta, agent, round }));
      },
      answer: (_, work) => ended({ theta: work.theta }),
    }),
    server: (_, { initial }) => averaging(initial, started),
  });

const fedProx = formed('prox', ({ mu, theta }) => ({ rate: mu, towards: theta }));
/** S of an agent, by coordinate. */
const scaleAt = (agent: number, j: number): number => 0.5 + 0.75 * agent + 0.25 * j;
const scaled = formed('scaled', ({ mu, theta, agent }) => ({
  scale: (j) => scaleAt(agent, j),
  ...{ rate: mu, towards: theta },
}));
const prox = (mu: number): ConfiguredAlgorithm => configured(fedProx, { mu });
const LOCAL: ConfiguredAlgorithm = { name: 'local-sa', stepSize: ETA };

const errorsOf = (asked: ConfiguredAlgorithm, localSteps: number, sampling: Sampling = 'iid') => {
  const setting = { trigger: every(localSteps), sampling, initial: START } as const;
  const found = exactErrors(problem, solveProblem(problem), setting, asked as never, [0, 1, 2]);
  if (found.kind === 'refused') throw new Error(found.reason);
  expect(found.neglects).toBeUndefined();
  return found.meanSquare;
};

// 8^4 paths of each of two rounds with H = 3: a tenth of a second.
describe('the exact curve is the mean over all paths, to 1e-12', () => {
  test.each([
    [1, 'iid'],
    [3, 'iid'],
    [2, 'markov'],
  ] as const)('H = %i, %s', (localSteps, sampling) => {
    const expected = errorsOverPaths({
      ...{ problem: explicit, initial: START, localSteps, rounds: 2, isMarkov: sampling === 'markov' },
      step: (theta, G, start) => theta.map((x, j) => x + ETA * (G[j]! - MU * (x - start[j]!))),
    });
    errorsOf(prox(MU), localSteps, sampling).forEach((value, t) => {
      expect(Math.abs(value / expected[t]! - 1)).toBeLessThan(1e-12);
    });
  });

  test.each([
    [1, 0, 'iid'],
    [3, MU, 'iid'],
    [2, 0, 'markov'],
    [2, MU, 'markov'],
  ] as const)('with scales, H = %i, μ = %d, %s', (localSteps, mu, sampling) => {
    const expected = errorsOverPaths({
      ...{ problem: explicit, initial: START, localSteps, rounds: 2, isMarkov: sampling === 'markov' },
      step: (theta, G, start, agent) =>
        theta.map((x, j) => x + ETA * (scaleAt(agent, j) * G[j]! - mu * (x - start[j]!))),
    });
    errorsOf(configured(scaled, { mu }), localSteps, sampling).forEach((value, t) => {
      expect(Math.abs(value / expected[t]! - 1)).toBeLessThan(1e-12);
    });
  });
});

test('without a pull, or with one step a round, it is Local SA', () => {
  for (const sampling of ['iid', 'markov', 'exact'] as const)
    for (const [mu, localSteps] of [
      [0, 3],
      [MU, 1],
    ] as const)
      errorsOf(prox(mu), localSteps, sampling).forEach((value, t) => {
        expect(value).toBeCloseTo(errorsOf(LOCAL, localSteps, sampling)[t]!, 11);
      });
});

const FORMED = [
  ['a pull', prox(MU)],
  ['scales', configured(scaled, { mu: 0 })],
  ['scales and a pull', configured(scaled, { mu: MU })],
] as const;

test.each(FORMED)('a run without noise is the exact curve, with %s', async (_, asked) => {
  const algorithms = [{ ...asked, key: 'formed' }] as never;
  const [run] = await replicationsOf(
    specification,
    configurationOf({
      ...{ algorithms, sampling: 'exact', initial: START, recording: 'all', trigger: every(4) },
      budget: { kind: 'rounds', rounds: 2 },
    }),
  );
  const { root } = solveProblem(problem);
  errorsOf(asked, 4, 'exact').forEach((value, t) => {
    const error = run!.thetas[t]!.reduce((sum, x, j) => sum + (x - root![j]!) ** 2, 0);
    expect(error / value).toBeCloseTo(1, 12);
  });
});

test('the mean round is that of A + μI with the force μ e_0, written out for one agent and one coordinate', () => {
  const A = 0.5;
  const single = finiteLinear.build({
    kind: 'finite-linear',
    dimension: 1,
    agents: [
      {
        transition: Float64Array.of(1),
        A: Float64Array.of(A),
        b: Float64Array.of(1),
        states: 1,
        initial: 'stationary',
      },
    ],
  });
  const linear = linearProblem(single, solveProblem(single));
  if ('reason' in linear) throw new Error(linear.reason);
  let error = 1;
  for (let h = 0; h < 5; h++) error += ETA * (-A * error - MU * (error - 1));
  expect(roundFactor(linear, prox(MU), every(5))).toBeCloseTo(error, 13);
});

test.each(FORMED)('the limit of the mean round is where plain loops end, with %s', (_, asked) => {
  const linear = linearProblem(problem, solveProblem(problem));
  if ('reason' in linear) throw new Error(linear.reason);
  const means = explicit.map(meansOf);
  const mu = asked === FORMED[1][1] ? 0 : MU;
  const scaleOf = (agent: number, j: number): number => (asked === FORMED[0][1] ? 1 : scaleAt(agent, j));
  let theta = START;
  for (let t = 0; t < 500; t++) {
    const ends = means.map(({ A, b }, agent) => {
      let x = theta;
      for (let h = 0; h < 3; h++) {
        const G = subtract(b, apply(A, x));
        x = x.map((value, j) => value + ETA * (scaleOf(agent, j) * G[j]! - mu * (value - theta[j]!)));
      }
      return x;
    });
    theta = scale(1 / ends.length, ends.reduce(add));
  }
  const limit = meanRound(linear, asked, every(3))!.limit();
  theta.forEach((x, j) => {
    expect(limit[j]! + linear.root[j]!).toBeCloseTo(x, 12);
  });
});

test.each(
  FORMED.flatMap(([form, asked]) =>
    (['iid', 'markov'] as const).map((sampling) => [form, sampling, asked] as const),
  ),
)(
  'given the event times of agents that all answer together it is the curve of rounds (%s, %s)',
  async (_, sampling, configuredSteps) => {
    const algorithms = [configuredSteps] as never;
    const configuration = configurationOf({
      ...{ algorithms, sampling, initial: START, trigger: every(3) },
      policy: { kind: 'bounded-staleness', staleness: 0, mixing: 1, weight: { kind: 'constant' } },
      timing: { compute: { kind: 'exponential', mean: 1 } },
      budget: { kind: 'rounds', rounds: 2 },
    });
    const solution = solveProblem(problem);
    const [asked] = configuration.algorithms;
    const found = await arrivalCurve(problem, solution, configuration, asked!, [0, 1, 2], PATIENT_BUDGET);
    if (found.kind === 'refused') throw new Error(found.reason);
    expect(found.neglects).toBeUndefined();
    const rounds = errorsOf(configuredSteps, 3, sampling);
    found.meanSquare.forEach((value, t) => {
      expect(value / rounds[t]!).toBeCloseTo(1, 11);
    });
  },
);

test('a read round has the pull, and callers that do not know of it are refused', () => {
  expect(allRunsOf(prox(MU), every(3), 2)).toMatchObject([
    { program: { act: { kind: 'step', stepSize: ETA, pull: MU }, opening: { correction: { server: MU } } } },
  ]);
  expect(runsOf(prox(MU), every(3), 2)).toMatchObject({ reason: /local steps are pulled or scaled/ });
  expect(runsOf(prox(0), every(3), 2)).toMatchObject([{ program: { correction: 'none' } }]);
});

describe('scales that are one number are a step size', () => {
  const noisy = gaussMarkovQuadratic.build({
    ...{ kind: 'gauss-markov-quadratic', agents: 3, dimension: 2, seed: 1, noiseVariance: 0.5 },
    ...{ noiseSpectralRadius: 0.6, curvature: 'convex', offsetScale: 1, initialNoise: 'zero' },
  });
  const solution = solveProblem(noisy);
  const asked = (sampling: Sampling) => ({ trigger: every(3), sampling, initial: START }) as const;
  const half = configured(
    formed('scaled-by', () => ({ scale: 4 }), ETA / 8),
    {},
  );
  const whole: ConfiguredAlgorithm = { name: 'local-sa', stepSize: ETA / 2 };

  test.each(['iid', 'markov'] as const)('curves under additive noise, %s', (sampling) => {
    const [found, plain] = [half, whole].map((algorithm) =>
      exactErrors(noisy, solution, asked(sampling), algorithm as never, [0, 1, 5]),
    );
    if (found!.kind === 'refused' || plain!.kind === 'refused') throw new Error('refused');
    found!.meanSquare.forEach((value, t) => {
      expect(value / plain!.meanSquare[t]!).toBeCloseTo(1, 12);
    });
  });

  test('scales that differ by coordinate are refused there, with the reason', () => {
    expect(
      exactErrors(noisy, solution, asked('iid'), configured(scaled, { mu: 0 }) as never, [1]),
    ).toMatchObject({
      kind: 'refused',
      reason: 'no exact moments: scales that differ by coordinate make other noise of Gauss–Markov noise',
    });
  });
});

test('scales that change from round to round are not read', () => {
  const changing = formed('changing', ({ round }) => ({ scale: 1 / round }));
  expect(allRunsOf(configured(changing, {}), every(3), 2)).toEqual({
    reason: 'its steps or factors change from round to round',
  });
});

test('a scale that is no positive number leaves theory without numbers, and ends no run', () => {
  const broken = configured(
    formed('broken', () => ({ scale: () => NaN })),
    { mu: 0 },
  );
  expect(() => errorsOf(broken, 2)).toThrow(
    'the scale of its steps: work.advance takes a positive scale for each coordinate (found NaN at 0)',
  );
  const linear = linearProblem(problem, solveProblem(problem));
  if ('reason' in linear) throw new Error(linear.reason);
  expect(meanRound(linear, broken, every(2))).toBeUndefined();
});
