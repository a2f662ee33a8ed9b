/** The lanes of updates: arcs from the version that each started from to the step that applied it, and their staleness. */
import { linearScale } from '../../chart/scale.ts';
import { HUES, MUTED } from '../../palette.ts';
import type { TimelineGroup } from '../group.ts';
import type { TracedReplication } from '../readTrace.ts';
import { heightIn, pixels, type Sheet } from './sheet.ts';

const LINKS = 34;
const STALENESS = 56;
/** Arcs of more agents are illegible: a page draws those of the agent under the pointer. */
const MOST_ARCS = 4;
/** Of the updates in view, those that a lane is high enough for. */
const MOST = 0.98;

/**
 * The arcs of one replication, below its server, if it has any; the longer an update was under way, the deeper.
 *
 * Arcs of more than four agents are hidden until an agent is pointed at.
 *
 * @param at - the group's place among all
 */
export function linksLane(sheet: Sheet, { updates }: TracedReplication, at: number): void {
  if (updates.length === 0) return;
  const { y, view } = sheet;
  const spans = updates.filter(({ taken }) => taken <= view.to).map(({ sent, taken }) => taken - sent);
  const longest = quantile(spans, MOST);
  const isHidden = new Set(updates.map(({ agent }) => agent)).size > MOST_ARCS;
  for (const stale of [false, true]) {
    const drawn = updates.filter(({ staleness }) => staleness > 0 === stale);
    for (const agent of new Set(drawn.map((update) => update.agent))) {
      const ofAgent = drawn.filter((update) => update.agent === agent);
      const d = ofAgent.map(({ sent, taken }) => {
        // A parabola reaches half as deep as its middle point.
        const depth = y + 2 * (LINKS - 4) * Math.sqrt(Math.min(1, (taken - sent) / longest));
        const [from, middle, to] = [sent, (sent + taken) / 2, taken].map((time) => sheet.seconds(time));
        return `M${from},${pixels(y)}Q${middle},${pixels(depth)} ${to},${pixels(y)}`;
      });
      sheet.line({
        class: 'links',
        'data-agent': `${at} ${agent}`,
        d: d.join(''),
        stroke: (stale ? HUES[0]!.line : MUTED).light,
        'stroke-width': 1,
        'stroke-opacity': stale ? 0.75 : 0.5,
        visibility: isHidden ? 'hidden' : undefined,
      });
    }
  }
  sheet.y += LINKS;
}

/** The staleness of all groups' updates, if one was stale. */
export function stalenessLane(sheet: Sheet, groups: readonly TimelineGroup[]): void {
  const all = groups.flatMap(({ trace }) => trace.updates);
  const most = all.reduce((largest, { staleness }) => Math.max(largest, staleness), 0);
  if (most <= 0) return;
  const inView = all.filter(({ taken }) => taken <= sheet.view.to).map(({ staleness }) => staleness);
  const seen = Math.max(1, quantile(inView, MOST));
  sheet.title(
    `staleness of each update, in server steps${most > 1.5 * seen ? ' (those beyond on the upper edge)' : ''}`,
  );
  const lane = sheet.lane(STALENESS, linearScale(Math.min(most, 1.5 * seen) * 1.08, 3));
  for (const { trace, hue } of groups) {
    const colour = groups.length > 1 ? hue.line : HUES[0]!.line;
    sheet.line({
      class: 'staleness',
      d: trace.updates
        .map(({ taken, staleness }) => `M${sheet.seconds(taken)},${heightIn(lane, staleness)}h0`)
        .join(''),
      stroke: colour.light,
      'stroke-width': 4,
      'stroke-linecap': 'round',
      'stroke-opacity': 0.7,
    });
  }
}

/** The smallest value that at least this share does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 1;
}
