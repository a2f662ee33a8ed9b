/** Links of the server that are shared, and a server that takes time, against the simulator of {@link simulated}. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { agentTiming } from '../../../src/timing/agentTiming.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { type Simulated, simulated } from './eventSimulator.ts';
import { type ScriptedStory, scriptedRun } from './scriptedRun.ts';
import { agentsThatDiffer } from './timedFixture.ts';
import { ticksOf } from '../../../src/values/ticks.ts';

const M = 6;
/** of a vector in d = 2 */
const BYTES = 16;
const problem = buildProblem(agentsThatDiffer(M));
const weight = { kind: 'constant' } as const;

/** Draws of the documented stream, exponential. */
function exponentials(mean: number, ...role: readonly (string | number)[]): () => number {
  const generator = generatorFor(1, 'delay', ...role);
  return () => -mean * Math.log1p(-generator.uniform());
}

/** What the run says of its updates, to be compared with the simulator's. */
async function updatesOf(policy: PolicyConfiguration, timing: TimingModel, steps: number) {
  const story = await scriptedRun(problem, {
    policy,
    timing,
    verify: timing.serverUplinkBandwidth === undefined && timing.serverDownlinkBandwidth === undefined,
    trigger: { kind: 'deterministic', localSteps: 1 },
    budget: { kind: 'rounds', rounds: steps },
  });
  expect(story.outcome.kind).toBe('completed');
  return { story, updates: story.events.flatMap((event) => (event.kind === 'applied' ? [event] : [])) };
}

const POLICIES: readonly (readonly [string, PolicyConfiguration, number | undefined])[] = [
  ['synchronous', { kind: 'synchronous' }, undefined],
  ['asynchronous', { kind: 'asynchronous', mixing: 0.5, weight }, 1],
  ['buffered by 3', { kind: 'buffered', count: 3, weight }, 3],
];

const SERVERS: readonly (readonly [string, TimingModel])[] = [
  ['uplink shared', { serverUplinkBandwidth: 40 }],
  ['downlink shared', { serverDownlinkBandwidth: 40 }],
  ['both shared', { serverUplinkBandwidth: 25, serverDownlinkBandwidth: 60 }],
  ['a server at work', { serverCompute: { kind: 'exponential', mean: 0.4 } }],
  ['all', { serverUplinkBandwidth: 25, serverDownlinkBandwidth: 60, serverCompute: 0.3 }],
];

describe.each(POLICIES)('%s', (_policy, policy, answers) => {
  test.each(SERVERS)('%s: who answers when', async (_server, server) => {
    // Where n messages share a link, one that comes δ later is through up to n δ later: roundings to ticks grow from cycle to cycle.
    const STEPS = answers === 3 ? 13 : 40;
    const timing: TimingModel = {
      ...server,
      compute: { kind: 'exponential', mean: 2 },
      computeDraw: 'dispatch',
      uplinkLatency: { kind: 'exponential', mean: 0.5 },
      downlinkLatency: 0.25,
    };
    const draws = Array.from({ length: M }, (_, agent) => ({
      compute: exponentials(2, agent, 'compute'),
      uplink: exponentials(0.5, agent, 'uplink-latency'),
    }));
    const { serverCompute } = server;
    const work = exponentials(0.4, 'server', 'compute');
    const plan: Simulated = {
      ...{ agents: M, steps: STEPS, answers, bytes: BYTES },
      ...(server.serverUplinkBandwidth && { serverUplink: server.serverUplinkBandwidth }),
      ...(server.serverDownlinkBandwidth && { serverDownlink: server.serverDownlinkBandwidth }),
      ...(serverCompute !== undefined && {
        serverWork: typeof serverCompute === 'number' ? () => serverCompute : work,
      }),
      downlink: () => 0.25,
      uplink: (agent) => draws[agent]!.uplink(),
      work: (agent) => draws[agent]!.compute(),
    };
    const expected = simulated(plan);
    const { updates } = await updatesOf(policy, timing, STEPS);
    expect(updates.map(({ agent }) => agent)).toEqual(expected.map(({ agent }) => agent));
    for (const [k, { sent, takenUp, arrived, time }] of updates.entries()) {
      for (const [j, seconds] of [sent, takenUp, arrived, time].entries()) {
        const other = expected[k]!.times[j]!;
        expect(Math.abs(seconds - other)).toBeLessThan(1e-6 * (1 + other));
      }
    }
  });
});

test('messages that are through at one time come in random order, all at M times the time of one alone', async () => {
  const timing = { compute: 1, serverUplinkBandwidth: 32, serverDownlinkBandwidth: 64 };
  const { updates } = await updatesOf(POLICIES[1]![1], timing, M);
  // Down in 6 · 16/64, up in 6 · 16/32 seconds.
  expect(updates.map(({ agent, time }) => [agent, time]).sort()).toEqual(
    [0, 1, 2, 3, 4, 5].map((k) => [k, 5.5]),
  );
});

test('a message that comes while another is under way halves its share from then on', async () => {
  const timing: TimingModel = {
    serverUplinkBandwidth: 8,
    compute: 1,
    agents: [
      { agents: [1, 1], compute: 2 },
      { agents: [2, 5], compute: 100 },
    ],
  };
  const { story } = await updatesOf(POLICIES[1]![1], timing, 2);
  // Agent 0 sends 8 bytes alone from 1 to 2 s, then 8 more by 4 s; agent 1 has 8 left then, alone until 5 s.
  expect(story.records.slice(1).map(({ time }) => time)).toEqual([4, 5]);
  const sent = story.events.flatMap((event) =>
    event.kind === 'message' && event.from === 'agent' ? [[event.agent, event.sent, event.arrives]] : [],
  );
  expect(sent).toEqual([
    [0, 1, 4],
    [1, 2, 5],
  ]);
});

test('what comes while the server works waits, in the order in which it came', async () => {
  const timing: TimingModel = {
    serverCompute: 10,
    agents: [0, 1, 2, 3, 4, 5].map((k) => ({ agents: [k, k] as const, compute: 6 - k })),
  };
  const { updates } = await updatesOf(POLICIES[1]![1], timing, 6);
  expect(updates.map(({ agent, arrived, time }) => [agent, arrived, time])).toEqual([
    [5, 1, 11],
    [4, 2, 21],
    [3, 3, 31],
    [2, 4, 41],
    [1, 5, 51],
    [0, 6, 61],
  ]);
});

test('between two answers that wait the server does all that follows from the first', async () => {
  // Answers come at 1, 2 and 3 s and are taken up at 1, 11 and 21 s: the last is then two steps old, not one.
  const timing: TimingModel = {
    serverCompute: 10,
    agents: [0, 1, 2].map((k) => ({ agents: [k, k] as const, compute: [1, 2, 3][k]! })),
  };
  const policy: PolicyConfiguration = { kind: 'buffered', count: 1, weight, largestStaleness: 1 };
  const three = buildProblem(agentsThatDiffer(3));
  const budget = { kind: 'rounds', rounds: 3 } as const;
  const trigger = { kind: 'deterministic', localSteps: 1 } as const;
  const { events } = await scriptedRun(three, { policy, timing, trigger, budget });
  expect(
    events.flatMap((event) =>
      event.kind === 'applied' || (event.kind === 'unused' && event.reason === 'late')
        ? [[event.kind, event.agent, event.time]]
        : [],
    ),
  ).toEqual([
    ['applied', 0, 11],
    ['applied', 1, 21],
    ['unused', 2, 21],
    ['applied', 0, 31],
  ]);
});

describe('an answer whose second copy comes while the server is at work', () => {
  /** Agents 0 and 1 work 1 and 2 s; an answer takes 1 s and its copy 4 s; a server step takes 10 s. */
  const storyUnder = (policy: PolicyConfiguration) => {
    const timing: TimingModel = {
      serverCompute: 10,
      uplinkLatency: 1,
      duplication: 1,
      agents: [0, 1].map((agent) => ({ agents: [agent, agent] as const, compute: agent + 1 })),
    };
    return scriptedRun(
      buildProblem(agentsThatDiffer(2)),
      {
        policy,
        timing,
        trigger: { kind: 'deterministic', localSteps: 1 },
        budget: { kind: 'rounds', rounds: 2 },
      },
      (agent) => ({ ...agentTiming(timing, agent, 1), secondUplink: () => ticksOf(4) }),
    );
  };
  const appliedOf = ({ events }: ScriptedStory) =>
    events.flatMap((event) =>
      event.kind === 'applied' ? [[event.agent, event.arrived, event.time] as const] : [],
    );
  const accountsOf = ({ events }: ScriptedStory) =>
    events.flatMap((event) => (event.kind === 'account' ? event.agents : []));

  test('has come when the first has', async () => {
    // Agent 1's answer comes at 3 s and its copy at 6 s; agent 0's answer of 2 s takes until 12 s.
    const story = await storyUnder(POLICIES[1]![1]);
    expect(appliedOf(story)).toEqual([
      [0, 2, 12],
      [1, 3, 22],
    ]);
    expect(accountsOf(story).map(({ closed }) => closed)).toEqual([1, 1]);
  });

  test('completes its round, of which the server waits for it until it comes and then works', async () => {
    // Two rounds of 3 + 10 s.
    const story = await storyUnder({ kind: 'synchronous' });
    expect(appliedOf(story)).toEqual([
      [0, 2, 13],
      [1, 3, 13],
      [0, 15, 26],
      [1, 16, 26],
    ]);
    expect(accountsOf(story)).toMatchObject([
      { closed: 0, critical: { receiving: 0, computing: 0, away: 0, sending: 0 } },
      { closed: 2, critical: { receiving: 0, computing: 4, away: 0, sending: 2 } },
    ]);
  });
});

test('a link or a server of no consequence changes no number', async () => {
  const law = { kind: 'exponential', mean: 1 } as const;
  const bare: TimingModel = { compute: law, uplinkLatency: law, dropout: 0.1, loss: { uplink: 0.1 } };
  for (const [, policy] of POLICIES.slice(1)) {
    const updates = await updatesOf(policy, bare, 30);
    const other = await updatesOf(
      policy,
      { ...bare, serverCompute: { kind: 'uniform', low: 0, high: 1e-300 } },
      30,
    );
    expect(other.story.records).toEqual(updates.story.records);
    expect(other.story.events).toEqual(updates.story.events);
  }
});
