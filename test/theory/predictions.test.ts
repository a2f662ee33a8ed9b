import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/problems/operator.ts';
import { solveProblem } from '../../src/problems/root.ts';
import type { AlgorithmConfiguration, TriggerConfiguration } from '../../src/configuration/configuration.ts';
import { linearProblem } from '../../src/theory/linearProblem.ts';
import { meanErrors } from '../../src/theory/mean/meanRecursion.ts';
import { NO_SECOND_MOMENT } from '../../src/theory/expansion/firstOrder.ts';
import { predict } from '../../src/theory/predictions.ts';
import type { Prediction, PredictionOptions } from '../../src/theory/predictions.ts';
import { meanRound } from '../../src/theory/mean/roundMap.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { InitialState } from '../../src/problems/specification.ts';
import { specificationOf } from '../oracles/explicitProblem.ts';
import { meansOnly, noStream, randomMeans, scalarMeans } from './linearFixture.ts';

const algorithms = (stepSize: number): AlgorithmConfiguration[] =>
  (['local-sa', 'scafflsa', 'fedhsa'] as const).map((name) => ({ name, stepSize, serverStepSize: 1 }));
/** Minibatch SGD with γ = 0.4, Local SGD-M with γ = 0.6 and β = ½, SCAFFOLD with α_g = 1.5. */
const serverStepped = (stepSize: number): AlgorithmConfiguration[] => [
  { name: 'minibatch-sgd', serverStepSize: 0.4 },
  { name: 'local-sgd-m', stepSize, serverStepSize: 0.6, momentum: 0.5 },
  { name: 'scaffold', stepSize, serverStepSize: 1.5 },
];
const H2 = { kind: 'deterministic', localSteps: 2 } as const;
const COIN = { kind: 'bernoulli', probability: 0.5 } as const;
const TWO = meansOnly(1, scalarMeans([1, 1], [2, 4]));

function predictions(
  problem: Problem,
  stepSize: number,
  trigger: TriggerConfiguration = H2,
  options?: PredictionOptions,
): Prediction[] {
  return predict(problem, solveProblem(problem), { algorithms: algorithms(stepSize), trigger }, options);
}

describe('linear problems', () => {
  test('Local SA is predicted its bias (11/7 − 5/3)², the corrected algorithms 0', () => {
    const [localSa, scafflsa, fedHsa] = predictions(TWO, 0.5);
    expect(localSa!.limitError).toBeCloseTo((11 / 7 - 5 / 3) ** 2, 15);
    expect(localSa!.roundFactor).toBeCloseTo(1 / 8, 15);
    expect(scafflsa!.limitError).toBe(0);
    expect(fedHsa).toMatchObject({ algorithm: 'fedhsa', limitError: 0 });
    expect(fedHsa!.roundFactor).toBeCloseTo(1 / 16, 15);
  });

  test('Minibatch SGD is predicted θ*, 1 − γĀ = 0.4 and γ < 2/Ā, and says that the step is γ', () => {
    for (const trigger of [H2, COIN]) {
      const configuration = { algorithms: serverStepped(1), trigger };
      const [minibatch] = predict(TWO, solveProblem(TWO), configuration);
      expect(minibatch).toEqual({
        algorithm: 'minibatch-sgd',
        limitError: 0,
        limitKind: 'exact',
        roundFactor: expect.closeTo(0.4, 14) as number,
        source: 'fixed point θ* of the mean round; the step size is γ',
      });
    }
  });

  test('Local SGD-M is predicted the bias of Local SA at ηβ, whatever γ: (11/7 − 5/3)²; SCAFFOLD 0', () => {
    // η = 1 and β = ½: ηβ = ½.
    const [, momentum, scaffold] = predict(TWO, solveProblem(TWO), {
      algorithms: serverStepped(1),
      trigger: H2,
    });
    expect(momentum!.limitError).toBeCloseTo((11 / 7 - 5 / 3) ** 2, 15);
    expect(momentum!.source).toMatch(/^exact fixed point of the mean round$/);
    expect(scaffold).toMatchObject({ algorithm: 'scaffold', limitError: null });
    const [, , slower] = predict(TWO, solveProblem(TWO), { algorithms: serverStepped(0.2), trigger: H2 });
    expect(slower).toMatchObject({ limitError: 0 });
    expect(slower!.source).toMatch(/^fixed point θ\* of the mean round/);
  });

  test('under Bernoulli(½) gaps E[w] of Local SGD-M at ηβ = ½ goes to ln 6/ln 3', () => {
    // T = (p/q) ln((1 − qB)/p)/(1 − B) = 2 ln(3/2) and ln 2 for B = ½ and 0; the zero of
    // T₁(1 − θ) + T₂(4 − 2θ) is (ln(3/2) + 2 ln 2)/(ln(3/2) + ln 2).
    const configuration = { algorithms: serverStepped(1), trigger: COIN };
    const momentum = predict(TWO, solveProblem(TWO), configuration)[1]!;
    expect(momentum.limitError).toBeCloseTo((Math.log(6) / Math.log(3) - 5 / 3) ** 2, 15);
    expect(momentum.source).toMatch(/the mean over the Bernoulli gaps$/);
  });

  test.each([H2, COIN])(
    'the curve of Local SGD-M in three dimensions ends at the predicted limit (%o)',
    (trigger) => {
      const problem = meansOnly(3, randomMeans(4, 3, 0.4, 12));
      const solution = solveProblem(problem);
      const algorithm = serverStepped(0.8)[1]!;
      const linear = linearProblem(problem, solution);
      if ('reason' in linear) throw new Error(linear.reason);
      const [predicted] = predict(problem, solution, { algorithms: [algorithm], trigger });
      const round = meanRound(linear, algorithm, trigger)!;
      const [last] = meanErrors(round, Float64Array.of(3, -1, 2), linear.root, [2_000]);
      // A factor of about 0.9: 2,000 rounds leave rounding alone.
      expect(predicted!.roundFactor).toBeLessThan(0.97);
      expect(predicted!.limitError).toBeGreaterThan(1e-6);
      expect(Math.abs(last! / predicted!.limitError! - 1)).toBeLessThan(1e-10);
    },
  );

  test('past its largest stable step an algorithm has no limit, and says so', () => {
    const [localSa] = predictions(TWO, 1.25);
    expect(localSa!.limitError).toBeNull();
    expect(localSa!.roundFactor).toBeGreaterThan(1);
    expect(localSa!.source).toMatch(/not stable/);
  });

  test('an expectation over Bernoulli gaps that does not exist is told', () => {
    const [localSa] = predictions(TWO, 2, { kind: 'bernoulli', probability: 0.5 });
    expect(localSa).toMatchObject({ limitError: null, roundFactor: null });
    expect(localSa!.source).toMatch(/does not exist/);
  });

  test('each algorithm is predicted at its own step size', () => {
    const configuration = {
      algorithms: [0.5, 0.1, 0.5].map((stepSize) => ({ name: 'local-sa' as const, stepSize })),
      trigger: H2,
    };
    const [first, second, third] = predict(TWO, solveProblem(TWO), configuration);
    expect(second!.roundFactor).toBeCloseTo((0.81 + 0.64) / 2, 15);
    expect(third).toEqual(first);
  });

  test('a prediction survives JSON: it holds no infinities', () => {
    for (const stepSize of [0.1, 1e160]) {
      const configuration = {
        algorithms: [...algorithms(stepSize), ...serverStepped(stepSize)],
        trigger: H2,
      };
      const found = predict(TWO, solveProblem(TWO), configuration);
      expect(found).toHaveLength(6);
      expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    }
  });
});

test('of more than 200,000 coordinates control variates are left out, and the reason is given', () => {
  // Many dimensions, and fewer agents: each agent takes its time.
  const identity = Float64Array.from({ length: 100 }, (_, at) => Number(at % 11 === 0));
  const mean = { kind: 'linear', A: identity, b: new Float64Array(10).fill(2) } as const;
  const agent = { ...TWO.agent(0), mean };
  const many: Problem = { dimension: 10, agents: 20_001, agent: () => agent };
  const pair = { algorithms: algorithms(0.5).slice(0, 2), trigger: H2 };
  const [localSa, scafflsa] = predict(many, solveProblem(many), pair);
  expect(localSa).toMatchObject({ limitError: 0, roundFactor: expect.closeTo(1 / 4, 9) as number });
  expect(scafflsa).toMatchObject({ limitError: null, roundFactor: null });
  expect(scafflsa!.source).toMatch(/^none: too many agents and dimensions for the spectral radius/);
});

describe('other problems', () => {
  test('a nonlinear or unknown mean operator has no prediction, and the reason is given', () => {
    const agent = { chain: undefined, operator: noStream };
    const nonlinear: Problem = {
      dimension: 1,
      agents: 1,
      agent: () => ({
        ...agent,
        mean: { kind: 'nonlinear', evaluate: (theta, out) => void (out[0] = 1 - theta[0]! - theta[0]! ** 3) },
      }),
    };
    const unknown: Problem = { dimension: 1, agents: 1, agent: () => ({ ...agent, mean: undefined }) };
    expect(predictions(nonlinear, 0.1)).toHaveLength(3);
    const [first] = predictions(nonlinear, 0.1);
    expect(first).toMatchObject({ limitError: null, limitKind: null, roundFactor: null });
    expect(first!.source).toBe('none: the mean operator is not linear');
    const run = { algorithms: algorithms(0.1), trigger: H2, sampling: 'markov' } as const;
    const [noisy] = predict(nonlinear, solveProblem(nonlinear), run);
    expect(noisy).toMatchObject({ limitError: null, limitKind: null });
    expect(noisy!.source).toBe(`none: ${NO_SECOND_MOMENT}`);
    expect(predictions(unknown, 0.1)[2]!.source).toMatch(/^none: not every agent/);
  });
});

test('where who takes part has no law nothing is predicted, and the reason says so', () => {
  const run = { algorithms: algorithms(0.5), trigger: H2 };
  const solution = solveProblem(TWO);
  const synchronous = predict(TWO, solution, { ...run, policy: { kind: 'synchronous' } });
  expect(synchronous).toEqual(predict(TWO, solution, run));
  const policy = { kind: 'first', count: 1, late: 'drop' } as const;
  const timing = { agents: [{ agents: [0, 0], compute: 2 }] } as const;
  for (const prediction of predict(TWO, solution, { ...run, policy, timing })) {
    expect(prediction).toMatchObject({ limitError: null, roundFactor: null });
    expect(prediction.source).toBe('none: the times of the agents are not alike');
  }
});

test('in the mean over who takes part Local SA is as if all did; corrections that are kept are refused', () => {
  const run = { algorithms: algorithms(0.5), trigger: H2 };
  const solution = solveProblem(TWO);
  const found = predict(TWO, solution, { ...run, policy: { kind: 'sampled', count: 1 } });
  expect(found[0]).toEqual(predict(TWO, solution, run)[0]);
  expect(found.slice(1).map(({ source }) => source)).toEqual([
    'none: its agents keep corrections, of which some then miss a round',
    'none: its rounds have two exchanges, which some may miss one of',
  ]);
});

describe('a periodic chain', () => {
  const theta = (initial: InitialState): Prediction => {
    const problem = buildProblem(
      specificationOf([
        {
          transition: [
            [0, 1],
            [1, 0],
          ],
          A: [[[1]], [[2]]],
          b: [[10], [0]],
          initial,
        },
      ]),
    );
    const configuration = {
      algorithms: [{ name: 'local-sa', stepSize: 0.1 }],
      trigger: H2,
      sampling: 'markov',
    } as const;
    return predict(problem, solveProblem(problem), configuration)[0]!;
  };

  test('has a limit from its stationary law alone: from state 0, after two steps, θ = 0.8 (0.9 θ + 1) is another', () => {
    expect(theta('stationary').limitError).toBeCloseTo(((0.8 / 0.28 + 1 / 0.28) / 2 - 10 / 3) ** 2, 14);
    for (const initial of [{ state: 0 }, { distribution: [0.4, 0.6] }] as const) {
      const { limitError, source } = theta(initial);
      expect(limitError).toBeNull();
      expect(source).toMatch(/periodic/);
    }
  });
});
