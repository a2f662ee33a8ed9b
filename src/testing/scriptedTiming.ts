/** Delays and faults of an agent that are written down one by one. */
import { type AgentTiming, agentTiming } from '../timing/agentTiming.ts';
import { ticksOf } from '../values/ticks.ts';
import type { TimingModel } from '../timing/timingModel.ts';

/** What an agent's times and faults are; what is left out is as the timing model has it. */
export interface TimingScript {
  /** seconds that the agent computes for its first, second, … dispatch; the last one holds from then on */
  readonly compute?: readonly number[];
  /** seconds that its first, second, … message to the server is under way; the last one holds from then on */
  readonly uplink?: readonly number[];
  /** the same for the server's messages to it */
  readonly downlink?: readonly number[];
  /** which of the dispatches that it takes, counted from 1, it never answers */
  readonly drops?: readonly number[];
  /** which of its messages, counted from 1, are lost */
  readonly losesUplink?: readonly number[];
  /** which of the server's messages to it, counted from 1, are lost */
  readonly losesDownlink?: readonly number[];
  /** which of its messages, counted from 1, arrive twice */
  readonly duplicates?: readonly number[];
  /** seconds from the start to its crash and, where it returns, to its return */
  readonly crash?: { readonly at: number; readonly returns?: number };
}

/**
 * The timing of an agent with a script.
 *
 * @throws Error where a list of seconds is empty or has an entry below 0
 */
export function scriptedTiming(
  script: TimingScript,
  model: TimingModel | undefined,
  agent: number,
  seed: number,
): AgentTiming {
  const { drops, losesUplink, losesDownlink, duplicates, crash } = script;
  const times = {
    ...(script.compute && { computing: seconds(script.compute, 'compute') }),
    ...(script.uplink && { uplink: seconds(script.uplink, 'uplink') }),
    ...(script.downlink && { downlink: seconds(script.downlink, 'downlink') }),
  };
  return {
    ...agentTiming(model, agent, seed),
    ...times,
    ...(drops && { drops: turns(drops) }),
    ...(losesUplink && { losesUplink: turns(losesUplink) }),
    ...(losesDownlink && { losesDownlink: turns(losesDownlink) }),
    ...(duplicates && { duplicates: turns(duplicates) }),
    ...(crash && { crashes: { at: ticksOf(crash.at), returns: crash.returns && ticksOf(crash.returns) } }),
  };
}

function seconds(list: readonly number[], subject: string): () => number {
  const wrong = list.findIndex((value) => !(value >= 0 && value < Infinity));
  if (list.length === 0 || wrong >= 0)
    throw new Error(
      `timing script: expected seconds of at least 0 in ${subject}, got ${list[wrong] ?? 'none'}`,
    );
  let next = 0;
  return () => ticksOf(list[Math.min(next++, list.length - 1)]!);
}

/** Whether the turn is in the list, turns counted from 1. */
function turns(list: readonly number[]): () => boolean {
  let turn = 0;
  return () => list.includes(++turn);
}
