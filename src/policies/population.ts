/**
 * Agents at work under policies without rounds, where these are not all of them all the time.
 *
 * - Concurrency: at most M_c agents are at work. When one of them is free, the next is drawn uniformly from
 *   those that are not at work, itself among them (Nguyen et al., "Federated learning with buffered asynchronous
 *   aggregation", AISTATS 2022; Koloskova, Stich and Jaggi, "Sharper convergence guarantees for asynchronous SGD
 *   for distributed and federated learning", NeurIPS 2022).
 * - Arrivals: agents come as a Poisson process. Each is drawn uniformly from those that are not at work, takes the
 *   newest model, answers once, and leaves; an agent that finds all agents, or M_c, at work leaves again (Erlang's
 *   loss system M/G/c/c). While that would be so none is drawn: the process has no memory, and a run in which
 *   nobody will ever answer comes to an end.
 */
import { agentCount, named, positive } from '../values/parameter.ts';
import type { Values } from '../values/kind.ts';
import type { PolicyMachine, PolicyOutput, Update } from './machine.ts';
import { ownPace } from './ownPace.ts';
import type { PolicyContext } from './policy.ts';
import type { Pace } from './pace.ts';
import { drawAgents } from './sampled.ts';
import type { Bounds } from './stalenessWeight.ts';
import { counted } from '../values/counted.ts';

/** The settings of a policy whose agents are not all at work all the time. */
export const population = {
  concurrency: named(agentCount('M_c', 'how many agents work at a time, at most')),
  arrivals: named(positive('LAMBDA', 'how many agents come per second, as a Poisson process')),
};

type Population = Values<typeof population>;

/** The agents at work, in words, to follow a policy's own. */
export function populationText({ concurrency, arrivals }: Population): string {
  const limit = concurrency === undefined ? '' : `at most ${counted(concurrency, 'agent')} at work`;
  if (arrivals !== undefined)
    return `; agents come as a Poisson process of rate ${arrivals} /s, drawn from those that are not at work, and leave when they have answered${limit && `, ${limit}`}`;
  return limit && `; ${limit}, the next drawn uniformly from those that are not`;
}

/** One agent that is gone keeps the only place. */
export const heldUpByOne = ({ concurrency }: Population): 'absence' | undefined =>
  concurrency === 1 ? 'absence' : undefined;

/** Whether all agents are at work all the time. */
export const isEverybodyAtWork = ({ concurrency, arrivals }: Population): boolean =>
  concurrency === undefined && arrivals === undefined;

/** The pace of a policy under which as many agents are always at work, and every answer counts; `undefined` of others. */
export const alwaysAtWork = (
  { largestStaleness, largestAge, concurrency, arrivals }: Population & Bounds,
  answers: number,
): Pace | undefined =>
  arrivals === undefined && largestStaleness === undefined && largestAge === undefined
    ? { kind: 'own', answers, ...(concurrency !== undefined && { working: concurrency }) }
    : undefined;

interface Working<State> {
  taken: State;
  /** agents that are at work on nothing, in no order */
  readonly idle: number[];
  /** of each agent in `idle`; −1 for one that is at work */
  readonly places: number[];
}

/**
 * Each agent at its own pace, like {@link ownPace}, except for whom the server sends to.
 *
 * @param state - at the start
 * @param take - takes an update in; returns the state after it
 */
export function atWork<State>(
  { agents, generator }: PolicyContext,
  { concurrency, arrivals }: Population,
  state: State,
  take: (state: State, update: Update, out: PolicyOutput) => State,
): PolicyMachine {
  if (concurrency === undefined && arrivals === undefined) return ownPace(agents, state, take);
  const most = concurrency ?? agents;

  const begin = ({ idle, places }: Working<State>, agent: number): void => {
    const last = idle.pop()!;
    const place = places[agent]!;
    if (last !== agent) {
      idle[place] = last;
      places[last] = place;
    }
    places[agent] = -1;
  };
  const isFull = ({ idle }: Working<State>): boolean => agents - idle.length >= most;
  /** Sends to an agent that is not at work. */
  const sendOne = (working: Working<State>, out: PolicyOutput): void => {
    const { idle } = working;
    const agent = idle[generator.below(idle.length)]!;
    begin(working, agent);
    out.send([agent], false);
  };
  const awaitArrival = (out: PolicyOutput): void => {
    out.wake(-Math.log1p(-generator.uniform()) / arrivals!, true);
  };
  /** The agent is at work no more. */
  const end = (working: Working<State>, agent: number, out: PolicyOutput): void => {
    const { idle, places } = working;
    if (places[agent]! >= 0) return;
    const wasFull = isFull(working);
    places[agent] = idle.push(agent) - 1;
    if (arrivals === undefined) sendOne(working, out);
    else if (wasFull) awaitArrival(out);
  };

  const idle = Array.from({ length: agents }, (_, agent) => agent);
  return {
    state: { taken: state, idle, places: [...idle] },
    next: (working: Working<State>, input, out) => {
      switch (input.kind) {
        case 'ready': {
          if (arrivals !== undefined) {
            awaitArrival(out);
            break;
          }
          const first = drawAgents(agents, most, generator);
          for (const agent of first) begin(working, agent);
          out.send(first, false);
          break;
        }
        case 'update':
          working.taken = take(working.taken, input, out);
          end(working, input.agent, out);
          break;
        case 'missing':
        case 'returned':
          end(working, input.agent, out);
          break;
        case 'woken':
          sendOne(working, out);
          if (!isFull(working)) awaitArrival(out);
          break;
        case 'exchanged':
          break;
      }
      return working;
    },
  };
}
