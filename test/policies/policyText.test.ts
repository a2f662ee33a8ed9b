/** Each server policy in words. */
import { expect, test } from 'vitest';
import { type PolicyConfiguration, policyOf } from '../../src/policies/index.ts';

const constant = { kind: 'constant' } as const;

test.each<[PolicyConfiguration, string]>([
  [{ kind: 'synchronous' }, 'when all agents have answered (synchronous)'],
  [{ kind: 'first', count: 1, late: 'drop' }, 'at the first 1 answer of a round; late answers are dropped'],
  [
    { kind: 'deadline', seconds: 2.5, late: 'carry' },
    '2.5 s after its broadcast; late answers count in the next round',
  ],
  [{ kind: 'sampled', count: 3 }, 'when 3 agents, drawn anew for each round, have answered'],
  [
    { kind: 'sampled', count: 1, among: 'present' },
    'when 1 agent, drawn anew for each round from those that are there, has answered',
  ],
  [
    { kind: 'first', count: 10, of: 13, deadline: 60, late: 'drop' },
    'at the first 10 answers of a round of 13 agents, drawn anew for each, or 60 s after its broadcast; late answers are dropped',
  ],
  [
    { kind: 'buffered', count: 3, weight: constant },
    'at every 3rd answer, from any agent (FedBuff); staleness weighs nothing',
  ],
  [
    { kind: 'buffered', count: 11, weight: { kind: 'polynomial', exponent: 0.5 } },
    'at every 11th answer, from any agent (FedBuff); an update that is τ steps stale weighs (τ + 1)^−0.5',
  ],
  [
    { kind: 'asynchronous', mixing: 0.6, weight: { kind: 'hinge', slope: 10, from: 4 } },
    'at every answer (FedAsync), which it mixes in with weight 0.6; an update that is τ steps stale weighs 1/(10(τ − 4) + 1) beyond τ = 4',
  ],
  [
    { kind: 'bounded-staleness', staleness: 1, mixing: 0.5, weight: constant },
    'at every answer, which it mixes in with weight 0.5, unless an agent would fall more than 1 step behind; staleness weighs nothing',
  ],
  [
    {
      ...{ kind: 'buffered', count: 2, weight: { kind: 'delay-adaptive', from: 4 } },
      ...{ serverStepSize: 0.5, momentum: 0.9 },
    },
    'at every 2nd answer, from any agent (FedBuff), with server step size 0.5, with momentum 0.9; an update that is τ steps stale weighs 4/τ beyond τ = 4',
  ],
  [
    { kind: 'buffered', count: 2, weight: constant, largestStaleness: 1, concurrency: 20 },
    'at every 2nd answer, from any agent (FedBuff); staleness weighs nothing; updates more than 1 step stale are discarded; at most 20 agents at work, the next drawn uniformly from those that are not',
  ],
  [
    { kind: 'asynchronous', mixing: 0.6, weight: constant, arrivals: 2.5, concurrency: 3 },
    'at every answer (FedAsync), which it mixes in with weight 0.6; staleness weighs nothing; agents come as a Poisson process of rate 2.5 /s, drawn from those that are not at work, and leave when they have answered, at most 3 agents at work',
  ],
  [
    { kind: 'tiers', tiers: 3 },
    'when all agents of one of 3 tiers have answered (FedAT), tiers by mean speed',
  ],
  [
    { kind: 'tiers', tiers: 2, drawn: 1, by: 'number' },
    'when 1 agent, drawn anew for each round, of one of 2 tiers has answered (FedAT), tiers by the agents’ numbers',
  ],
])('$0.kind', (policy, text) => {
  expect(policyOf(policy).text).toBe(text);
});
