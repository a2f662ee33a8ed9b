/** What a timeline is made of: replications, with what each agent was at, and curves of what was measured in them. */
import { LOOKS } from '../agentFigure.ts';
import type { Hue } from '../palette.ts';
import type { AgentTotals } from '../readAgents.ts';
import { idleShare } from './idle.ts';
import type { Interval, Stretch, TracedReplication } from './readTrace.ts';
import type { TimedValue } from './timelineNumbers.ts';

/** A measured quantity of one replication: a value holds from its time to the next. */
export interface StepCurve {
  readonly title: string;
  readonly hue: Hue;
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** A replication, with the curves of all algorithms whose agents did the same at the same times. */
export interface TimelineGroup {
  readonly title: string;
  readonly hue: Hue;
  readonly trace: TracedReplication;
  readonly curves: readonly StepCurve[];
  /** share of the agents that waited between recorded steps, where the trace does not say who waited when */
  readonly waiting?: Pick<StepCurve, 'times' | 'values'>;
  /** by agent, of this replication */
  readonly accounts: readonly AgentTotals[];
}

/** Of a run without a trace computing and sending are one. */
export const ROW_LOOKS = { ...LOOKS, 'at work': LOOKS.computing } as const;
/** In the order of their key. */
export const ROW_ACTIVITIES = Object.keys(ROW_LOOKS) as (keyof typeof ROW_LOOKS)[];

/** The waiting of the agents that have rows, in a stretch. */
export function idleIn(
  { intervals, shownAgents }: TracedReplication,
  stretch: Stretch,
  window: number,
): ReturnType<typeof idleShare> {
  const waiting = intervals.filter(isWaiting);
  return idleShare(waiting, shownAgents, stretch, window);
}

const isWaiting = ({ activity }: Interval): boolean => activity === 'waiting' || activity === 'receiving';

/** The last index with a time at or before; 0 where there is none. */
export function lastBy(times: readonly number[], time: number): number {
  const after = times.findIndex((value) => value > time);
  return Math.max(0, (after < 0 ? times.length : after) - 1);
}

/** The corners of a step curve in a stretch: each value at both ends of where it holds. */
export const cornersIn = (
  { times, values }: Pick<StepCurve, 'times' | 'values'>,
  stretch: Stretch,
): TimedValue[] => {
  const { from, to } = stretch;
  const corners: TimedValue[] = [];
  for (let k = lastBy(times, from); k < times.length && times[k]! < to; k++) {
    const value = values[k]!;
    if (!Number.isFinite(value)) continue;
    corners.push([Math.max(from, times[k]!), value], [Math.min(to, times[k + 1] ?? to), value]);
  }
  return corners;
};
