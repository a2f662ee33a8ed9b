/**
 * Moments with at most two chain factors against the joint chain. For one agent, and for two whose functions are all
 * followed, nothing is neglected, so that the two are the same but for rounding and what a cached map leaves out.
 */
import { describe, expect, test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { levelMoments } from '../../../src/theory/levels/levelMoments.ts';
import { exactErrorsOf } from '../../../src/theory/moments/exactErrors.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { ALL_SEVEN, LOCAL_SA, SCAFFLSA } from '../../oracles/events.ts';
import { randomProblem } from '../../oracles/explicitProblem.ts';
import { specimen } from '../../oracles/specimens.ts';
import { known, type KnownCase, UNBOUNDED } from './knownCase.ts';

const ROUNDS = [0, 1, 2, 7];

/** Largest relative difference from the joint chain, with all functions. */
function difference(setting: KnownCase, algorithm: ScheduledAlgorithm): number {
  const exact = exactErrorsOf(setting, algorithm, ROUNDS, UNBOUNDED);
  const levels = exactErrorsOf(setting, algorithm, ROUNDS, UNBOUNDED, (...asked) =>
    levelMoments(...asked, 0),
  );
  if (exact.kind === 'refused') throw new Error(exact.reason);
  if (levels.kind === 'refused') throw new Error(levels.reason);
  const relative = (values: readonly number[], at: number): number =>
    Math.abs(values[at]! / exact.meanSquare[at]! - 1);
  return Math.max(...ROUNDS.map((_, at) => relative(levels.meanSquare, at)));
}

describe.each([
  [1, 3],
  [2, 1],
  [2, 40], // chains forget within a round where they were
])('of %i agents with rounds of %i steps the moments are exact:', (M, localSteps) => {
  const setting = known(randomProblem(M, 2, 7), { kind: 'deterministic', localSteps });
  test.each(ALL_SEVEN(0.2))('$name', (algorithm) => {
    expect(difference(setting, algorithm)).toBeLessThan(1e-9);
  });
});

test('a chain that starts in a given state', () => {
  const begun = randomProblem(2, 1, 3).map((agent) => ({ ...agent, initial: { state: 0 } }));
  expect(difference(known(begun, { kind: 'deterministic', localSteps: 2 }), LOCAL_SA(0.3))).toBeLessThan(
    1e-9,
  );
});

describe('chains whose states are independent have no function beside 1: the moments are exact', () => {
  /** The same law in every state, of some agents or of all; or one state. */
  const withoutMemory = (agents: readonly number[], states?: 1): ReturnType<typeof randomProblem> =>
    randomProblem(2, 2, 7).map((agent, i) => {
      if (!agents.includes(i)) return agent;
      if (states === 1) return { ...agent, transition: [[1]], A: [agent.A[0]!], b: [agent.b[0]!] };
      return { ...agent, transition: agent.transition.map(() => agent.transition[0]!) };
    });
  test.each([
    ['one agent', withoutMemory([0])],
    ['all agents', withoutMemory([0, 1])],
    ['one of one state', withoutMemory([1], 1)],
  ])('of %s', (_, problem) => {
    for (const algorithm of ALL_SEVEN(0.2))
      expect(difference(known(problem, { kind: 'deterministic', localSteps: 2 }), algorithm)).toBeLessThan(
        1e-9,
      );
  });
});

// TD(0) on two Garnets of three states: the joint chain has nine.
describe('operators that depend on moves: the moments are exact, with rounds of', () => {
  const garnets = buildProblem(
    specimen('garnet', { agents: 2, states: 3, actions: 1, dimension: 2, seed: 3 }),
  );
  test.each([1, 3])('%i steps', (localSteps) => {
    const run = {
      trigger: { kind: 'deterministic', localSteps },
      sampling: 'markov',
      initial: [1, -2],
    } as const;
    const setting = knownProblem(garnets, solveProblem(garnets), run);
    if ('reason' in setting) throw new Error(setting.reason);
    for (const algorithm of ALL_SEVEN(0.4)) expect(difference(setting, algorithm)).toBeLessThan(1e-9);
  });
});

// Gaps beyond the sixteenth are interpolated.
describe('with rounds of random length they are exact to 10⁻⁵:', () => {
  test.each([1, 2])('of %i agents', (M) => {
    const setting = known(randomProblem(M, 1, 7), { kind: 'bernoulli', probability: 0.3 });
    for (const algorithm of ALL_SEVEN(0.1).slice(0, 6))
      expect(difference(setting, algorithm)).toBeLessThan(1e-5);
  });
});

test('agents that are alike are followed once, with the same moments', () => {
  const [agent] = randomProblem(1, 1, 5);
  const alike = known([agent!, agent!, agent!], { kind: 'deterministic', localSteps: 2 });
  // a hair's breadth away from alike
  const apart = known(
    [0, 1e-13, 2e-13].map((shift) => ({ ...agent!, b: agent!.b.map((row) => row.map((x) => x + shift)) })),
    { kind: 'deterministic', localSteps: 2 },
  );
  const [once, each] = [alike, apart].map((setting) =>
    exactErrorsOf(setting, LOCAL_SA(0.4), [1, 5, 20], UNBOUNDED, levelMoments),
  );
  if (once?.kind !== 'exact' || each?.kind !== 'exact') throw new Error('there are no moments');
  once.meanSquare.forEach((value, at) => {
    expect(Math.abs(each.meanSquare[at]! / value - 1)).toBeLessThan(1e-9);
  });
  expect(once.multiplications).toBeLessThan(each.multiplications / 2);
});

test.each([
  { kind: 'bernoulli', probability: 1e-300 },
  { kind: 'bernoulli', probability: 5e-324 },
] as const)('rounds of too many steps are refused at once: %o', (trigger) => {
  const setting = known(randomProblem(3, 1, 2), trigger);
  const refused = exactErrorsOf(
    setting,
    LOCAL_SA(0.1),
    [1],
    { multiplications: 1e9, doubles: 1e7 },
    levelMoments,
  );
  expect(refused).toMatchObject({ kind: 'refused' });
});

test('rounds of any length are computed where chains forget within them', () => {
  const setting = known(randomProblem(3, 1, 2), { kind: 'deterministic', localSteps: 2 ** 31 - 1 });
  const budget = { multiplications: 1e9, doubles: 1e7 };
  const endless = exactErrorsOf(setting, LOCAL_SA(0.02), [1], budget, levelMoments);
  expect(endless).toMatchObject({ kind: 'exact', level: 1 });
});

test('the same configuration has the same moments, and what is too much work is refused with what it needs', () => {
  const setting = known(randomProblem(3, 1, 2), { kind: 'deterministic', localSteps: 3 });
  const within = (multiplications: number) =>
    exactErrorsOf(setting, SCAFFLSA(0.2), [1, 50], { ...UNBOUNDED, multiplications }, levelMoments);
  const whole = within(Infinity);
  expect(within(Infinity)).toEqual(whole);
  const refused = within(0);
  if (whole.kind !== 'exact' || refused.kind !== 'refused') throw new Error('the budget does nothing');
  expect(refused.needed).toBeGreaterThan(0);
  // A budget for one chain factor alone is too small: without pairs the error has no estimate.
  const budgets = Array.from({ length: 40 }, (_, k) => refused.needed! * 1.5 ** k);
  const found = budgets.map(within);
  expect(found.filter(({ kind }) => kind === 'refused').length).toBeGreaterThan(2);
  for (const errors of found) if (errors.kind === 'exact') expect(errors).toMatchObject({ level: 2 });
});
