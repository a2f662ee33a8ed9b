/**
 * SCAFFLSA where agents go at their own pace: it comes to rest at θ* and nowhere else, and is the
 * synchronous algorithm where all answer in step.
 */
import { describe, expect, it } from 'vitest';
import { scafflsa } from '../../../src/algorithms/scafflsa.ts';
import { MessageLayout } from '../../../src/algorithms/messageLayout.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { configurationOf, LOCAL_SA, SCAFFLSA } from '../../oracles/events.ts';
import { specificationOf } from '../../oracles/explicitProblem.ts';
import { agentsThatDiffer, eventsOf, storyOf, type TimedStory } from './timedFixture.ts';

const weight = { kind: 'constant' } as const;
/** With the server steps that bring the error from about 10 to rounding. */
const POLICIES: readonly (readonly [PolicyConfiguration, number])[] = [
  [{ kind: 'buffered', count: 5, weight: { kind: 'polynomial', exponent: 0.5 } }, 800],
  [{ kind: 'asynchronous', mixing: 0.3, weight }, 3000],
  [{ kind: 'bounded-staleness', staleness: 3, mixing: 0.5, weight }, 1200],
  [{ kind: 'tiers', tiers: 2 }, 1200],
];

/** Twenty agents with G(θ) = 3 − θ, without noise. */
const alike = specificationOf(
  Array.from({ length: 20 }, () => ({
    transition: [[1]],
    A: [[[1]]],
    b: [[3]],
    initial: 'stationary' as const,
  })),
);
/** Eight agents with drifts of their own, d = 2. */
const different = agentsThatDiffer(8);

const EXPONENTIAL: TimingModel = { compute: { kind: 'exponential', mean: 1 } };
/** Three of the agents take ten times as long. */
const UNEQUAL: TimingModel = {
  ...EXPONENTIAL,
  agents: [{ agents: [0, 2], compute: { kind: 'exponential', mean: 10 } }],
};
/** Messages are lost both ways, agents drop out, crash and come back. */
const FAULTS: TimingModel = {
  ...UNEQUAL,
  loss: { uplink: 0.1, downlink: 0.1 },
  dropout: 0.1,
  crash: { at: { kind: 'exponential', mean: 200 }, returnsAfter: 30 },
};

const run = (changes: Partial<RunConfiguration>): Partial<RunConfiguration> => ({
  algorithms: [SCAFFLSA(0.05)],
  trigger: { kind: 'deterministic', localSteps: 10 },
  sampling: 'exact',
  timing: EXPONENTIAL,
  recording: { every: 100 },
  ...changes,
});

const lastError = ({ records, outcome }: TimedStory): number => {
  expect(outcome?.kind).toBe('completed');
  return records.at(-1)!.error;
};

describe.each(POLICIES)('under $kind', (policy, rounds) => {
  it('agents that are all alike reach θ* = 3', async () => {
    const changes = run({ policy, initial: [0], budget: { kind: 'rounds', rounds } });
    expect(lastError(await storyOf(alike, configurationOf(changes)))).toBeLessThan(1e-20);
  });

  it.each([
    ['different agents', UNEQUAL, { kind: 'deterministic', localSteps: 10 }],
    ['different agents, gaps of chance', UNEQUAL, { kind: 'bernoulli', probability: 0.2 }],
    ['different agents, losses and crashes', FAULTS, { kind: 'deterministic', localSteps: 10 }],
  ] as const)('%s reach θ*', async (_name, timing, trigger) => {
    const changes = run({ policy, timing, trigger, budget: { kind: 'rounds', rounds } });
    expect(lastError(await storyOf(different, configurationOf(changes)))).toBeLessThan(1e-20);
  });
});

it('an agent whose answers all come too stale still has its part in θ*, since its v_i is noted', async () => {
  const policy = { kind: 'asynchronous', mixing: 0.3, weight, largestStaleness: 25 } as const;
  const timing = { compute: 1, agents: [{ agents: [0, 0] as const, compute: 10.5 }] };
  const rest = (algorithm: RunConfiguration['algorithms'][number]) =>
    storyOf(
      different,
      configurationOf(
        run({
          policy,
          timing,
          algorithms: [algorithm],
          budget: { kind: 'rounds', rounds: 3000 },
          updates: true,
        }),
      ),
    );
  const corrected = await rest(SCAFFLSA(0.05));
  expect(eventsOf(corrected, 'applied').some(({ agent }) => agent === 0)).toBe(false);
  expect(corrected.outcome?.work?.late).toBeGreaterThan(30);
  expect(lastError(corrected)).toBeLessThan(1e-20);
  expect(lastError(await rest(LOCAL_SA(0.05)))).toBeGreaterThan(0.01);
});

it('where all answer in step it is the synchronous algorithm, to rounding, under Markovian noise', async () => {
  const changes = run({
    sampling: 'markov',
    algorithms: [SCAFFLSA(0.05)],
    trigger: { kind: 'bernoulli', probability: 0.3 },
    timing: {},
    recording: 'all',
    budget: { kind: 'rounds', rounds: 60 },
  });
  // Each agent has coins of its own without rounds, so H is fixed here.
  const fixed = { ...changes, trigger: { kind: 'deterministic', localSteps: 3 } as const };
  const rounds = await storyOf(different, configurationOf({ ...fixed, policy: { kind: 'synchronous' } }));
  const policy = { kind: 'bounded-staleness', staleness: 0, mixing: 1, weight } as const;
  const free = await storyOf(different, configurationOf({ ...fixed, policy }));
  expect(free.thetas).toHaveLength(61);
  free.thetas.flat().forEach((x, k) => {
    expect(x).toBeCloseTo(rounds.thetas.flat()[k]!, 11);
  });
});

it('sends two vectors with each dispatch, ξ_i among them, and one back', async () => {
  const policy = { kind: 'asynchronous', mixing: 0.3, weight } as const;
  const changes = run({ policy, trace: true, recording: 'all', budget: { kind: 'rounds', rounds: 30 } });
  const story = await storyOf(different, configurationOf(changes));
  const messages = eventsOf(story, 'message');
  const layout = new MessageLayout(scafflsa, 1);
  expect(new Set(messages.map(({ content }) => `${content.kind} ${layout.vectorCount(content)}`))).toEqual(
    new Set(['correctedRoundStarted 2', 'localModel 1']),
  );
  // Eight dispatches at the start, then one for each step's answer; the last record comes before the next.
  expect(story.records.at(-1)).toMatchObject({ uplinkVectors: 30, downlinkVectors: 2 * (8 + 29) });
});
