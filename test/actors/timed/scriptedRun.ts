/** A timed replication whose delays are written down one by one, with everything that happens. */
import { InlineAgents } from '../../../actors/hosting/inlineAgents.ts';
import { runOnClock } from '../../../actors/replication/eventDriver.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { RoundRecord } from '../../../src/measurement/metrics/roundRecord.ts';
import type { Outcome, TimedEvent } from '../../../src/events/inspection.ts';
import type { Problem } from '../../../src/problems/operator.ts';
import type { AgentTiming } from '../../../src/timing/agentTiming.ts';
import { agentTiming } from '../../../src/timing/agentTiming.ts';
import { configurationOf } from '../../oracles/events.ts';
import { ticksOf } from '../../../src/values/ticks.ts';

export interface ScriptedStory {
  readonly outcome: Outcome;
  readonly records: readonly RoundRecord[];
  readonly thetas: readonly number[][];
  readonly events: readonly TimedEvent[];
}

/** More events than any of these small runs can have; one that has more would go on for ever. */
const MOST_EVENTS = 100_000;

/**
 * Runs one replication inline, verified.
 *
 * @param timings - each agent's delays and faults; drawn from the configuration's model where left out
 */
export async function scriptedRun(
  problem: Problem,
  changes: Partial<RunConfiguration>,
  timings?: (agent: number) => AgentTiming,
): Promise<ScriptedStory> {
  const configuration = configurationOf({ verify: true, trace: true, ...changes });
  const { agents, dimension } = problem;
  const seed = configuration.seeds[0]!;
  const plan = { ...configuration, algorithm: configuration.algorithms[0]!, seed, agents, dimension };
  const records: RoundRecord[] = [];
  const thetas: number[][] = [];
  const events: TimedEvent[] = [];
  const group = new InlineAgents({ problem, kernels: undefined }, plan);
  const outcome = await runOnClock(
    {
      plan,
      answer: { root: undefined, mean: undefined },
      observer: {
        observe: (event) => {
          if (event.kind === 'recorded') {
            records.push(event.record);
            thetas.push([...event.theta]);
          } else if (event.kind === 'timed') events.push(event.event);
        },
        stopping: () => events.length > MOST_EVENTS,
      },
      timings,
    },
    group,
  );
  return { outcome, records, thetas, events };
}

/**
 * An agent whose k-th answer is under way for the k-th of these times, and everything after for ever
 * so long; a local step takes a second, and all else nothing.
 */
export function scriptedUplinks(agent: number, delays: readonly number[]): AgentTiming {
  let next = 0;
  return { ...agentTiming(undefined, agent, 1), uplink: () => ticksOf(delays[next++] ?? 1e6) };
}
