/** The lane of waiting: the share of the agents' time in a moving window, or between server steps where only that is known. */
import { linearScale, type Scale } from '../../chart/scale.ts';
import { MUTED } from '../../palette.ts';
import { cornersIn, idleIn, type TimelineGroup } from '../group.ts';
import { simplified } from '../idle.ts';
import type { Stretch } from '../readTrace.ts';
import type { TimedValue } from '../timelineNumbers.ts';
import { heightIn, type Sheet } from './sheet.ts';

const HEIGHT = 64;
/** Corners of a curve that differ less are not drawn. */
const LEAST_SHARE = 0.001;

/**
 * The curves of all groups.
 *
 * @param window - s
 */
export function waitingLane(sheet: Sheet, groups: readonly TimelineGroup[], window: number): void {
  const isTraced = groups.every(({ waiting }) => waiting === undefined);
  const waits = groups.map((group) =>
    group.trace.stretches.map((stretch) => cornersOf(group, stretch, window)),
  );
  sheet.title(
    `waiting: share of the agents’ time ${isTraced ? `in the last ${window} s` : 'from one server step to the next'}`,
  );
  const most = waits.flat(2).reduce((largest, [, share]) => Math.max(largest, share), 0);
  const lane = sheet.lane(HEIGHT, percentScale(most));
  const isOne = groups.length === 1;
  groups.forEach(({ hue, title }, at) => {
    sheet.curve(lane, isOne ? 'waiting' : `waiting, ${title}`, waits[at]!, {
      stroke: (isOne ? MUTED : hue.line).light,
      'stroke-width': 1.8,
    });
  });
  if (isOne) return;
  sheet.names(
    lane,
    groups.map(({ hue, title: text }, at) => {
      const [, share] = waits[at]!.flat().findLast(([time]) => time <= sheet.view.to) ?? [0, 0];
      return { text, colour: hue.words, at: heightIn(lane, share) };
    }),
  );
}

function cornersOf({ trace, waiting }: TimelineGroup, stretch: Stretch, window: number): TimedValue[] {
  if (waiting !== undefined) return cornersIn(waiting, stretch);
  return simplified(idleIn(trace, stretch, window), LEAST_SHARE).map(({ time, share }) => [time, share]);
}

/** Up to a share, or all. */
function percentScale(most: number): Scale {
  const { ticks, ...scale } = linearScale(Math.min(1, 1.1 * most || 1), 3);
  return {
    ...scale,
    ticks: ticks.map(({ at }) => ({ at, label: `${Number((100 * at).toPrecision(3))} %` })),
  };
}
