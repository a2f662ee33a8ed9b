/** How stale updates are where some of the agents are at work, against a run; and where no law is known. */
import { expect, test } from 'vitest';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { stalenessOf } from '../../../src/theory/schedules/staleness.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { agentsThatDiffer, eventsOf, storyOf } from '../../actors/timed/timedFixture.ts';
import { configurationOf } from '../../oracles/events.ts';

const [M, C, STEPS] = [5, 3, 6000];
const weight = { kind: 'polynomial', exponent: 0.5 } as const;
const trigger = { kind: 'deterministic', localSteps: 2 } as const;
const timing: TimingModel = { compute: { kind: 'exponential', mean: 1 }, computeDraw: 'dispatch' };
const lawOf = (policy: PolicyConfiguration, model: TimingModel = timing) =>
  stalenessOf(M, 2, { policy, timing: model, trigger, clock: 'virtual' });

// 6,000 updates: a share is within 0.03 of its probability, five standard deviations of as many independent draws.
test('of C agents at work each answers as likely: shares are (1/C)(1 − 1/C)^τ, whatever an update weighs', async () => {
  const policy = { kind: 'asynchronous', mixing: 0.01, weight, concurrency: C } as const;
  const story = await storyOf(
    agentsThatDiffer(M),
    configurationOf({
      ...{ policy, timing, trigger, updates: true, sampling: 'exact' },
      budget: { kind: 'rounds', rounds: STEPS },
      algorithms: [{ name: 'local-sa', stepSize: 0.01 }],
    }),
  );
  const applied = eventsOf(story, 'applied');
  const share = (holds: (staleness: number) => boolean): number =>
    applied.filter(({ staleness }) => holds(staleness)).length / applied.length;
  for (let tau = 0; tau < 7; tau++)
    expect(Math.abs(share((x) => x === tau) - (1 / C) * (1 - 1 / C) ** tau)).toBeLessThan(0.03);
  const [law, ...others] = lawOf(policy);
  expect(others).toEqual([]);
  expect(law).toMatchObject({ first: 0, last: M - 1, chance: 1 / M });
  expect(law!.mean).toBeCloseTo(C - 1, 12);
  law!.quantiles.forEach((quantile, k) => {
    const level = [0.5, 0.9, 0.99][k]!;
    expect(share((x) => x <= quantile)).toBeGreaterThan(level - 0.03);
    expect(share((x) => x < quantile)).toBeLessThan(level + 0.03);
  });
});

test('none where the agents at work differ, come as they like, or do not answer without memory', () => {
  const policy = { kind: 'asynchronous', mixing: 0.5, weight, concurrency: C } as const;
  const differ: TimingModel = {
    ...timing,
    agents: [{ agents: [0, 0], compute: { kind: 'exponential', mean: 2 } }],
  };
  expect(lawOf(policy, differ)).toEqual([]);
  expect(lawOf({ kind: 'asynchronous', mixing: 0.5, weight, arrivals: 2 })).toEqual([]);
  expect(lawOf(policy, { compute: 1 })).toEqual([]);
  // All agents at work may differ.
  expect(lawOf({ kind: 'asynchronous', mixing: 0.5, weight }, differ)).toHaveLength(2);
});
