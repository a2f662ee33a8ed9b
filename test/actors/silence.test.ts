/** Agents that send nothing: what the server is told, what it costs, and that silence changes nothing else. */
import { afterEach, describe, expect, it, test } from 'vitest';
import { lazySa } from '../../scenarios/algorithms/lazySa.ts';
import { triggeredScafflsa } from '../../scenarios/algorithms/triggeredScafflsa.ts';
import { algorithm, type Algorithm } from '../../src/algorithms/algorithm.ts';
import { message } from '../../src/algorithms/message.ts';
import { algorithmOf, configured } from '../../src/algorithms/parts.ts';
import { policyFault } from '../../src/algorithms/policyFault.ts';
import { silent } from '../../src/algorithms/silence.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import type { PolicyConfiguration } from '../../src/policies/index.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import type { RunTrigger } from '../../src/triggers/index.ts';
import {
  BY_NUMBER,
  canonical,
  configurationOf,
  expectSameEvents,
  LOCAL_SA,
  replicationsOf,
  SCAFFLSA,
  told,
} from '../oracles/events.ts';
import { specificationOf } from '../oracles/explicitProblem.ts';
import { FaultyNetwork, hostsOn } from './cluster/faultyLink.ts';
import { agentsThatDiffer, eventsOf, storyOf } from './timed/timedFixture.ts';

const problem = agentsThatDiffer(5);
const algorithmWith = (made: Algorithm, values: object): ScheduledAlgorithm =>
  configured(made, { stepSize: 0.03, ...values }) as ScheduledAlgorithm;
const lazy = (threshold: number): ScheduledAlgorithm => algorithmWith(lazySa, { threshold });
const triggered = (threshold: number): ScheduledAlgorithm => algorithmWith(triggeredScafflsa, { threshold });

const EVENTFUL: TimingModel = {
  compute: { kind: 'exponential', mean: 1 },
  uplinkLatency: { kind: 'uniform', low: 0, high: 0.5 },
  downlinkLatency: { kind: 'exponential', mean: 0.2 },
  duplication: 0.2,
  agents: [{ agents: [1, 1], crash: { at: 9, returnsAfter: 3 } }],
};
const LOSSY: TimingModel = {
  ...EVENTFUL,
  dropout: 0.05,
  loss: { uplink: 0.1, downlink: 0.1 },
  serverUplinkBandwidth: 200,
};
const weight = { kind: 'polynomial', exponent: 0.5 } as const;
const POLICIES: readonly (readonly [PolicyConfiguration, TimingModel | undefined])[] = [
  [{ kind: 'synchronous' }, undefined],
  [{ kind: 'synchronous' }, EVENTFUL],
  [{ kind: 'first', count: 3, late: 'drop' }, EVENTFUL],
  [{ kind: 'deadline', seconds: 4, late: 'drop' }, LOSSY],
  [{ kind: 'sampled', count: 2 }, EVENTFUL],
  [{ kind: 'buffered', count: 2, weight }, LOSSY],
  [{ kind: 'asynchronous', mixing: 0.5, weight }, LOSSY],
  [{ kind: 'tiers', tiers: 2 }, LOSSY],
  [{ kind: 'bounded-staleness', staleness: 3, mixing: 0.5, weight }, LOSSY],
];
const TRIGGERS: readonly RunTrigger[] = [
  { kind: 'deterministic', localSteps: 3 },
  { kind: 'bernoulli', probability: 0.4 },
];
const under = (policy: PolicyConfiguration, all: readonly ScheduledAlgorithm[]): ScheduledAlgorithm[] =>
  all.filter((candidate) => policyFault(algorithmOf(candidate), policy) === undefined);

describe.each(POLICIES)('under %o', (policy, timing) => {
  // Where messages wait for a link of the server's, the log has them as they leave it.
  const verify = timing?.serverUplinkBandwidth === undefined;
  const base = { policy, timing, verify, budget: { kind: 'rounds', rounds: 30 } } as const;

  it.each(TRIGGERS)(
    'with a threshold of 0 a run is that of agents that always speak, bit for bit (%o)',
    async (trigger) => {
      for (const [lazyOne, plain] of [
        [lazy(0), LOCAL_SA(0.03)],
        [triggered(0), SCAFFLSA(0.03)],
      ] as const) {
        if (under(policy, [lazyOne]).length === 0) continue;
        const [first, second] = await Promise.all(
          [lazyOne, plain].map(async (algorithm) =>
            replicationsOf(problem, configurationOf({ ...base, trigger, algorithms: [algorithm] })),
          ),
        );
        expect(first![0]!.thetas).toEqual(second![0]!.thetas);
        expect(first![0]!.records).toEqual(second![0]!.records);
      }
    },
  );

  it.each(TRIGGERS)(
    'with a threshold beyond all drifts nothing is sent, and θ̄ stays (%o)',
    async (trigger) => {
      // Agents that begin after the first round speak at first: without crashes, losses and chosen agents there are none.
      const calm = timing && { ...EVENTFUL, agents: [] };
      const open = policy.kind === 'sampled' ? ({ kind: 'synchronous' } as const) : policy;
      const all = await replicationsOf(
        problem,
        configurationOf({
          ...{ ...base, policy: open, timing: calm, trigger },
          initial: [0.1, -0.3],
          algorithms: under(open, [lazy(1e300), triggered(1e300)]),
        }),
      );
      for (const { records, thetas, outcome } of all) {
        expect(outcome).toMatchObject({ kind: 'completed', rounds: 30 });
        expect(records.at(-1)).toMatchObject({ uplinkBytes: 0, uplinkVectors: 0 });
        expect(records.at(-1)!.downlinkBytes).toBeGreaterThan(0);
        expect(thetas).toEqual(thetas.map(() => [0.1, -0.3]));
        expect(records.every(({ error, agentError, drift }) => agentError === error && drift === 0)).toBe(
          true,
        );
      }
    },
  );

  it('agents that live with others are silent there as here', async () => {
    const configuration = configurationOf({
      ...{ ...base, trace: timing !== undefined, updates: timing !== undefined, trigger: TRIGGERS[1]! },
      algorithms: under(policy, [lazy(0.05), triggered(0.03)]),
    });
    const inline = await told(problem, configuration);
    expect(inline.error).toBeUndefined();
    network = new FaultyNetwork({ loss: 0.1, duplication: 0.3, delay: 6 }, 1);
    const hosts = hostsOn(network, buildProblem(problem), 3);
    const clustered = await told(problem, { ...configuration, placement: 'cluster' }, { hosts });
    expect(clustered.error).toBeUndefined();
    expectSameEvents(canonical(clustered.events), canonical(inline.events));
    if (timing === undefined) return;
    const answers = inline.events.flatMap((event) =>
      event.kind === 'timed' && event.event.kind === 'message' && event.event.from === 'agent'
        ? [event.event]
        : [],
    );
    const quiet = answers.filter(({ content }) => content.kind === 'silent');
    // Both occur; a silent answer comes at once, once, without bytes.
    expect(Math.min(quiet.length, answers.length - quiet.length)).toBeGreaterThan(3);
    expect(
      quiet.every(
        ({ bytes, lost, copy, sent, arrives }) => bytes === 0 && !lost && !copy && sent === arrives,
      ),
    ).toBe(true);
  });
});

let network: FaultyNetwork | undefined;
afterEach(() => {
  network?.close();
});

describe('two agents by hand: Ḡ_1 = 1 − θ and Ḡ_2 = 4 − 2 θ, η = ½, H = 1, τ = 0.6', () => {
  const two = specificationOf(
    [
      [1, 1],
      [2, 4],
    ].map(([a, b]) => ({ transition: [[1]], A: [[[a!]]], b: [[b!]], initial: 'stationary' })),
  );
  const base = {
    ...{ initial: [0], sampling: 'exact' as const, tieSeed: BY_NUMBER },
    trigger: { kind: 'deterministic', localSteps: 1 },
    budget: { kind: 'rounds', rounds: 5 },
  } as const;
  const thetasOf = async (algorithm: ScheduledAlgorithm, more: Partial<RunConfiguration> = {}) => {
    const [run] = await replicationsOf(two, configurationOf({ ...base, algorithms: [algorithm], ...more }));
    return {
      theta: run!.thetas.map(([x]) => x),
      sent: run!.records.map(({ uplinkVectors }) => uplinkVectors),
    };
  };

  it('Lazy Local SA takes the last moves again', async () => {
    // Δ_1 = 0.5, 0, −0.25, −0.5, −0.5: never ≥ 0.6 from 0, so agent 1 stands at θ̄.
    // Δ_2 = 2 sent, 1 sent, 0.5 silent (1 again), 0 sent, 0 silent (0 again).
    expect(await thetasOf(algorithmWith(lazySa, { stepSize: 0.5, threshold: 0.6 }))).toEqual({
      theta: [0, 1, 1.5, 2, 2, 2],
      sent: [0, 1, 2, 2, 3, 3],
    });
  });

  it('Triggered SCAFFLSA counts silent agents as where they began', async () => {
    // Gain 1/(η H) = 2. Round 1: 0.5 silent, 2 sent: θ̄ = (0 + 2)/2 = 1, ξ = 2 (1 − 0), 2 (1 − 2) = 2, −2.
    // Round 2: 1 + ½ (0 + 2) = 2 sent, 1 + ½ (2 − 2) silent: θ̄ = 1.5, ξ = 2 − 1, −2 + 1 = 1, −1.
    // Round 3: 1.5 + ½ (−0.5 + 1) = 1.75 and 1.5 + ½ (1 − 1) = 1.5, both silent, now and ever after.
    expect(await thetasOf(algorithmWith(triggeredScafflsa, { stepSize: 0.5, threshold: 0.6 }))).toEqual({
      theta: [0, 1, 1.5, 1.5, 1.5, 1.5],
      sent: [0, 1, 2, 2, 2, 2],
    });
  });

  it('on a clock an answer takes its way, and silence none; an asynchronous server takes the last move again', async () => {
    // A step takes 1 s, an uplink 10 s. FedAsync with α = 1: agent 1 is silent from the start.
    const timing = { uplinkLatency: 10 };
    const lazyRun = algorithmWith(lazySa, { stepSize: 0.5, threshold: 0.6 });
    const story = await storyOf(
      two,
      configurationOf({ ...base, algorithms: [lazyRun], timing, trace: true, updates: true }),
    );
    // Rounds of agent 2's answers take 11 s, those of silence 1 s: spoken in rounds 1, 2 and 4.
    expect(story.records.map(({ time }) => time)).toEqual([0, 11, 22, 23, 34, 35]);
    expect(eventsOf(story, 'applied').map(({ agent, arrived, bytes }) => [agent, arrived, bytes])).toEqual([
      ...[
        [0, 1, 0],
        [1, 11, 8],
      ],
      ...[
        [0, 12, 0],
        [1, 22, 8],
      ],
      ...[
        [0, 23, 0],
        [1, 23, 0],
      ],
      ...[
        [0, 24, 0],
        [1, 34, 8],
      ],
      ...[
        [0, 35, 0],
        [1, 35, 0],
      ],
    ]);
  });

  it('an asynchronous server counts silence, takes the last move again, and ages others by it', async () => {
    // α = ½, a step takes agent 1 a second and agent 2 four. Agent 1 is silent at 1, 2 and 3 s: three server steps that move nothing.
    // At 4 s agent 1 again (by number), then agent 2 with θ_2 = 2, three steps stale and one: θ̄ = ½ 0 + ½ 2 = 1.
    const timing = { agents: [{ agents: [1, 1], compute: 4 }] } as const;
    const policy = { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' } } as const;
    const story = await storyOf(
      two,
      configurationOf({
        ...base,
        algorithms: [algorithmWith(lazySa, { stepSize: 0.5, threshold: 0.6 })],
        timing,
        policy,
        updates: true,
      }),
    );
    expect(story.thetas.map(([x]) => x)).toEqual([0, 0, 0, 0, 0, 1]);
    expect(
      eventsOf(story, 'applied').map(({ agent, staleness, bytes }) => [agent, staleness, bytes]),
    ).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [1, 4, 8],
    ]);
  });
});

describe('the server is told who is silent', () => {
  const started = message('started', { theta: 'θ̄' });
  const ended = message('ended', { theta: 'θ_i' }, { bits: () => 7 });
  const heard: unknown[] = [];
  /** Agent i speaks in rounds that i + 1 divides, in messages of 7 bits. */
  const turns = algorithm({
    name: 'turns',
    title: 'Turns',
    source: 'test',
    parameters: {},
    messages: { down: [started], up: [ended, silent] },
    agent: (_, { agent }) => ({
      ask: ({ theta }, work) => {
        work.accumulate(theta, 0);
      },
      answer: ({ round, theta }) => (round % (agent + 1) === 0 ? ended({ theta }) : silent()),
    }),
    server: (_, { initial }) => ({
      model: () => initial,
      open: () => started({ theta: initial }),
      receive: ({ kind, all, silent: quiet }, round) => {
        heard.push([round, kind, all.map(({ agent }) => agent), quiet]);
        return { localModels: () => all.map(({ theta }) => theta) };
      },
    }),
  });

  test.each<[string, TimingModel | undefined]>([
    ['at the barrier', undefined],
    ['on a clock', { compute: { kind: 'exponential', mean: 1 } }],
  ])('%s, and bits are of those who speak', async (_, timing) => {
    heard.length = 0;
    const [run] = await replicationsOf(
      agentsThatDiffer(3),
      configurationOf({
        algorithms: [algorithmWith(turns, {})],
        ...{ timing, bits: true, agentErrors: true, budget: { kind: 'rounds', rounds: 3 } },
      }),
    );
    expect(heard).toEqual([
      [1, 'ended', [0], [1, 2]],
      [2, 'ended', [0, 1], [2]],
      [3, 'ended', [0, 2], [1]],
    ]);
    expect(run!.records.map(({ uplinkBits, uplinkVectors }) => [uplinkBits, uplinkVectors])).toEqual([
      [0, 0],
      [7, 1],
      [21, 3],
      [35, 5],
    ]);
  });

  test('without rounds a step that discards an update says so of that update, whoever is silent beside it', async () => {
    /** Agent 0 is silent, agent 1 is discarded, agent 2 is taken in. */
    const choosy = algorithm({
      ...{ name: 'choosy', title: 'Choosy', source: 'test', parameters: {} },
      messages: { down: [started], up: [ended, silent] },
      agent: (_, { agent }) => ({
        ask: ({ theta }, work) => {
          work.accumulate(theta, 0);
        },
        answer: ({ theta }) => (agent === 0 ? silent() : ended({ theta })),
      }),
      server: (_, { initial }) => ({
        model: () => initial,
        open: () => started({ theta: initial }),
        receive: () => ({ localModels: () => [] }),
        free: {
          step: (updates) =>
            updates.map(({ agent, message: { theta }, answer }) => ({
              ...{ weight: agent === 1 ? 0 : 1, origin: theta, model: answer.theta },
            })),
        },
      }),
    });
    const story = await storyOf(
      agentsThatDiffer(3),
      configurationOf({
        algorithms: [algorithmWith(choosy, {})],
        policy: { kind: 'buffered', count: 3, weight: { kind: 'constant' } },
        ...{ timing: { compute: 1 }, updates: true, budget: { kind: 'rounds', rounds: 1 } },
      }),
    );
    expect(eventsOf(story, 'applied').map(({ agent, weight }) => [agent, weight])).toEqual([
      [0, 1],
      [1, 0],
      [2, 1],
    ]);
  });

  test('an algorithm that does not name silence among its answers may not give it', async () => {
    const mute = algorithm({
      ...{ name: 'mute', title: 'Mute', source: 'test', parameters: {} },
      messages: { down: [started], up: [message('ended', { theta: 'θ_i' })] },
      agent: () => ({ ask: () => undefined, answer: () => silent() as never }),
      server: (_, { initial }) => ({
        model: () => initial,
        open: () => started({ theta: initial }),
        receive: () => ({ localModels: () => [] }),
      }),
    });
    await expect(
      replicationsOf(problem, configurationOf({ algorithms: [algorithmWith(mute, {})] })),
    ).rejects.toThrow('a message of kind "ended" must be returned (found "silent")');
    const broken = (up: readonly never[]) => () =>
      algorithm({ ...mute, messages: { down: [started], up } } as never);
    expect(broken([silent] as never)).toThrow('its agents are always silent');
    expect(broken([message('ended', {}), message('silent', { theta: 'θ' })] as never)).toThrow(
      'a message of the kind "silent" has no vectors',
    );
  });
});
