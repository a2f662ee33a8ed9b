/** Which runs need actors on a clock; the others go round by round in step, which is faster. */
import { isTimed } from '../../src/timing/isTimed.ts';
import type { RunConfiguration } from '../../src/protocol/configuration.ts';
import { gapsDiffer } from '../../src/triggers/index.ts';

/** Whether each message of a run has its own time or its own local steps, or somebody wants to see the messages. */
export function goesByClock(
  plan: Pick<RunConfiguration, 'policy' | 'timing' | 'clock' | 'trigger' | 'verify' | 'trace'>,
): boolean {
  return isTimed(plan) || gapsDiffer(plan.trigger) || plan.verify || plan.trace;
}
