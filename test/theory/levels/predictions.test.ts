/** Where the predictions of a run are approximate, and what they say then. */
import { describe, expect, test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { TRIPLES_NEGLECTED } from '../../../src/theory/levels/levelMoments.ts';
import { type ExactPrediction, exactPredictions } from '../../../src/theory/moments/exactPredictions.ts';
import { LOCAL_SA, SCAFFLSA } from '../../oracles/events.ts';
import { specimen } from '../../oracles/specimens.ts';

const problem = buildProblem(specimen('garnet', { agents: 6, states: 8, actions: 1, dimension: 2, seed: 3 }));

const predicted = (multiplications: number, changes: object = {}, doubles = 8e6): ExactPrediction[] =>
  exactPredictions(
    problem,
    solveProblem(problem),
    {
      trigger: { kind: 'deterministic', localSteps: 10 },
      sampling: 'markov',
      initial: [0, 0],
      algorithms: [SCAFFLSA(0.1), LOCAL_SA(0.1)],
      ...changes,
    },
    [0, 1, 10],
    { multiplications, doubles },
  );

describe('six Garnets have too many joint states for exact moments:', () => {
  test('an approximation has an estimated error', () => {
    for (const prediction of predicted(1e10)) {
      expect(prediction).toMatchObject({ rounds: [0, 1, 10], neglects: TRIPLES_NEGLECTED });
      if ('reason' in prediction) throw new Error(prediction.reason);
      expect(prediction.relativeError).toHaveLength(3);
      for (const error of prediction.relativeError!) expect(error).toBeLessThan(1e-3);
    }
  });

  test('a budget too small for two chain factors is named, the cheaper algorithm’s as less', () => {
    const needs = predicted(1e6).map((prediction) => {
      if (!('reason' in prediction)) throw new Error('nothing is affordable');
      expect(prediction.reason).toMatch(
        /^no exact moments: .*joint states.*; moments with at most two chain factors take about \S+ multiplications, more than \S+; --exact takes the time$/,
      );
      return Number(/two chain factors take about (\S+) multiplications/.exec(prediction.reason)![1]);
    });
    expect(needs[0]).toBeGreaterThan(needs[1]!);
  });

  test('too little memory is named, with the option that has room', () => {
    for (const prediction of predicted(1e10, {}, 1e4))
      expect(prediction).toEqual({
        reason: expect.stringMatching(
          /take about \S+ numbers in memory, more than \S+; --exact has room for them$/,
        ) as string,
      });
  });

  test('a budget below the least that two chain factors take is told so without building all agents', () => {
    let built = 0;
    const counted = {
      ...problem,
      agent: (index: number) => ((built = Math.max(built, index)), problem.agent(index)),
    };
    const [prediction] = exactPredictions(
      counted,
      solveProblem(problem),
      {
        trigger: { kind: 'deterministic', localSteps: 10_000 },
        sampling: 'markov',
        initial: [0, 0],
        algorithms: [LOCAL_SA(0.1)],
      },
      [0, 1],
      { multiplications: 1e4, doubles: 1e4 },
    );
    expect(prediction).toMatchObject({
      reason: expect.stringMatching(
        /joint chain of all agents, .*; moments with at most two chain factors take about/,
      ) as string,
    });
    expect(built).toBeLessThan(5);
  });

  test('rounds of random length are followed by pairs', () => {
    const random = { trigger: { kind: 'bernoulli', probability: 0.6 } };
    const [prediction] = predicted(1e11, { ...random, algorithms: [LOCAL_SA(0.1)] });
    expect(prediction).toHaveProperty('relativeError');
  });

  test('gaps longer than any round that is computed are refused without a number', () => {
    const [prediction] = exactPredictions(
      problem,
      solveProblem(problem),
      {
        trigger: { kind: 'bernoulli', probability: 1e-5 },
        sampling: 'markov',
        initial: [0, 0],
        algorithms: [LOCAL_SA(0.1)],
      },
      [0, 1],
      { multiplications: 1e6, doubles: 1e4 },
    );
    expect(prediction).toMatchObject({ reason: expect.stringContaining('too many states') as string });
    expect(JSON.stringify(prediction)).not.toMatch(/Infinity|null/);
  });

  test('under i.i.d. sampling the moments are exact, and neglect nothing', () => {
    for (const prediction of predicted(1e9, { sampling: 'iid' }))
      expect(prediction).not.toHaveProperty('neglects');
  });
});
