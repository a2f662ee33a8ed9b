/** What the timing model makes of a round on the average, agent by agent. */
import type { Problem } from '../problems/operator.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { type ExpectedTiming, expectedTiming } from '../timing/expected.ts';
import { meanGap } from '../triggers/index.ts';

const BYTES_PER_DOUBLE = 8;

/** Neighbouring agents with the same means. */
export interface AgentsTiming {
  readonly first: number;
  readonly last: number;
  /** of the mean number of local steps, and of messages of one vector */
  readonly timing: ExpectedTiming;
}

/** The means of all agents, neighbours with the same ones together; empty without a timing model, and where no mean gap is known. */
export function expectedTimings(
  { agents, dimension }: Pick<Problem, 'agents' | 'dimension'>,
  { timing: model, trigger }: Pick<RunConfiguration, 'trigger'> & Partial<Pick<RunConfiguration, 'timing'>>,
): AgentsTiming[] {
  const localSteps = meanGap(trigger);
  if (model === undefined || localSteps === undefined) return [];
  const bytes = dimension * BYTES_PER_DOUBLE;
  const load = { localSteps, downlinkBytes: bytes, uplinkBytes: bytes };
  const groups: { first: number; last: number; timing: ExpectedTiming }[] = [];
  for (let agent = 0; agent < agents; agent++) {
    const timing = expectedTiming(model, agent, load);
    const before = groups.at(-1);
    if (before !== undefined && equal(before.timing, timing)) before.last = agent;
    else groups.push({ first: agent, last: agent, timing });
  }
  return groups;
}

const equal = (first: ExpectedTiming, other: ExpectedTiming): boolean =>
  Object.is(first.computing, other.computing) &&
  Object.is(first.downlink, other.downlink) &&
  Object.is(first.uplink, other.uplink) &&
  Object.is(first.available, other.available);
