/**
 * The closure against the exact moments on the joint chain, where that is small enough.
 *
 * The first round is exact for any number of agents, since all start from one point: what two agents' chains
 * do is independent, and nothing ties the state to them yet. So is every round under additive noise. In general the
 * closure leaves out terms of the order (ητ)² beside the noise, which sets the tolerance of a floor.
 */
import { describe, expect, test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import type { Problem } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import {
  closureMoments,
  DEPENDENCE_NEGLECTED,
  PAIRS_NEGLECTED,
} from '../../../src/theory/approximation/closureMoments.ts';
import type { MomentsOf } from '../../../src/theory/moments/errorMoments.ts';
import { exactErrorsOf } from '../../../src/theory/moments/exactErrors.ts';
import type { MomentBudget } from '../../../src/theory/moments/momentBudget.ts';
import { knownProblem, type KnownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { ALL_SEVEN, FEDHSA, LOCAL_SA, MINIBATCH_SGD, SCAFFLSA, SCAFFOLD } from '../../oracles/events.ts';
import {
  type ExplicitProblem,
  meansOf,
  randomProblem,
  specificationOf,
} from '../../oracles/explicitProblem.ts';
import type { ScheduledAlgorithm } from '../../../src/protocol/configuration.ts';
import { specimen } from '../../oracles/specimens.ts';

const UNBOUNDED = { multiplications: Infinity, doubles: 1e8 };

function knownOf(problem: Problem, localSteps: number, initial: readonly number[]): KnownProblem {
  const configuration = {
    trigger: { kind: 'deterministic', localSteps },
    sampling: 'markov',
    initial: [...initial],
  } as const;
  const known = knownProblem(problem, solveProblem(problem), configuration);
  if ('reason' in known) throw new Error(known.reason);
  return known;
}

const explicit = (problem: ExplicitProblem): Problem => finiteLinear.build(specificationOf(problem));

const stationary = (problem: ExplicitProblem): ExplicitProblem =>
  problem.map((agent) => ({ ...agent, initial: 'stationary' }));

/** The closure as it is: an estimate of its error is the subject of other tests. */
const trusted: MomentsOf = (...given) => {
  const curve = closureMoments(...given);
  return 'reason' in curve ? curve : { ...curve, previous: curve.moments };
};

/** What the cheapest closure takes, and a little more. */
function leastBudget(
  known: KnownProblem,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
): MomentBudget {
  const refused = exactErrorsOf(known, algorithm, rounds, { ...UNBOUNDED, multiplications: 0 }, trusted);
  if (refused.kind !== 'refused') throw new Error('nothing is free');
  return { ...UNBOUNDED, multiplications: 1.001 * refused.needed! };
}

/** Largest relative difference of E‖e‖² from the joint chain's, over the rounds. */
function difference(
  known: KnownProblem,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
  neglected = PAIRS_NEGLECTED,
): number {
  const exact = exactErrorsOf(known, algorithm, rounds, UNBOUNDED);
  const budget = neglected === PAIRS_NEGLECTED ? UNBOUNDED : leastBudget(known, algorithm, rounds);
  const closed = exactErrorsOf(known, algorithm, rounds, budget, trusted);
  if (exact.kind === 'refused') throw new Error(exact.reason);
  if (closed.kind === 'refused') throw new Error(closed.reason);
  expect(exact.neglects).toBeUndefined();
  expect(closed.neglects).toBe(neglected);
  return Math.max(
    ...exact.meanSquare.map((value, at) => Math.abs(closed.meanSquare[at]! / value - 1)),
    ...exact.biasSquare.map((value, at) => Math.abs(closed.biasSquare[at]! - value) / exact.meanSquare[at]!),
  );
}

describe.each([1, 2, 3])('of %i agents with dense operators on their states', (M) => {
  // They start in given states: the laws of their states change from round to round.
  const known = knownOf(explicit(randomProblem(M, 2, 7)), 5, [1, -2]);

  test.each(ALL_SEVEN(0.05))('the first round of $name is exact', (algorithm) => {
    expect(difference(known, algorithm, [0, 1])).toBeLessThan(algorithm.name === 'fedhsa' ? 1e-7 : 1e-12);
  });
});

describe('of two agents', () => {
  const known = knownOf(explicit(stationary(randomProblem(2, 2, 7))), 5, [1, -2]);

  test.each(ALL_SEVEN(0.05))('the curve of $name is right to 0.3 % and its floor to 0.05 %', (algorithm) => {
    expect(difference(known, algorithm, [1, 2, 5, 10, 20, 50])).toBeLessThan(3e-3);
    expect(difference(known, algorithm, [300, 301])).toBeLessThan(5e-4);
  });
});

describe('of two agents whose noise is additive every round is exact:', () => {
  const drawn = randomProblem(2, 2, 11);
  const additive = stationary(drawn.map((agent) => ({ ...agent, A: agent.A.map(() => meansOf(agent).A) })));
  const known = knownOf(explicit(additive), 3, [1, -2]);

  test.each([LOCAL_SA(0.1), SCAFFLSA(0.1), SCAFFOLD(0.1), MINIBATCH_SGD(0.3), FEDHSA(0.1)])(
    '$name',
    (algorithm) => {
      expect(difference(known, algorithm, [1, 2, 3, 5, 10, 100])).toBeLessThan(1e-9);
    },
  );

  test.each([LOCAL_SA(0.1), SCAFFLSA(0.1), SCAFFOLD(0.1), MINIBATCH_SGD(0.3), FEDHSA(0.1)])(
    '$name, by the cheap closure too',
    (algorithm) => {
      const rounds = [1, 2, 3, 5, 10, 100];
      expect(difference(known, algorithm, rounds, DEPENDENCE_NEGLECTED)).toBeLessThan(1e-9);
    },
  );
});

describe('where chains are slow and rounds short', () => {
  // Each chain stays where it is for ten steps on average: the noise of a round is almost that of the next.
  const slow = stationary(randomProblem(2, 2, 5)).map((agent) => ({
    ...agent,
    transition: agent.transition.map((row, s) => row.map((p, to) => 0.1 * p + (s === to ? 0.9 : 0))),
  }));
  const known = knownOf(explicit(slow), 2, [1, -2]);

  test.each([LOCAL_SA(0.02), SCAFFLSA(0.02), FEDHSA(0.02, 0.5)])(
    'what agents carry over to the next round counts: the floor of $name is right to 2 %',
    (algorithm) => {
      expect(difference(known, algorithm, [2000])).toBeLessThan(0.02);
    },
  );
});

describe('of two Garnets, whose operators have rank one,', () => {
  const garnets = buildProblem(specimen('garnet', { agents: 2, states: 5, dimension: 2, seed: 3 }));
  const known = knownOf(garnets, 8, [0, 0]);

  test.each([LOCAL_SA(0.1), SCAFFLSA(0.1), FEDHSA(0.1, 0.3), MINIBATCH_SGD(0.5)])(
    'the curve of $name is right to 1.5 %',
    (algorithm) => {
      expect(difference(known, algorithm, [1, 3, 10, 40, 400])).toBeLessThan(0.015);
    },
  );
});

describe('the cheap closure of two agents whose noise depends on the state', () => {
  const known = knownOf(explicit(stationary(randomProblem(2, 2, 7))), 40, [1, -2]);

  test.each([LOCAL_SA(0.01), SCAFFLSA(0.01), FEDHSA(0.01, 0.5), MINIBATCH_SGD(0.4)])(
    'has the floor of $name to 0.3 %',
    (algorithm) => {
      expect(difference(known, algorithm, [400], DEPENDENCE_NEGLECTED)).toBeLessThan(3e-3);
    },
  );
});

test('what the cheap closure takes is told before, and about what it takes', () => {
  const known = knownOf(explicit(stationary(randomProblem(3, 2, 7))), 50, [1, -2]);
  const rounds = [0, 40];
  const budget = leastBudget(known, SCAFFLSA(0.05), rounds);
  const done = exactErrorsOf(known, SCAFFLSA(0.05), rounds, budget, trusted);
  if (done.kind !== 'exact') throw new Error(done.reason);
  expect(done.multiplications / budget.multiplications).toBeGreaterThan(0.5);
  expect(done.multiplications / budget.multiplications).toBeLessThan(1);
});
