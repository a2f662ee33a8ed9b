import { START_BUDGET } from '../../../src/theory/budgets.ts';
import { describe, expect, test } from 'vitest';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { exactErrors, exactErrorsOf } from '../../../src/theory/moments/exactErrors.ts';
import { exactPredictions } from '../../../src/theory/moments/exactPredictions.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { FEDHSA, LOCAL_SA, SCAFFLSA } from '../../oracles/events.ts';
import { randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';

const problem = finiteLinear.build(specificationOf(randomProblem(2, 2, 7)));
const solution = solveProblem(problem);
const ROUNDS = [0, 1, 5, 20];
const configuration = {
  trigger: { kind: 'deterministic', localSteps: 3 },
  sampling: 'iid',
  initial: [1, -2],
  stride: 1,
} as const;
const ALGORITHMS = [FEDHSA(0.1), LOCAL_SA(0.1), SCAFFLSA(0.1)];

const predicted = (multiplications: number, algorithms = ALGORITHMS) =>
  exactPredictions(problem, solution, { ...configuration, algorithms }, ROUNDS, {
    ...START_BUDGET,
    multiplications,
  });

/** What each algorithm takes on its own. */
const costs = ALGORITHMS.map((algorithm) => {
  const known = knownProblem(problem, solution, configuration);
  if ('reason' in known) throw new Error(known.reason);
  const result = exactErrorsOf(known, algorithm, ROUNDS, START_BUDGET);
  if (result.kind === 'refused') throw new Error(result.reason);
  return result.multiplications;
});

test('the curves are the exact errors, in the order of the algorithms', () => {
  ALGORITHMS.forEach((algorithm, k) => {
    const errors = exactErrors(problem, solution, configuration, algorithm, ROUNDS);
    if (errors.kind === 'refused') throw new Error(errors.reason);
    const { meanSquare, biasSquare } = errors;
    expect(predicted(START_BUDGET.multiplications)[k]).toEqual({ rounds: ROUNDS, meanSquare, biasSquare });
  });
});

describe('the budget is that of all algorithms together:', () => {
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const cheapest = Math.min(...costs);
  const hasCurve = (multiplications: number, algorithms = ALGORITHMS): boolean[] =>
    predicted(multiplications, algorithms).map((prediction) => 'rounds' in prediction);

  test('the costs differ, so that equal shares are not enough for all', () => {
    expect(Math.max(...costs)).toBeGreaterThan(1.1 * (total / 3));
  });

  test('what they take in all is enough for all, whatever the order', () => {
    expect(hasCurve(total * 1.001)).toEqual([true, true, true]);
  });

  test('with less the dearest goes without, and says what it would take', () => {
    const found = hasCurve(total * 0.999);
    expect(found).toEqual(costs.map((cost) => cost < Math.max(...costs)));
    const refused = predicted(total * 0.999)[found.indexOf(false)]!;
    expect('reason' in refused && refused.reason).toMatch(
      /^no exact moments: 20 rounds take about \S+ multiplications, more than \S+; --exact takes the time$/,
    );
  });

  test('of equals all have one or none: their order decides nothing', () => {
    const dearest = Math.max(...costs);
    const algorithms = [cheapest, dearest, dearest].map((cost) => ALGORITHMS[costs.indexOf(cost)]!);
    const both = cheapest + 2 * dearest;
    expect(hasCurve(both * 0.999, algorithms)).toEqual([true, false, false]);
    expect(hasCurve(both * 1.001, algorithms)).toEqual([true, true, true]);
  });

  test('what pays for the cheapest alone pays for it', () => {
    expect(hasCurve(cheapest * 1.001)).toEqual(costs.map((cost) => cost === cheapest));
    expect(hasCurve(cheapest * 0.999)).toEqual([false, false, false]);
  });
});

test('a curve that leaves the doubles ends before it does', () => {
  const algorithms = [LOCAL_SA(40)];
  const [prediction] = exactPredictions(
    problem,
    solution,
    { ...configuration, algorithms },
    [0, 1, 10, 500],
    START_BUDGET,
  );
  if (prediction === undefined || 'reason' in prediction) throw new Error('there is a curve');
  expect(prediction.rounds).toEqual([0, 1, 10]);
  expect(prediction.meanSquare).toHaveLength(3);
  expect(prediction.meanSquare[2]).toBeGreaterThan(1e20);
});

test('a joint chain that is too large, with too little for two chain factors, is refused without building the agents', () => {
  const many = { ...problem, agents: 1000 };
  let built = 0;
  const counted = {
    ...many,
    agent: (index: number) => {
      built++;
      return problem.agent(index % 2);
    },
  };
  const markov = { ...configuration, sampling: 'markov', algorithms: ALGORITHMS } as const;
  for (const prediction of exactPredictions(counted, solution, markov, ROUNDS, {
    ...START_BUDGET,
    multiplications: 1e4,
    estimated: 0,
  })) {
    expect('reason' in prediction && prediction.reason).toContain('joint chain of all agents');
  }
  expect(built).toBeLessThan(20);
});
