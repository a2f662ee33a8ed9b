/**
 * Two and three agents, two answers each, in every order in which they can arrive, under each policy:
 * the invariants hold, and what must not depend on the order does not.
 */
import { expect, it } from 'vitest';
import { keepingAgents } from '../../../src/problems/keptAgents.ts';
import { algorithmOf } from '../../../src/algorithms/parts.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { AlgorithmConfiguration } from '../../../src/configuration/configuration.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { policyFault } from '../../../src/algorithms/policyFault.ts';
import { ALL_SEVEN, LOCAL_SA } from '../../oracles/events.ts';
import { scriptedRun, type ScriptedStory, scriptedUplinks } from './scriptedRun.ts';
import { agentsThatDiffer } from './timedFixture.ts';
import { inSuite, oneIn } from '../../tooling/parts.ts';

const weight = { kind: 'polynomial', exponent: 1 } as const;

const policies = (M: number): PolicyConfiguration[] => [
  { kind: 'synchronous' },
  { kind: 'first', count: M - 1, late: 'drop' },
  { kind: 'first', count: M - 1, late: 'carry' },
  { kind: 'deadline', seconds: 3.5, late: 'drop' },
  { kind: 'deadline', seconds: 3.5, late: 'carry' },
  { kind: 'sampled', count: M - 1 },
  { kind: 'buffered', count: 2, weight },
  { kind: 'asynchronous', mixing: 0.7, weight },
  { kind: 'bounded-staleness', staleness: 1, mixing: 0.7, weight },
];

/** A local step of a second goes before each answer. */
const LATENCIES = [0.1, 1.3, 3.7, 7.9];

/** Every way of giving each of `count` answers one of the latencies; the k-th takes k hundredths more, so that no two times are equal. */
const scriptsOf = (count: number): number[][] =>
  assignments(count).map((script) => script.map((latency, k) => latency + k / 100));

function assignments(count: number): number[][] {
  if (count === 0) return [[]];
  return assignments(count - 1).flatMap((head) => LATENCIES.map((latency) => [...head, latency]));
}

/** The agents in ascending order of something. */
const inOrder = (times: readonly (readonly [number, number])[]): string =>
  times
    .toSorted(([a, first], [b, second]) => a - b || first - second)
    .map(([, agent]) => agent)
    .join('');

/**
 * Latencies of two answers of each agent, one script for each thing that can come of them: the order
 * of all answers where every agent goes on at once, and the orders within two rounds.
 */
function scripts(M: number): number[][] {
  const found = new Map<string, number[]>();
  for (const script of scriptsOf(2 * M)) {
    const agents = [...Array(M).keys()];
    const firsts = agents.map((agent) => [script[2 * agent]!, agent] as const);
    const seconds = agents.map((agent) => [script[2 * agent + 1]!, agent] as const);
    const thence = agents.map((agent) => [script[2 * agent]! + 1 + script[2 * agent + 1]!, agent] as const);
    const key = [inOrder([...firsts, ...thence]), inOrder(firsts), inOrder(seconds)].join('|');
    if (!found.has(key)) found.set(key, script);
  }
  return [...found.values()];
}

/** The agents in the order in which their first two answers came to the server, or would have. */
function orderOf({ events }: ScriptedStory): string {
  return events
    .flatMap((event) =>
      event.kind === 'message' && event.from === 'agent' && event.arrives < 1000 ? [event] : [],
    )
    .sort((a, b) => a.arrives - b.arrives || a.agent - b.agent)
    .map(({ agent }) => agent)
    .join('');
}

async function throughAll(
  M: number,
  policy: PolicyConfiguration,
  algorithm: AlgorithmConfiguration,
  rounds: number,
): Promise<ScriptedStory[]> {
  const problem = keepingAgents(buildProblem(agentsThatDiffer(M)));
  const stories: ScriptedStory[] = [];
  for (const script of scripts(M)) {
    const story = await scriptedRun(
      problem,
      {
        algorithms: [algorithm],
        policy,
        trigger: { kind: 'deterministic', localSteps: 1 },
        budget: { kind: 'rounds', rounds },
      },
      (agent) => scriptedUplinks(agent, script.slice(2 * agent, 2 * agent + 2)),
    );
    // The script is what reproduces a failure.
    expect({ script, outcome: story.outcome.kind }).toEqual({ script, outcome: 'completed' });
    expect({ script, rounds: story.records.length }).toEqual({ script, rounds: rounds + 1 });
    stories.push(story);
  }
  return stories;
}

inSuite.describe.each([2, 3])('%i agents', (M) => {
  it(`the scripts go through all ${M === 2 ? 6 : 90} orders`, async () => {
    const policy: PolicyConfiguration = { kind: 'asynchronous', mixing: 0.7, weight };
    const orders = (await throughAll(M, policy, LOCAL_SA(0.1), 2 * M)).map(orderOf);
    // (2M)!/2^M interleavings of M sequences of two.
    expect(new Set(orders).size).toBe(M === 2 ? 6 : 90);
  });
});

const ORDERED = [2, 3].flatMap((M) => policies(M).map((policy) => ({ M, policy })));

it.each(oneIn(2, ORDERED))(
  '$M agents under $policy keep the invariants in every order',
  async ({ M, policy }) => {
    // With three agents the cheapest algorithm and the one with most to lose; with two, all of them.
    const algorithms = ALL_SEVEN(0.05).filter(
      (configuration) =>
        policyFault(algorithmOf(configuration), policy) === undefined &&
        (M === 2 || /^(local-sa|scafflsa)$/.test(configuration.name)),
    );
    expect(algorithms.length).toBeGreaterThan(0);
    for (const algorithm of algorithms) {
      const stories = await throughAll(M, policy, algorithm, 2);
      if (policy.kind !== 'synchronous') continue;
      const [first] = stories;
      for (const { thetas } of stories) expect(thetas).toEqual(first!.thetas);
    }
  },
);
