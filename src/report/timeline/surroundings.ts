/** What stands around a timeline's lanes: its key, shares of time beside the agents, the strip of the whole run, and words. */
import { ACTIVITIES, LOOKS } from '../agentFigure.ts';
import type { Event } from '../chart/chart.ts';
import { mark } from '../chart/svg.ts';
import { along, linearScale, type Scale } from '../chart/scale.ts';
import { html, type Html } from '../html.ts';
import { type Colour, HUES, INK, MUTED, WARNING, WASH } from '../palette.ts';
import { lastBy, ROW_ACTIVITIES, ROW_LOOKS, type StepCurve, type TimelineGroup } from './group.ts';
import type { Stretch } from './readTrace.ts';

/** Pixels. */
export const WIDTH = 1_000;
export const LETTERS = 12.5;
export const LEFT = 58;
/** Room at the right for names, or for shares of time. */
export const RIGHT = 176;
export const WHOLE = 46;
/** Of a lane's title. */
export const TITLE = 21;

/** Shares of time in columns at the right, of the whole replication. */
export function shares(
  { accounts }: TimelineGroup,
  top: number,
  row: number,
  every: number,
  right: number,
): Html[] {
  const activities = ACTIVITIES.filter((activity) => accounts.some((account) => account[activity] > 0));
  const column = (k: number): number => right + 30 + 33 * k;
  if (accounts.length === 0) return [];
  const head = activities.flatMap((activity, k) => {
    const { colour, height } = LOOKS[activity];
    return [
      mark(
        'rect',
        { x: column(k) - 18, y: top - 9 - 6 * height, width: 18, height: 12 * height, fill: colour.light },
        mark('title', {}, activity),
      ),
    ];
  });
  const cells = accounts.flatMap((account, agent) => {
    if (agent % every !== 0) return [];
    const total = ACTIVITIES.reduce((sum, activity) => sum + account[activity], 0);
    return activities.map((activity, k) =>
      mark(
        'text',
        { x: column(k), y: top + row * (agent + 0.5) + 4, 'text-anchor': 'end', fill: MUTED.light },
        `${Math.round((100 * account[activity]) / total)}`,
      ),
    );
  });
  return [
    mark('text', { x: right + 8, y: top - 20, fill: MUTED.light }, '% of the whole run'),
    ...head,
    ...cells,
  ];
}

/** The curves of all the time, with what is seen above. */
export function wholeRun(
  curves: readonly StepCurve[],
  scale: Scale,
  groups: readonly TimelineGroup[],
  events: readonly Event[],
  {
    view,
    end,
    y,
    right,
  }: { readonly view: Stretch; readonly end: number; readonly y: number; readonly right: number },
): Html[] {
  const [top, bottom] = [y + TITLE, y + TITLE + WHOLE];
  const x = (time: number): number => LEFT + ((right - LEFT) * time) / end;
  const points = 300;
  const lines = curves.map(({ hue, times, values }) => {
    const at = Array.from({ length: points + 1 }, (_, k) => (Math.min(end, times.at(-1) ?? 0) * k) / points);
    const d = at.flatMap((time) => {
      const value = values[lastBy(times, time)];
      return value === undefined || !Number.isFinite(value)
        ? []
        : [`${x(time).toFixed(1)},${(bottom - (bottom - top) * along(scale, value)).toFixed(1)}`];
    });
    return d.length === 0
      ? undefined
      : mark('path', { d: `M${d.join('L')}`, stroke: hue.line.light, 'stroke-width': 1.4 });
  });
  const stretches = groups.flatMap(({ trace }) => trace.stretches);
  return [
    mark('text', { x: LEFT, y: y + 14, fill: INK.light }, 'the whole run; in the frame what is seen above'),
    mark(
      'g',
      { class: 'whole' },
      mark('rect', { x: LEFT, y: top, width: right - LEFT, height: bottom - top, fill: WASH.light }),
      ...stretches.map(({ from, to }) =>
        mark('rect', { x: x(from), y: bottom - 3, width: x(to) - x(from), height: 3, fill: MUTED.light }),
      ),
      ...lines,
      ...events
        .filter((event) => event.x < end)
        .map((event) =>
          mark(
            'path',
            {
              d: `M${x(event.x).toFixed(1)},${top}V${bottom}`,
              stroke: WARNING.light,
              'stroke-dasharray': '3,3',
            },
            mark('title', {}, event.label),
          ),
        ),
      mark('rect', {
        class: 'seen',
        x: x(view.from),
        y: top,
        width: Math.max(2, x(view.to) - x(view.from)),
        height: bottom - top,
        fill: HUES[1]!.line.light,
        'fill-opacity': 0.18,
        stroke: HUES[1]!.line.light,
      }),
    ),
    mark(
      'g',
      {},
      ...linearScale(end, 8).ticks.map(({ at, label }) =>
        mark('text', { x: x(at), y: bottom + 15, 'text-anchor': 'middle', fill: MUTED.light }, label),
      ),
    ),
  ];
}

/** What colours, heights and arcs are. */
export function legend(groups: readonly TimelineGroup[], y: number): Html[] {
  const has = (activity: string): boolean =>
    groups.some(({ trace }) => trace.intervals.some((interval) => interval.activity === activity));
  let x = LEFT;
  const entry = (text: string, sample: Html): Html[] => {
    const at = x;
    x += 34 + 6.6 * text.length + 12;
    return [
      html`<g transform="translate(${at},${y})"
        >${sample}${mark('text', { x: 28, y: 4, fill: MUTED.light }, text)}</g
      >`,
    ];
  };
  const isStale = groups.some(({ trace }) => trace.updates.some(({ staleness }) => staleness > 0));
  const arc = (colour: Colour): Html =>
    mark('path', { d: 'M0,-4Q11,12 22,-4', stroke: colour.light, 'stroke-width': 1.2 });
  return [
    ...ROW_ACTIVITIES.filter(has).flatMap((activity) => {
      const { colour, height } = ROW_LOOKS[activity];
      return entry(
        activity,
        mark('rect', { x: 0, y: -7 * height, width: 22, height: 14 * height, fill: colour.light }),
      );
    }),
    ...entry('update, from its version to its step', arc(MUTED)),
    ...(isStale ? entry('stale', arc(HUES[0]!.line)) : []),
  ];
}

/** In words: how the agents' time is shared out in what is seen, and how the server steps. */
export function description(groups: readonly TimelineGroup[], view: Stretch): string {
  return groups
    .map(({ title, trace }) => {
      const length = trace.shownAgents * (view.to - view.from);
      const parts = ROW_ACTIVITIES.filter((activity) =>
        trace.intervals.some((interval) => interval.activity === activity),
      ).map((activity) => {
        const spent = trace.intervals
          .filter((interval) => interval.activity === activity)
          .reduce(
            (sum, { from, to }) => sum + Math.max(0, Math.min(to, view.to) - Math.max(from, view.from)),
            0,
          );
        return `${activity} ${Math.round((100 * spent) / length)} %`;
      });
      const steps = trace.steps.filter(({ time }) => time <= view.to).length;
      return `${title}, the first ${view.to} seconds: ${steps} server steps; of the agents’ time ${parts.join(', ')}.`;
    })
    .join(' ');
}
