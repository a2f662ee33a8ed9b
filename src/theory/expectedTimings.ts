/** What the timing model makes of a round on the average, agent by agent. */
import type { Problem } from '../problems/operator.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { BYTES_PER_DOUBLE, type ExpectedTiming, expectedTiming } from '../timing/expected.ts';
import { meanGap } from '../triggers/index.ts';
import { stretches } from './schedules/stretches.ts';

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
  const timings = Array.from({ length: agents }, (_, agent) => expectedTiming(model, agent, load));
  return stretches(timings, isSame).map(({ first, last, value }) => ({ first, last, timing: value }));
}

const isSame = (a: ExpectedTiming, b: ExpectedTiming): boolean =>
  (['computing', 'downlink', 'uplink', 'available'] as const).every((part) => Object.is(a[part], b[part]));
