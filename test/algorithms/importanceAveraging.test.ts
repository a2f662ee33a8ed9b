/** Importance averaging: both parts by hand, and whole runs against Local SA. */
import { describe, expect, test } from 'vitest';
import { importanceAveraging } from '../../src/algorithms/importanceAveraging.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import { configured } from '../../src/algorithms/parts.ts';
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import type { ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import { agentKit, scriptedOperator, serverKit } from '../../src/testing/index.ts';
import { configurationOf, replicationsOf } from '../oracles/events.ts';
import { randomProblem, specificationOf } from '../oracles/explicitProblem.ts';
import { answersOf, answersTo } from '../oracles/givenMessages.ts';

test('its agent takes the steps of Local SA, and counts those with G ≠ 0 by coordinate, anew in each round', () => {
  const values = [
    [1, 0],
    [0, 4],
    [2, 0],
    [0, 1],
  ].map((b) => ({ a: 0, b }));
  const operator = scriptedOperator(values);
  answersTo(agentKit(importanceAveraging, { stepSize: 0.5 }, { operator: () => operator }), [
    [
      { kind: 'roundStarted', localSteps: 3, theta: [0, 0] },
      { kind: 'countedModel', localSteps: 3, theta: [1.5, 2], visits: [2, 1] },
    ],
    [
      { kind: 'roundStarted', localSteps: 1, theta: [0, 0] },
      { theta: [0, 0.5], visits: [0, 1] },
    ],
  ]);
});

/** η_t = 1/(1 + t): ¼ in round 3 */
const decreasing = { kind: 'decreasing', scale: 1, offset: 1, exponent: 1 } as const;

test('its agent steps with the η of the round: η₃ = ¼ takes it from 1 to 1 + ¼ · 4', () => {
  const operator = scriptedOperator([{ a: 0, b: [4] }]);
  answersTo(agentKit(importanceAveraging, { stepSize: decreasing }, { operator: () => operator }), [
    [
      { kind: 'roundStarted', round: 3, theta: [1] },
      { theta: [2], visits: [1] },
    ],
  ]);
});

describe('its server', () => {
  const afterRound = (stepSize: number, ...answers: readonly { theta: number[]; visits: number[] }[]) => {
    const server = serverKit(importanceAveraging, { stepSize }, { initial: [0, 0], agents: answers.length });
    server.open(1, 4);
    server.receive(answersOf('countedModel', ...answers));
    return server;
  };

  test('weighs a coordinate by (1 − η)^(−N): visits 2 and 0 with η = ½ as 4 to 1', () => {
    afterRound(
      0.5,
      { theta: [5, 6], visits: [2, 1] },
      { theta: [10, 0], visits: [0, 1] },
    ).expectRoundCompleted({ theta: [(4 * 5 + 10) / 5, 3] }, 0);
  });

  test('weighs with the η of the round: visits 0 and 2 with η₃ = ¼ as 1 to (4/3)²', () => {
    const server = serverKit(importanceAveraging, { stepSize: decreasing }, { initial: [0], agents: 2 });
    server.open(3, 2);
    server.receive(answersOf('countedModel', { theta: [5], visits: [0] }, { theta: [30], visits: [2] }));
    // (5 + 16/9 · 30)/(1 + 16/9) = (45 + 480)/25
    server.expectRoundCompleted({ theta: [21] }, 1e-14);
  });

  test('does not overflow where visits are many, and hears the most visits alone', () => {
    afterRound(
      0.5,
      { theta: [1, 2], visits: [1e5, 0] },
      { theta: [9, 4], visits: [0, 1e5] },
    ).expectRoundCompleted({ theta: [1, 4] }, 0);
  });

  test('with η = 1, which leaves nothing of θ̄, also hears the most visits alone', () => {
    afterRound(1, { theta: [1, 2], visits: [2, 1] }, { theta: [9, 4], visits: [1, 1] }).expectRoundCompleted(
      { theta: [1, 3] },
      0,
    );
  });

  test('with η = 3/2, beyond θ̄, hears the most visits alone, and gives fewer no negative weight', () => {
    const answers = [{ theta: [1, 2], visits: [2, 1] }, { theta: [9, 4], visits: [1, 1] }]; // prettier-ignore
    afterRound(1.5, ...answers).expectRoundCompleted({ theta: [1, 3] }, 0);
  });
});

describe('a run', () => {
  const errorsOf = async (
    problem: ProblemSpecification,
    algorithm: typeof localSa | typeof importanceAveraging,
    initial: readonly number[],
  ) => {
    const algorithms = [configured(algorithm, { stepSize: 0.1 }) as ScheduledAlgorithm];
    const configuration = configurationOf({
      ...{ algorithms, sampling: 'markov', budget: { kind: 'rounds', rounds: 60 } },
      ...{ trigger: { kind: 'deterministic', localSteps: 10 }, initial, recording: 'all' },
    });
    const { records } = (await replicationsOf(problem, configuration))[0]!;
    expect(records.at(-1)!.round).toBe(60);
    return records.map(({ error }) => error);
  };
  const control = (features: object) =>
    ({
      kind: 'q-learning',
      agents: 4,
      environment: {
        kind: 'garnet',
        states: 5,
        actions: 2,
        branching: 2,
        heterogeneity: 'low',
        perturbation: 0,
      },
      behaviour: 'random',
      features,
      discount: 0.7,
      seed: 3,
    }) as ProblemSpecification;

  test('with dense features, where all visit all coordinates, is Local SA, bit for bit', async () => {
    const linear = specificationOf(randomProblem(5, 3, 7));
    const started = [1, 2, -1];
    expect(await errorsOf(linear, importanceAveraging, started)).toEqual(
      await errorsOf(linear, localSa, started),
    );
    const dense = control({ kind: 'random', dimension: 3 });
    expect(await errorsOf(dense, importanceAveraging, started)).toEqual(
      await errorsOf(dense, localSa, started),
    );
  });

  test('of one agent is Local SA, and of tables with several is not', async () => {
    const table = control({ kind: 'tabular' });
    const zero = Array.from({ length: 10 }, () => 0);
    const alone = { ...table, agents: 1 } as ProblemSpecification;
    expect(await errorsOf(alone, importanceAveraging, zero)).toEqual(await errorsOf(alone, localSa, zero));
    const [weighted, equal] = [
      await errorsOf(table, importanceAveraging, zero),
      await errorsOf(table, localSa, zero),
    ];
    expect(weighted.at(-1)! / equal.at(-1)!).not.toBeCloseTo(1, 3);
  });
});
