/**
 * Lanes over one axis of seconds: the error, the server with its steps, each update with the version of the model that it
 * started from, what each agent was at, staleness, and waiting in a moving window. All that moves with time lies in one
 * inner drawing whose horizontal unit is a second, so that lanes are aligned and a script zooms by its view box alone.
 */
import type { Event } from '../chart/chart.ts';
import { drawing, HALO, mark } from '../chart/draw.ts';
import { spread } from '../chart/labels.ts';
import { along, linearScale, logScale, placeOf, type Scale } from '../chart/scale.ts';
import type { Html } from '../html.ts';
import { type Colour, GRID, HUES, INK, MUTED, RULE, WARNING, WASH } from '../palette.ts';
import { idleIn, lastBy, ROW_ACTIVITIES, ROW_LOOKS, stepsOf, type TimelineGroup } from './group.ts';
import { simplified } from './idle.ts';
import type { Stretch, TracedReplication } from './readTrace.ts';
import {
  description,
  LEFT,
  legend,
  LETTERS,
  RIGHT,
  shares,
  TITLE,
  WHOLE,
  wholeRun,
  WIDTH,
} from './surroundings.ts';
import { niceBelow, viewOf } from './view.ts';

export interface TimelineContent {
  readonly title: string;
  /** of the curves */
  readonly quantity: string;
  readonly groups: readonly TimelineGroup[];
  /** what happens to all groups at known times */
  readonly events: readonly Event[];
}

/** What was drawn, for the words around it. */
export interface DrawnTimeline {
  readonly svg: string;
  /** what is seen at first */
  readonly view: Stretch;
  /** s, w of the moving window */
  readonly window: number;
  /** where the last replication ends */
  readonly end: number;
}

const ERROR = 104;
const SERVER = 30;
const LINKS = 34;
const STALENESS = 56;
const IDLE = 64;
const MOST_ROW = 17;
const LEAST_ROW = 6;
/** Room for the rows of all groups together. */
const ROWS = 420;
/** Corners of a curve that differ less are not drawn. */
const LEAST_SHARE = 0.001;
/** How many windows a view holds. */
const WINDOWS = 6;

/** Lines keep their width however time is stretched. */
const THIN = { 'vector-effect': 'non-scaling-stroke' };

/** Where a lane lies and how its values do. */
interface Lane {
  readonly top: number;
  readonly bottom: number;
  readonly scale: Scale;
}

/** Draws it, in fixed colours; what is seen at first is right without the script. */
export function drawTimeline({ title, quantity, groups, events }: TimelineContent): DrawnTimeline {
  const view = viewOf(groups);
  const window = niceBelow(view.to / WINDOWS);
  const end = Math.max(
    ...groups.map(({ trace, curves }) =>
      Math.max(trace.stretches.at(-1)!.to, ...curves.map(({ times }) => times.at(-1) ?? 0)),
    ),
  );
  const right = WIDTH - RIGHT;
  /** Of a second: a millionth of what is seen. */
  const decimals = Math.max(0, Math.ceil(6 - Math.log10(view.to - view.from)));
  const seconds = (time: number): number => Number(time.toFixed(decimals));
  const pixels = (y: number): number => Math.round(y * 100) / 100;
  const outer: Html[] = [];
  const inner: Html[] = [];
  /** on top of the plot */
  const above: Html[] = [];
  let y = 6;

  outer.push(...legend(groups, y + 8));
  y += 24;
  const top = y;

  const laneTitle = (text: string, colour = INK): void => {
    outer.push(mark('text', { x: LEFT, y: y + 14, fill: colour.light }, text));
    y += TITLE;
  };
  const laneOf = (height: number, scale: Scale): Lane => {
    const lane = { top: y, bottom: y + height, scale };
    for (const { at, label } of scale.ticks) {
      const place = lane.bottom - height * placeOf(scale, at);
      outer.push(
        mark('path', { d: `M${LEFT},${pixels(place)}H${right}`, stroke: GRID.light }),
        mark('text', { x: LEFT - 6, y: place + 4, 'text-anchor': 'end', fill: MUTED.light }, label),
      );
    }
    y += height;
    return lane;
  };
  const height = ({ top: high, bottom, scale }: Lane, value: number): number =>
    pixels(bottom - (bottom - high) * along(scale, value));
  const readable = ({ top: high, bottom, scale }: Lane, name: string): Record<string, string | number> => ({
    class: 'curve',
    'data-name': name,
    'data-kind': scale.kind,
    'data-range': [scale.low, scale.high, high, bottom].join(' '),
  });
  const names = (
    lane: Lane,
    labels: readonly { readonly text: string; readonly colour: Colour; readonly at: number }[],
  ): void => {
    const places = spread(
      labels.map(({ at }) => ({ wanted: at - lane.top, height: 15 })),
      lane.bottom - lane.top,
    );
    labels.forEach(({ text, colour }, k) =>
      outer.push(
        mark(
          'text',
          { x: right + 8, y: lane.top + places[k]! + 4, fill: colour.light, 'font-weight': 'bold' },
          text,
        ),
      ),
    );
  };

  const curves = groups.flatMap((group) => group.curves.map((curve) => ({ curve, group })));
  const wholeScale = logScale(curves.flatMap(({ curve }) => curve.values.filter(Number.isFinite)));
  if (curves.length > 0) {
    laneTitle(quantity);
    const lane = laneOf(ERROR, wholeScale);
    for (const { curve, group } of curves) {
      const d = group.trace.stretches
        .map((stretch) =>
          stepsOf(curve, stretch)
            .map(
              ({ from, to, value }, k) =>
                `${k === 0 ? 'M' : 'L'}${seconds(from)},${height(lane, value)}H${seconds(to)}`,
            )
            .join(''),
        )
        .join('');
      inner.push(
        mark('path', {
          ...readable(lane, curve.title),
          d,
          stroke: curve.hue.line.light,
          'stroke-width': 2,
          'stroke-linejoin': 'round',
          ...THIN,
        }),
      );
    }
    names(
      lane,
      curves.map(({ curve }) => ({
        text: curve.title,
        colour: curve.hue.words,
        at: height(lane, curve.values[lastBy(curve.times, view.to)] ?? 1),
      })),
    );
  }

  const rows = groups.reduce((sum, { trace }) => sum + trace.shownAgents, 0);
  const row = Math.min(MOST_ROW, Math.max(LEAST_ROW, ROWS / rows));
  groups.forEach((group, at) => {
    const { trace } = group;
    const { steps, updates, stretches, shownAgents, intervals } = trace;
    y += at === 0 ? 4 : 14;
    if (groups.length > 1)
      outer.push(
        mark(
          'text',
          {
            x: LEFT,
            y: y + 14,
            fill: group.hue.words.light,
            'font-weight': 'bold',
            'font-size': LETTERS * 1.1,
          },
          group.title,
        ),
      );
    if (groups.length > 1) y += 18;

    // The server: its steps, the answers that wait for the next one, and the number of its version.
    laneTitle('the server’s steps, the version of its model, and answers that wait for the next step');
    const lane: Stretch & { readonly floor: number } = { from: y, to: y + SERVER, floor: y + SERVER };
    outer.push(
      mark('text', { x: LEFT - 6, y: y + SERVER / 2 + 4, 'text-anchor': 'end', fill: INK.light }, 'server'),
    );
    outer.push(mark('rect', { x: LEFT, y, width: right - LEFT, height: SERVER, fill: WASH.light }));
    inner.push(
      mark('path', {
        class: 'buffer',
        d: bufferPath(trace, lane, seconds, pixels),
        fill: HUES[5]!.line.light,
        'fill-opacity': 0.6,
      }),
    );
    inner.push(
      mark('path', {
        class: 'steps',
        'data-name': groups.length > 1 ? `${group.title} version` : 'version',
        'data-versions': steps
          .map(({ version }, k) =>
            k === 0 || version !== steps[k - 1]!.version + 1 ? `${k}:${version}` : '',
          )
          .filter(Boolean)
          .join(' '),
        'data-middle': y + SERVER / 2 + 4,
        d: steps.map(({ time }) => `M${seconds(time)},${pixels(lane.from)}V${pixels(lane.to)}`).join(''),
        stroke: INK.light,
        'stroke-width': 1,
        ...THIN,
      }),
    );
    above.push(mark('g', { class: 'versions' }, ...versionLabels(trace, view, y + SERVER / 2 + 4, right)));
    y += SERVER;

    if (updates.length > 0) {
      const spans = updates.filter(({ taken }) => taken <= view.to).map(({ sent, taken }) => taken - sent);
      const longest = quantile(spans, 0.98);
      for (const stale of [false, true]) {
        const those = updates.filter(({ staleness }) => staleness > 0 === stale);
        for (const agent of new Set(those.map((one) => one.agent))) {
          const own = those.filter((one) => one.agent === agent);
          const d = own.map(({ sent, taken }) => {
            // A parabola reaches half as deep as its middle point.
            const depth = y + 2 * (LINKS - 4) * Math.sqrt(Math.min(1, (taken - sent) / longest));
            return `M${seconds(sent)},${pixels(y)}Q${seconds((sent + taken) / 2)},${pixels(depth)} ${seconds(taken)},${pixels(y)}`;
          });
          inner.push(
            mark('path', {
              class: 'links',
              'data-agent': `${at} ${agent}`,
              d: d.join(''),
              stroke: (stale ? HUES[0]!.line : MUTED).light,
              'stroke-width': 1,
              'stroke-opacity': stale ? 0.75 : 0.5,
              ...THIN,
            }),
          );
        }
      }
      y += LINKS;
    }

    // The agents.
    const first = y;
    const every = Math.ceil((LETTERS + 1) / row);
    for (let agent = 0; agent < shownAgents; agent++) {
      const middle = first + row * (agent + 0.5);
      if (agent % every === 0)
        outer.push(
          mark(
            'text',
            { x: LEFT - 6, y: middle + 4, 'text-anchor': 'end', fill: MUTED.light },
            agent === 0 && every === 1 ? 'agent 0' : String(agent),
          ),
        );
    }
    outer.push(...shares(group, first, row, every, right));
    for (const activity of ROW_ACTIVITIES) {
      const { colour, height: part } = ROW_LOOKS[activity];
      const d = intervals
        .filter((one) => one.activity === activity)
        .map(
          ({ agent, from, to }) => `M${seconds(from)},${pixels(first + row * (agent + 0.5))}H${seconds(to)}`,
        )
        .join('');
      if (d === '') continue;
      inner.push(
        mark(
          'path',
          {
            class: 'activity',
            'data-rows': `${at} ${pixels(first)} ${row} ${shownAgents}`,
            'data-activity': activity,
            d,
            stroke: colour.light,
            'stroke-width': pixels(row * part),
          },
          mark('title', {}, activity),
        ),
      );
    }
    const marks = trace.absences.filter(({ agent }) => agent < shownAgents);
    for (const kind of ['crashed', 'returned'] as const) {
      const d = marks
        .filter((one) => one.kind === kind)
        .map(({ agent, time }) => `M${seconds(time)},${pixels(first + row * (agent + 0.5))}h0`)
        .join('');
      if (d === '') continue;
      inner.push(
        mark(
          'path',
          {
            class: kind,
            d,
            stroke: (kind === 'crashed' ? WARNING : HUES[2]!.line).light,
            'stroke-width': Math.max(4, 0.6 * row),
            'stroke-linecap': 'round',
            ...THIN,
          },
          mark('title', {}, kind),
        ),
      );
    }
    y = first + row * shownAgents + 6;
    for (const gap of gapsIn(stretches, trace.cut ? end : stretches.at(-1)!.to))
      inner.push(
        mark('rect', {
          class: 'unread',
          x: seconds(gap.from),
          y: pixels(lane.from),
          width: seconds(gap.to - gap.from),
          height: pixels(y - lane.from),
          fill: GRID.light,
        }),
      );
  });

  const all = groups.flatMap(({ trace }) => trace.updates);
  const most = all.reduce((largest, { staleness }) => Math.max(largest, staleness), 0);
  const inView = all.filter(({ taken }) => taken <= view.to).map(({ staleness }) => staleness);
  const seen = Math.max(1, quantile(inView, 0.98));
  if (most > 0) {
    laneTitle(
      `staleness of each update, in server steps${most > 1.5 * seen ? ' (those beyond on the upper edge)' : ''}`,
    );
    const lane = laneOf(STALENESS, linearScale(Math.min(most, 1.5 * seen) * 1.08, 3));
    for (const { trace, hue } of groups) {
      const d = trace.updates
        .map(({ taken, staleness }) => `M${seconds(taken)},${height(lane, staleness)}h0`)
        .join('');
      const colour = groups.length > 1 ? hue.line : HUES[0]!.line;
      inner.push(
        mark('path', {
          class: 'staleness',
          d,
          stroke: colour.light,
          'stroke-width': 4,
          'stroke-linecap': 'round',
          'stroke-opacity': 0.7,
          ...THIN,
        }),
      );
    }
  }

  const isTraced = groups.every(({ waiting }) => waiting === undefined);
  const waits = groups.map(({ trace, waiting, title: name, hue }) =>
    trace.stretches.map((stretch): readonly (readonly [time: number, share: number])[] =>
      waiting === undefined
        ? simplified(idleIn(trace, stretch, window), LEAST_SHARE).map(({ time, share }) => [time, share])
        : stepsOf({ title: name, hue, ...waiting }, stretch).flatMap(({ from, to, value }) => [
            [from, value] as const,
            [to, value] as const,
          ]),
    ),
  );
  laneTitle(
    `waiting: share of the agents’ time ${isTraced ? `in the last ${window} s` : 'from one server step to the next'}`,
  );
  const idleLane = laneOf(
    IDLE,
    percentScale(waits.flat(2).reduce((most, [, share]) => Math.max(most, share), 0)),
  );
  groups.forEach(({ hue, title: name }, at) => {
    const d = waits[at]!.flatMap((own) =>
      own.map(([time, share], k) => `${k === 0 ? 'M' : 'L'}${seconds(time)},${height(idleLane, share)}`),
    ).join('');
    const colour = groups.length > 1 ? hue.line : MUTED;
    inner.push(
      mark('path', {
        ...readable(idleLane, groups.length > 1 ? `waiting, ${name}` : 'waiting'),
        d,
        stroke: colour.light,
        'stroke-width': 1.8,
        'stroke-linejoin': 'round',
        ...THIN,
      }),
    );
  });
  if (groups.length > 1)
    names(
      idleLane,
      groups.map(({ hue, title: text }, at) => {
        const [, share] = waits[at]!.flat().findLast(([time]) => time <= view.to) ?? [0, 0];
        return { text, colour: hue.words, at: height(idleLane, share) };
      }),
    );
  const bottom = y;

  inner.push(
    ...events.map(({ x }) =>
      mark('path', {
        class: 'event',
        d: `M${seconds(x)},${top}V${bottom}`,
        stroke: WARNING.light,
        'stroke-width': 1.2,
        'stroke-dasharray': '3,3',
        ...THIN,
      }),
    ),
  );
  const place = (time: number): number =>
    LEFT + ((right - LEFT) * (time - view.from)) / (view.to - view.from);
  const eventNames = events.map(({ x, label }) =>
    mark(
      'text',
      {
        'data-at': seconds(x),
        x: place(x) + 4,
        y: top + TITLE + 9,
        fill: WARNING.light,
        ...HALO,
        visibility: x > view.to ? 'hidden' : undefined,
      },
      label,
    ),
  );
  outer.push(mark('path', { d: `M${LEFT},${bottom}H${right}`, stroke: RULE.light }));
  outer.push(
    mark(
      'g',
      { class: 'ticks' },
      ...linearScale(view.to, 8).ticks.flatMap(({ at, label }) => [
        mark('path', { d: `M${pixels(place(at))},${bottom}v5`, stroke: RULE.light }),
        mark('text', { x: place(at), y: bottom + 18, 'text-anchor': 'middle', fill: MUTED.light }, label),
      ]),
    ),
    mark('text', { x: right + 28, y: bottom + 18, fill: INK.light }, 'seconds'),
  );
  y = bottom + 30;

  const isPart = view.to < end;
  const whole = isPart
    ? wholeRun(
        curves.map(({ curve }) => curve),
        wholeScale,
        groups,
        events,
        { view, end, y, right },
      )
    : [];
  if (isPart) y += TITLE + WHOLE + 24;

  const box = { x: LEFT, y: 0, width: right - LEFT, height: pixels(y) };
  const svg = drawing(title, description(groups, view), { width: WIDTH, height: y, letters: LETTERS }, [
    ...outer,
    mark(
      'svg',
      {
        class: 'plot',
        ...box,
        viewBox: `${view.from} 0 ${view.to - view.from} ${pixels(y)}`,
        preserveAspectRatio: 'none',
        'data-span': `${top} ${bottom}`,
      },
      ...inner,
    ),
    ...above,
    mark('g', { class: 'events' }, ...eventNames),
    ...whole,
  ]);
  return { svg, view, window, end };
}

/** Up to a share, or all. */
function percentScale(most: number): Scale {
  const { ticks, ...scale } = linearScale(Math.min(1, 1.1 * most || 1), 3);
  return {
    ...scale,
    ticks: ticks.map(({ at }) => ({ at, label: `${Number((100 * at).toPrecision(3))} %` })),
  };
}

/** How many answers that a later step takes in have come: a staircase up to each step, in parts of the fullest. */
function bufferPath(
  { updates, steps, stretches }: TracedReplication,
  { from, to: floor }: Stretch,
  seconds: (time: number) => number,
  pixels: (y: number) => number,
): string {
  const changes = updates
    .flatMap(({ arrived, taken }) => [
      { time: arrived, change: 1 },
      { time: taken, change: -1 },
    ])
    .sort((a, b) => a.time - b.time || b.change - a.change);
  let count = 0;
  let most = 1;
  for (const { change } of changes) most = Math.max(most, (count += change));
  return stretches
    .map((stretch) => {
      const last = steps.findLast(({ time }) => time <= stretch.to && time >= stretch.from)?.time;
      if (last === undefined) return '';
      let held = 0;
      let d = '';
      for (const { time, change } of changes) {
        held += change;
        if (time < stretch.from || time > last) continue;
        d += `${d === '' ? `M${seconds(time)},${pixels(floor)}` : `H${seconds(time)}`}V${pixels(floor - ((floor - from) * held) / most)}`;
      }
      return d === '' ? '' : `${d}V${pixels(floor)}Z`;
    })
    .join('');
}

/** The smallest value that at least this share does not exceed. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 1;
}

/** The numbers of the versions that are wide enough to have one; the script writes them anew for what it shows. */
function versionLabels(
  { steps, stretches }: TracedReplication,
  view: Stretch,
  y: number,
  right: number,
): Html[] {
  const scale = (right - LEFT) / (view.to - view.from);
  const first = stretches[0]!;
  return [{ version: (steps[0]?.version ?? 1) - 1, time: first.from }, ...steps].flatMap(
    ({ version, time }, k) => {
      const until = Math.min(steps[k]?.time ?? first.to, view.to);
      const label = String(version);
      if (time < view.from || (until - time) * scale < 7.5 * label.length + 5) return [];
      return [
        mark(
          'text',
          { x: LEFT + ((time + until) / 2 - view.from) * scale, y, 'text-anchor': 'middle', fill: INK.light },
          label,
        ),
      ];
    },
  );
}

/** What the page knows nothing of, between stretches and behind the last. */
function gapsIn(stretches: readonly Stretch[], end: number): Stretch[] {
  const gaps = stretches.map(({ to }, k) => ({ from: to, to: stretches[k + 1]?.from ?? end }));
  return gaps.filter(({ from, to }) => from < to);
}
