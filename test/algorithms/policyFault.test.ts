/** Which algorithm goes with which policy. */
import { expect, it } from 'vitest';
import { ALGORITHMS } from '../../src/algorithms/catalogue.ts';
import { fedHsa } from '../../src/algorithms/fedHsa.ts';
import { localSgdMomentum } from '../../src/algorithms/localSgdMomentum.ts';
import { scafflsa } from '../../src/algorithms/scafflsa.ts';
import type { PolicyConfiguration } from '../../src/policies/index.ts';
import { policyFault } from '../../src/algorithms/policyFault.ts';
import { budgetFault } from '../../src/configuration/budget.ts';

const weight = { kind: 'constant' } as const;

const POLICIES: Readonly<Record<string, PolicyConfiguration>> = {
  synchronous: { kind: 'synchronous' },
  'first, drop': { kind: 'first', count: 2, late: 'drop' },
  'first, carry': { kind: 'first', count: 2, late: 'carry' },
  'deadline, drop': { kind: 'deadline', seconds: 1, late: 'drop' },
  'deadline, carry': { kind: 'deadline', seconds: 1, late: 'carry' },
  sampled: { kind: 'sampled', count: 2 },
  buffered: { kind: 'buffered', count: 2, weight },
  asynchronous: { kind: 'asynchronous', mixing: 0.5, weight },
  'bounded-staleness': { kind: 'bounded-staleness', staleness: 2, mixing: 0.5, weight },
  tiers: { kind: 'tiers', tiers: 2 },
};

it('refuses twenty-one pairs of an algorithm and a policy, each with the reason', () => {
  const refused = ALGORITHMS.map((algorithm) => [
    algorithm.name,
    Object.entries(POLICIES)
      .filter(([, policy]) => policyFault(algorithm, policy) !== undefined)
      .map(([title]) => title),
  ]);
  expect(Object.fromEntries(refused)).toEqual({
    'local-sa': [],
    scafflsa: ['first, carry', 'deadline, carry'],
    fedhsa: ['first, carry', 'deadline, carry', 'buffered', 'asynchronous', 'bounded-staleness', 'tiers'],
    'minibatch-sgd': [],
    'local-sgd-m': ['first, carry', 'deadline, carry', 'asynchronous', 'bounded-staleness', 'tiers'],
    scaffold: [],
    'richardson-romberg': [],
    'importance-averaging': ['buffered', 'asynchronous', 'bounded-staleness', 'tiers'],
    'trimmed-mean': ['buffered', 'asynchronous', 'bounded-staleness', 'tiers'],
    'ef-td': [],
    'compressed-lsa': [],
  });
  expect(policyFault(fedHsa, POLICIES.buffered!)).toMatch(/one and the same θ̄/);
  expect(policyFault(scafflsa, POLICIES['first, carry']!)).toMatch(/no longer sum to 0/);
  expect(policyFault(scafflsa, { kind: 'asynchronous', mixing: 1, weight })).toMatch(/take α < 1/);
  for (const custom of [{ serverStepSize: 0.5 }, { momentum: 0.5 }])
    expect(policyFault(localSgdMomentum, { kind: 'buffered', count: 2, weight, ...custom })).toMatch(
      /of its own/,
    );
});

it('takes a number of local steps only where it says how many server steps there are', () => {
  const steps = { kind: 'steps', steps: 100 } as const;
  for (const [title, policy] of Object.entries(POLICIES)) {
    expect(budgetFault(policy, { kind: 'rounds', rounds: 10 })).toBeUndefined();
    expect(budgetFault(policy, steps) === undefined).toBe(title === 'synchronous');
  }
});
