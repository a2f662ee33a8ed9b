import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/problems/operator.ts';
import { solveProblem } from '../../src/problems/root.ts';
import type { AlgorithmConfiguration, TriggerConfiguration } from '../../src/protocol/configuration.ts';
import { predict } from '../../src/theory/predictions.ts';
import type { Prediction, PredictionOptions } from '../../src/theory/predictions.ts';
import { meansOnly, noStream, randomMeans, scalarMeans } from './linearFixture.ts';

const algorithms = (stepSize: number): AlgorithmConfiguration[] =>
  (['local-sa', 'scafflsa', 'fedhsa'] as const).map((name) => ({ name, stepSize, serverStepSize: 1 }));
const H2 = { kind: 'deterministic', localSteps: 2 } as const;
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
    expect(localSa!.largestStableStep).toBeCloseTo(6 / 5, 5);
    expect(scafflsa!.limitError).toBe(0);
    expect(fedHsa).toMatchObject({ algorithm: 'fedhsa', limitError: 0 });
    expect(fedHsa!.roundFactor).toBeCloseTo(1 / 16, 15);
    expect(fedHsa!.largestStableStep).toBeCloseTo(4 / 3, 5);
  });

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
      algorithms: [0.5, 0.1, 0.5].map((stepSize) => ({
        name: 'local-sa' as const,
        stepSize,
        serverStepSize: 1,
      })),
      trigger: H2,
    };
    const [first, second, third] = predict(TWO, solveProblem(TWO), configuration);
    expect(second!.roundFactor).toBeCloseTo((0.81 + 0.64) / 2, 15);
    expect(third).toEqual(first);
  });

  test('a prediction survives JSON: it holds no infinities', () => {
    for (const stepSize of [0.1, 1e160]) {
      const found = predictions(TWO, stepSize);
      expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    }
  });

  test('largest stable steps of large problems are computed only when asked for', () => {
    const large = meansOnly(8, randomMeans(60, 8, 0.1, 4));
    const trigger = { kind: 'deterministic', localSteps: 100 } as const;
    expect(predictions(large, 0.01, trigger)[1]!.largestStableStep).toBeNull();
    expect(predictions(TWO, 0.1, H2, { stableSteps: false })[0]!.largestStableStep).toBeNull();
    const configuration = { algorithms: algorithms(0.01).slice(0, 1), trigger: H2 };
    const asked = predict(large, solveProblem(large), configuration, { stableSteps: true });
    expect(asked[0]!.largestStableStep).toBeGreaterThan(1);
  });
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
    expect(predictions(nonlinear, 0.1)[0]).toEqual({
      algorithm: 'local-sa',
      limitError: null,
      roundFactor: null,
      largestStableStep: null,
      source: 'none: the mean operator is not linear',
    });
    expect(predictions(unknown, 0.1)[2]!.source).toMatch(/^none: not every agent/);
  });
});
