/** Which runs need actors on a clock; the others go round by round in step, which is faster. */
import { isTimed } from '../../src/timing/isTimed.ts';
import type { RunConfiguration } from '../../src/protocol/configuration.ts';

/** Whether each message of a run has its own time, or somebody wants to see the messages. */
export function goesByClock(
  plan: Pick<RunConfiguration, 'policy' | 'timing' | 'clock' | 'verify' | 'trace'>,
): boolean {
  return isTimed(plan) || plan.verify || plan.trace;
}
