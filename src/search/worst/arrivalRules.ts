/**
 * The orders in which answers may come where agents go at their own pace, as an automaton: a state is how many
 * server steps old the model of each agent at work is, an edge is a server step with the answers that it takes in.
 * A periodic order is a closed walk.
 *
 * Staleness is that of updates.csv: the server steps between the model that the agent was sent and the step that takes
 * its answer in. Every agent is always at work, so that one that never answered again would be staler than any bound:
 * a periodic order within a bound has every agent in it.
 */
import { POLICIES, type PolicyConfiguration, policyOf } from '../../policies/index.ts';
import { weighsByAge } from '../../policies/pace.ts';
import { listed } from '../../values/kind.ts';
import { because, type Unknown } from '../../theory/unknown.ts';

/** A server step of an order. */
export interface OrderedStep {
  /** whose answers it takes in, in the order in which they come */
  readonly agents: readonly number[];
  /** of each of them */
  readonly staleness: readonly number[];
  /** after the step: how many steps old the model of each agent is */
  readonly ages: readonly number[];
}

/** What may come, and when agents are sent to again. */
export interface ArrivalRules {
  /** M */
  readonly agents: number;
  /** the largest staleness D */
  readonly bound: number;
  /** that a step takes in at most */
  readonly answers: number;
  /** the steps that may follow where models have these ages */
  readonly after: (ages: readonly number[]) => readonly OrderedStep[];
  /** whether whatever may come in some state may come at the start of a run, too, and does the same there */
  readonly anyStart: boolean;
  /** whether an agent is sent to with the step that takes its answer in, and not when it comes */
  readonly waits: boolean;
}

const WITH_ORDERS = POLICIES.filter((policy) => 'orders' in policy).map(({ name }) => name);
/** Different steps that are tried. */
const MOST_STEPS = 300;

/**
 * The rules of a policy.
 *
 * @param bound - D, on the staleness of every answer, where the policy has none of its own
 */
export function arrivalRules(
  policy: PolicyConfiguration,
  agents: number,
  bound: number,
): ArrivalRules | Unknown {
  const { name, orders, free } = policyOf(policy);
  if (orders === undefined || weighsByAge(free!))
    return because(
      `under the policy "${name}" orders of arrivals are not searched; ${listed(WITH_ORDERS, 'and')} have them, where all agents are always at work and ages in seconds do not count`,
    );
  const { answers, largestStaleness, alike } = orders;
  if (orders.kind === 'waiting') {
    if (2 ** agents > MOST_STEPS)
      return because(`${agents} agents make too many sets that a step may take in`);
    return {
      agents,
      bound: largestStaleness,
      answers: agents,
      anyStart: alike,
      waits: true,
      after: (ages) => setsAfter(ages, largestStaleness),
    };
  }
  if (agents ** answers > MOST_STEPS)
    return because(`${agents} agents can fill a buffer of ${answers} in more than ${MOST_STEPS} orders`);
  const most = Math.min(bound, largestStaleness);
  return {
    agents,
    bound: most,
    answers,
    anyStart: alike,
    waits: false,
    after: (ages) => buffersAfter(ages, answers, most),
  };
}

/** FedBuff and, with one answer a step, FedAsync: an agent is sent to as soon as its answer is there. */
function buffersAfter(ages: readonly number[], count: number, bound: number): OrderedStep[] {
  const out: OrderedStep[] = [];
  const agents: number[] = [];
  const staleness: number[] = [];
  const fill = (now: readonly number[]): void => {
    if (agents.length === count) {
      // Only the last of them is sent the model that the step makes.
      const last = agents.at(-1)!;
      const after = now.map((age, agent) => (agent === last ? 0 : age + 1));
      if (isInTime(after, count, bound))
        out.push({ agents: [...agents], staleness: [...staleness], ages: after });
      return;
    }
    for (const [agent, age] of now.entries()) {
      if (age > bound) continue;
      agents.push(agent);
      staleness.push(age);
      fill(now.map((other, j) => (j === agent ? 0 : other)));
      agents.pop();
      staleness.pop();
    }
  };
  fill(ages);
  return out;
}

/** Whether `count` answers a step are enough for all to come within the bound, the oldest first. */
function isInTime(ages: readonly number[], count: number, bound: number): boolean {
  return [...ages].sort((a, b) => b - a).every((age, place) => age + Math.floor(place / count) <= bound);
}

/**
 * Bounded staleness: a step takes one answer in, unless it would leave somebody at work more than the bound behind: then
 * it waits for all of these, and takes in with them whatever has come.
 */
function setsAfter(ages: readonly number[], bound: number): OrderedStep[] {
  const all = ages.map((_, agent) => agent);
  const awaited = all.filter((agent) => ages[agent]! >= bound);
  const others = all.filter((agent) => ages[agent]! < bound);
  const sets =
    awaited.length === 0
      ? all.map((agent) => [agent])
      : Array.from({ length: 2 ** others.length }, (_, bits) => [
          ...others.filter((_, place) => (bits >> place) % 2 === 1),
          ...awaited,
        ]);
  return sets.map((agents) => ({
    agents,
    staleness: agents.map((agent) => ages[agent]!),
    ages: ages.map((age, agent) => (agents.includes(agent) ? 0 : age + 1)),
  }));
}
