/** The clock of a replication, where it has one: virtual, real, or as recorded. */
import { algorithmOf } from '../../src/algorithms/parts.ts';
import { opensToEach } from '../../src/algorithms/serverTraits.ts';
import { isTimed } from '../../src/timing/isTimed.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import { gapsDiffer } from '../../src/triggers/index.ts';
import { ticksOf } from '../../src/values/ticks.ts';
import type { RunningClock } from '../clock/clock.ts';
import { RecordedClock } from '../clock/recordedClock.ts';
import { randomTies } from '../clock/ties.ts';
import { VirtualClock } from '../clock/virtualClock.ts';
import { WallClock } from '../clock/wallClock.ts';
import type { ReplicationPlan, ReplicationRun } from './replication.ts';

/** A run needs a clock where its messages have times, local steps or vectors of their own, or somebody wants to see them. */
export function needsClock(
  plan: Pick<
    ReplicationPlan,
    'policy' | 'timing' | 'clock' | 'trigger' | 'verify' | 'trace' | 'interventions'
  > &
    Partial<Pick<ReplicationPlan, 'algorithm'>>,
): boolean {
  const { trigger, verify, trace, interventions, algorithm } = plan;
  if (isTimed(plan) || gapsDiffer(trigger) || verify || trace || interventions !== undefined) return true;
  return algorithm !== undefined && opensToEach(algorithmOf(algorithm));
}

/**
 * Makes the clock that a plan asks for, and starts it.
 */
export function clockFor({ plan, observer, record }: ReplicationRun): RunningClock {
  const ties = plan.tieSeed === 'by-number' ? undefined : randomTies(plan.seed, plan.tieSeed);
  const { seconds } = plan.budget;
  const until = seconds === undefined ? Infinity : ticksOf(seconds);
  if (plan.clock === 'virtual') return new VirtualClock(ties, until);
  if (record) return new RecordedClock(record, until);
  return new WallClock({
    report: (event) => {
      observer.observe({ kind: 'clocked', event });
    },
    ties,
    until,
  });
}

/** The timing model of a plan: on the wall clock, work without a distribution takes its real time. */
export function timingModelOf({ clock, timing }: ReplicationPlan): TimingModel | undefined {
  return clock === 'wall' ? { compute: 0, ...timing } : timing;
}
