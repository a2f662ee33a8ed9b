/** What follows from a round alone is what was written by hand: the same models on the same observations, to rounding. */
import { describe, expect, test } from 'vitest';
import { algorithmOfRound } from '../../src/algorithms/algorithmOfRound.ts';
import { ALGORITHMS } from '../../src/algorithms/catalogue.ts';
import { positive } from '../../src/values/parameter.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import { runRounds } from '../../src/testing/index.ts';
import { specimen } from '../oracles/specimens.ts';

const AGENTS = 3;
const PARAMETERS = { stepSize: 0.2, serverStepSize: 0.6, momentum: 0.4 };
/** Sums in another order over 30 rounds of steps of size 1. */
const ROUNDING = 1e-11;

const problem = buildProblem(
  specimen('garnet', { agents: AGENTS, states: 6, branching: 3, discount: 0.8, seed: 4 }),
);

describe.each(ALGORITHMS.filter(({ round }) => round !== undefined))('$name by its round', (one) => {
  const { parameters } = one;
  const round = one.round as never;
  const derived = algorithmOfRound({ name: 'derived', title: 'Derived', source: 'here', parameters, round });

  test.each([1, 4])('on Markov streams, with %i local steps a round', (localSteps) => {
    const [by, from] = [one, derived].map((which) =>
      runRounds({
        algorithm: which,
        parameters: PARAMETERS,
        agents: AGENTS,
        operator: (agent, copy) => problem.agent(agent).operator('markov', 5, copy),
        initial: [1, 2, 3],
        localSteps,
        rounds: 30,
      }),
    );
    const distances = by!.map((model, t) => Math.hypot(...model.map((x, j) => x - from![t]![j]!)));
    expect(Math.max(...distances)).toBeLessThan(ROUNDING);
    expect(Math.hypot(...by![30]!.map((x, j) => x - by![0]![j]!))).toBeGreaterThan(0.1);
  });
});

test('a round that would say another thing of models than of errors is refused', () => {
  const shrinking = (share: number) => () =>
    algorithmOfRound({
      name: 'shrinking',
      title: 'Shrinking',
      source: 'here',
      parameters: { stepSize: positive('η', 'the local step size') },
      round: ({ stepSize }) => ({
        memory: false,
        correction: 'none',
        opening: { model: { server: 1 } },
        act: { kind: 'step', stepSize },
        closing: () => ({ server: { meanModel: share } }),
      }),
    });
  expect(shrinking(1)).not.toThrow();
  expect(shrinking(0.9)).toThrow(
    'shrinking: in a mix of its round, the coefficients of models (server, model, meanModel) in "server" sum to 0.9; they must sum to 1',
  );
});
