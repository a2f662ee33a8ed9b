/** A run whose agents live with other processes gives what it gives inline, whatever the links between them do. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { algorithmOf } from '../../../src/algorithms/parts.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { Problem } from '../../../src/problems/operator.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import { policyFault } from '../../../src/algorithms/policyFault.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { ALL_SEVEN, canonical, configurationOf, expectSameEvents, told } from '../../oracles/events.ts';
import { ownTrigger } from '../../oracles/ownTriggers.ts';
import { agentsThatDiffer } from '../timed/timedFixture.ts';
import { type Faults, FaultyNetwork, hostsOn } from './faultyLink.ts';

const problem = agentsThatDiffer(5);

const BAD: Faults = { loss: 0.1, duplication: 0.3, delay: 6 };

const EVENTFUL: TimingModel = {
  compute: { kind: 'exponential', mean: 1 },
  uplinkLatency: { kind: 'uniform', low: 0, high: 0.5 },
  downlinkLatency: { kind: 'exponential', mean: 0.2 },
  duplication: 0.2,
  agents: [{ agents: [1, 1], crash: { at: 5, returnsAfter: 3 } }],
};
const LOSSY: TimingModel = { ...EVENTFUL, dropout: 0.05, loss: { uplink: 0.1, downlink: 0.1 } };

const weight = { kind: 'polynomial', exponent: 0.5 } as const;
const POLICIES: readonly (readonly [PolicyConfiguration, TimingModel | undefined])[] = [
  [{ kind: 'synchronous' }, undefined],
  [{ kind: 'synchronous' }, EVENTFUL],
  [{ kind: 'first', count: 3, late: 'carry' }, EVENTFUL],
  [{ kind: 'deadline', seconds: 4, late: 'drop' }, LOSSY],
  [{ kind: 'sampled', count: 2 }, EVENTFUL],
  [{ kind: 'buffered', count: 2, weight }, LOSSY],
  [{ kind: 'asynchronous', mixing: 0.5, weight }, LOSSY],
  [{ kind: 'bounded-staleness', staleness: 3, mixing: 0.5, weight }, LOSSY],
];

/** Its agents draw coins. */
const RANDOM = { name: 'compressed-lsa', stepSize: 0.03, compressor: 'rand-k:1' } as const;
const GOOD: Faults = { loss: 0, duplication: 0, delay: 0 };

let network: FaultyNetwork;
afterEach(() => {
  network.close();
});
// What waits for ever is found in time.
vi.setConfig({ testTimeout: 20_000 });

async function sameAsInline(
  changes: Partial<RunConfiguration>,
  faults: Faults,
  hosts: number,
): Promise<void> {
  const configuration = configurationOf(changes);
  const inline = await told(problem, configuration);
  expect(inline.error).toBeUndefined();
  network = new FaultyNetwork(faults, 1);
  const clustered = await told(
    problem,
    { ...configuration, placement: 'cluster' },
    { hosts: hostsOn(network, buildProblem(problem), hosts) },
  );
  expect(clustered.error).toBeUndefined();
  expectSameEvents(canonical(clustered.events), canonical(inline.events));
}

describe.each(POLICIES)('%o', (policy, timing) => {
  it('gives the same on three hosts, over links that lose, double, delay and reorder', async () => {
    const algorithms = [...ALL_SEVEN(0.03), RANDOM].filter(
      (configuration) => policyFault(algorithmOf(configuration), policy) === undefined,
    );
    await sameAsInline(
      {
        algorithms,
        policy,
        timing,
        trace: timing !== undefined,
        trigger: { kind: 'bernoulli', probability: 0.4 },
        budget: { kind: 'rounds', rounds: 5 },
      },
      BAD,
      3,
    );
    const { lost, doubled, late } = network.count;
    expect(Math.min(lost, doubled, late)).toBeGreaterThan(5);
  });
});

it('gives the same where agents have gaps of their own, and on more hosts than agents', async () => {
  const uneven = ownTrigger('uneven', (round, { agent }) => 1 + ((round + agent) % 3));
  await sameAsInline(
    { algorithms: ALL_SEVEN(0.03), trigger: uneven, budget: { kind: 'rounds', rounds: 4 } },
    BAD,
    7,
  );
});

describe('a host that falls silent', () => {
  const configuration = configurationOf({
    algorithms: ALL_SEVEN(0.03).slice(0, 2),
    policy: { kind: 'first', count: 3, late: 'carry' },
    timing: EVENTFUL,
    trace: true,
    placement: 'cluster',
  });

  it('is named, and its replication begins again on the others: the same events as inline', async () => {
    network = new FaultyNetwork(GOOD, 1);
    const hosts = hostsOn(network, buildProblem(problem), 3);
    let rounds = 0;
    const clustered = await told(problem, configuration, {
      hosts,
      onEvent: ({ kind }) => {
        if (kind === 'roundRecorded' && ++rounds === 15) network.cut(1);
      },
    });
    expect(clustered.error).toBeUndefined();
    const lost = clustered.events.filter((event) => event.kind === 'hostLost');
    expect(lost).toEqual([
      {
        kind: 'hostLost',
        replication: { algorithm: 'scafflsa', seed: 1 },
        why: 'the worker host-1 (test, pid 1) that hosts agents 1 to 2 has not been heard of for 10 s (scafflsa, seed 1)',
      },
    ]);
    const inline = await told(problem, { ...configuration, placement: 'inline' });
    const others = clustered.events.filter(({ kind }) => kind !== 'hostLost');
    expectSameEvents(canonical(others), canonical(inline.events));
  });

  it('ends the run where it was the last', async () => {
    network = new FaultyNetwork(GOOD, 1);
    const hosts = hostsOn(network, buildProblem(problem), 2);
    network.cut(0);
    const { error, events } = await told(problem, configurationOf({ placement: 'cluster' }), {
      hosts,
      onEvent: ({ kind }) => {
        if (kind === 'hostLost') network.cut(1);
      },
    });
    expect(events.filter(({ kind }) => kind === 'hostLost').length).toBe(1);
    expect(String(error)).toBe(
      'HostFailure: the worker host-1 (test, pid 1) that hosts agents 0 to 4 has not been heard of for 10 s (local-sa, seed 1)',
    );
  });
});

it('reports an agent that throws as inline does', async () => {
  const good = buildProblem(problem);
  const bad: Problem = {
    ...good,
    agent: (index) => {
      const agent = good.agent(index);
      if (index !== 3) return agent;
      let steps = 0;
      return {
        ...agent,
        operator: (...given) => {
          const operator = agent.operator(...given);
          const peek = operator.peek.bind(operator);
          operator.peek = (theta, out) => {
            if (++steps > 10) throw new Error('the sensor is broken');
            peek(theta, out);
          };
          return operator;
        },
      };
    },
  };
  network = new FaultyNetwork(BAD, 1);
  const { error } = await told(problem, configurationOf({ placement: 'cluster' }), {
    hosts: hostsOn(network, bad, 2),
  });
  expect(String(error)).toBe(
    'ActorFailure: agent 3 failed in local steps of round 4 (local-sa, seed 1): the sensor is broken',
  );
});
