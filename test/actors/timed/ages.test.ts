/** Updates weighed by their ages: the model that is stepped to is the one that the log and the rule give. */
import { expect, it } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { configurationOf } from '../../oracles/events.ts';
import { agentsThatDiffer, eventsOf, storyOf } from './timedFixture.ts';

const problem = agentsThatDiffer(4);
const timing: TimingModel = {
  compute: { kind: 'exponential', mean: 1 },
  downlinkLatency: { kind: 'exponential', mean: 1 },
  uplinkLatency: { kind: 'exponential', mean: 2 },
  serverCompute: 0.3,
};
const weight = { kind: 'polynomial', exponent: 0.7, unit: 'seconds' } as const;
const budget = { kind: 'rounds', rounds: 60 } as const;
const run = (policy: PolicyConfiguration) =>
  storyOf(
    problem,
    configurationOf({ policy, timing, budget, trace: true, verify: true }),
    buildProblem(problem),
  );

it.each<[PolicyConfiguration, number]>([
  [{ kind: 'asynchronous', mixing: 0.5, weight }, 0.5],
  [{ kind: 'buffered', count: 3, weight }, 1],
  [{ kind: 'bounded-staleness', staleness: 2, mixing: 0.5, weight }, 0.5],
])('under %o the weight is that of the seconds from sending to the step', async (policy, strength) => {
  const story = await run(policy);
  const applied = eventsOf(story, 'applied');
  expect(applied.length).toBeGreaterThanOrEqual(60);
  const inTicks = (seconds: number): number => Math.round(1e9 * seconds);
  for (const { sent, time, weight } of applied) {
    const age = (inTicks(time) - inTicks(sent)) / 1e9;
    expect(weight).toBe(strength * (age + 1) ** -0.7);
  }
  // An update ages on its way to the agent, too.
  expect(applied.every(({ sent, takenUp }) => takenUp > sent)).toBe(true);
  // The server's work makes an update older than it was when it came.
  expect(applied.every(({ arrived, time }) => time - arrived > 0.3 - 1e-9)).toBe(true);
  expect(new Set(applied.map(({ weight }) => weight)).size).toBeGreaterThan(50);
});
