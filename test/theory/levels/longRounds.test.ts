/**
 * Long rounds, within which chains forget where they stood, against the joint chain: what is left out is of second order in
 * the step size times the mixing time, and the estimate is no smaller than half of it.
 */
import { describe, expect, test } from 'vitest';
import { squaredNorm } from '../../../src/maths/vector.ts';
import { localChain } from '../../../src/theory/chain/localSteps.ts';
import { longCost, longMoments } from '../../../src/theory/levels/longMoments.ts';
import { levelMoments, longRoundMoments } from '../../../src/theory/levels/levelMoments.ts';
import { roundBlocks } from '../../../src/theory/levels/roundBlocks.ts';
import { relativeErrors } from '../../../src/theory/levels/relativeErrors.ts';
import { exactErrorsOf } from '../../../src/theory/moments/exactErrors.ts';
import type { ErrorMoments } from '../../../src/theory/moments/errorMoments.ts';
import { runsOf } from '../../../src/theory/round/runsOf.ts';
import type { ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import { FEDHSA, LOCAL_SA, LOCAL_SGD_M, MINIBATCH_SGD, SCAFFLSA, SCAFFOLD } from '../../oracles/events.ts';
import { type ExplicitProblem, randomProblem } from '../../oracles/explicitProblem.ts';
import { known, UNBOUNDED } from './knownCase.ts';

const ROUNDS = [1, 2, 7, 15];

const traceOf = ({ second, mean }: ErrorMoments): number =>
  mean.reduce((sum, _, j) => sum + second[j * mean.length + j]!, 0);

/** True and estimated relative errors. */
function judged(problem: ExplicitProblem, algorithm: ScheduledAlgorithm, localSteps: number) {
  const trigger = { kind: 'deterministic', localSteps } as const;
  const setting = known(problem, trigger);
  const runs = runsOf(algorithm, trigger, problem.length);
  const truth = exactErrorsOf(setting, algorithm, ROUNDS, UNBOUNDED);
  if ('reason' in runs || truth.kind === 'refused') throw new Error('there is no truth');
  const d = setting.root.length;
  const round = roundBlocks(runs[0]!.program, { dimension: d, agents: problem.length }, localSteps);
  const chains = setting.agents.map(({ law }) => localChain(law as FiniteObservations, setting.root));
  const start = new Float64Array(round.size + 1);
  start.set(setting.initial);
  start[round.size] = 1;
  const cost = longCost(round, chains, 15);
  const found = longMoments(round, chains, start, ROUNDS, cost, UNBOUNDED);
  if (found === undefined) throw new Error('steps are too large');
  const meanSquare = found.moments.map(traceOf);
  return {
    actual: meanSquare.map((value, at) => Math.abs(value / truth.meanSquare[at]! - 1)),
    bias: found.moments.map(({ mean }, at) => Math.abs(squaredNorm(mean) - truth.biasSquare[at]!)),
    estimated: relativeErrors(
      meanSquare,
      ROUNDS.map(() => ({ second: 0, mean: 0 })),
      found.doubt,
    ),
  };
}

const slower = (problem: ExplicitProblem, laziness: number): ExplicitProblem =>
  problem.map((agent) => ({
    ...agent,
    transition: agent.transition.map((row, s) =>
      row.map((p, t) => (1 - laziness) * p + (s === t ? laziness : 0)),
    ),
  }));

const algorithms = (stepSize: number): ScheduledAlgorithm[] => [
  LOCAL_SA(stepSize),
  SCAFFLSA(stepSize),
  FEDHSA(stepSize, 0.5),
  SCAFFOLD(stepSize, 0.5),
  MINIBATCH_SGD(stepSize),
  LOCAL_SGD_M(stepSize, 0.3, 0.4),
];

describe('small steps:', () => {
  test.each(algorithms(0.02))('$name', (algorithm) => {
    const { actual, bias } = judged(randomProblem(3, 2, 7), algorithm, 60);
    expect(Math.max(...actual)).toBeLessThan(algorithm.name === 'fedhsa' ? 2e-4 : 4e-6);
    expect(Math.max(...bias)).toBeLessThan(1e-4);
  });
});

describe('the true error is at most twice the estimate:', () => {
  test.each(algorithms(0.02))('of slow chains, $name', (algorithm) => {
    const { actual, estimated } = judged(slower(randomProblem(3, 1, 7), 0.9), algorithm, 400);
    actual.forEach((error, at) => {
      expect(error).toBeLessThan(2 * estimated[at]! + 1e-5);
    });
  });
  test.each(algorithms(0.1))('of large steps and a start that is not stationary, $name', (algorithm) => {
    const begun = randomProblem(3, 1, 7).map((agent) => ({ ...agent, initial: { state: 0 } }));
    const { actual, estimated } = judged(begun, algorithm, 60);
    actual.forEach((error, at) => {
      expect(error).toBeLessThan(2 * estimated[at]! + 1e-5);
    });
  });
});

test('what is left out falls faster than the step size', () => {
  const [large, small] = [0.1, 0.02].map((step) =>
    Math.max(...judged(randomProblem(3, 1, 7), FEDHSA(step, 0.5), 80).actual),
  );
  expect(small).toBeLessThan(large! / 5);
});

describe('moments of long rounds alone', () => {
  const problem = randomProblem(3, 2, 7);
  const errorsOf = (localSteps: number, momentsOf: typeof levelMoments) =>
    exactErrorsOf(
      known(problem, { kind: 'deterministic', localSteps }),
      LOCAL_SA(1 / localSteps),
      ROUNDS,
      UNBOUNDED,
      momentsOf,
    );

  test('are those that levels take where rounds are long', () => {
    expect(errorsOf(100_000, longRoundMoments)).toEqual(errorsOf(100_000, levelMoments));
    expect(errorsOf(100_000, longRoundMoments)).toHaveProperty('level', 1);
  });

  test('are refused where the steps of a round are few', () => {
    expect(errorsOf(3, levelMoments)).toHaveProperty('level', 2);
    expect(errorsOf(3, longRoundMoments)).toMatchObject({
      reason: expect.stringContaining('chains remember where they were') as string,
    });
  });
});
