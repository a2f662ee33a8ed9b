/**
 * Lanes over one axis of seconds: the error, the server with its steps, each update with the version of the model that it
 * started from, what each agent was at, staleness, and waiting in a moving window. All that moves with time lies in one
 * inner drawing whose horizontal unit is a second, so that lanes are aligned and a script zooms by its view box alone.
 */
import { ACTIVITIES, LOOKS } from '../agentFigure.ts';
import type { Event } from '../chart/chart.ts';
import { drawing, HALO, mark } from '../chart/draw.ts';
import { spread } from '../chart/labels.ts';
import { along, linearScale, logScale, placeOf, type Scale } from '../chart/scale.ts';
import { html, type Html } from '../html.ts';
import { type Colour, GRID, HUES, type Hue, INK, MUTED, RULE, WARNING, WASH } from '../palette.ts';
import type { AgentTotals } from '../readAgents.ts';
import { idleShare, simplified } from './idle.ts';
import type { Interval, Stretch, TracedReplication } from './readTrace.ts';

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

/** Of a run without a trace computing and sending are one. */
const ROW_LOOKS = { ...LOOKS, 'at work': LOOKS.computing } as const;
const ROW_ACTIVITIES = Object.keys(ROW_LOOKS) as (keyof typeof ROW_LOOKS)[];

const WIDTH = 1_000;
const LETTERS = 12.5;
const LEFT = 58;
/** Room at the right for names, or for shares of time. */
const RIGHT = 176;
const ERROR = 104;
const SERVER = 30;
const LINKS = 34;
const STALENESS = 56;
const IDLE = 64;
const WHOLE = 46;
const TITLE = 21;
const MOST_ROW = 17;
const LEAST_ROW = 6;
/** Room for the rows of all groups together. */
const ROWS = 420;
/** A view has about so many dispatches of an agent, and no more server steps where that leaves a few dispatches. */
const DISPATCHES = 12;
const FEW = 3;
const STEPS = 70;
/** Corners of a curve that differ less are not drawn. */
const LEAST_SHARE = 0.001;
/** How many windows a view holds. */
const WINDOWS = 6;

/** Lines keep their width however time is stretched. */
const THIN = { 'vector-effect': 'non-scaling-stroke' };

/** What is seen at first: as much as is legible, from the start of the run. */
export function viewOf(groups: readonly TimelineGroup[]): Stretch {
  const wanted = groups.map(({ trace: { intervals, shownAgents, steps, stretches } }) => {
    const { to } = stretches[0]!;
    const dispatches = intervals.filter(
      ({ activity, from }) => (activity === 'computing' || activity === 'at work') && from < to,
    ).length;
    const each = (to * shownAgents) / Math.max(1, dispatches);
    return Math.max(FEW * each, Math.min(DISPATCHES * each, steps[STEPS]?.time ?? Infinity));
  });
  const there = groups.map(({ trace: { cut, stretches } }) => (cut ? stretches[0]!.to : Infinity));
  const longest = Math.max(...groups.map(({ trace: { stretches } }) => stretches[0]!.to));
  // Of a slow and a fast one neither is illegible at the geometric mean.
  const middle = Math.exp(wanted.reduce((sum, one) => sum + Math.log(one), 0) / wanted.length);
  const to = Math.min(...there, longest, middle);
  const isWhole = to === longest && groups.every(({ trace }) => !trace.cut);
  return { from: 0, to: isWhole ? to : roundedDown(to) };
}

/** To two digits. */
function roundedDown(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.floor(value / unit) * unit).toPrecision(2));
}

/** 1, 2 or 5 times a power of ten, at most the value. */
function niceBelow(value: number): number {
  const power = Math.floor(Math.log10(value));
  const digit = [5, 2, 1].find((one) => Number(`${one}e${power}`) <= value) ?? 1;
  return Number(`${digit}e${power}`);
}

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
function lastBy(times: readonly number[], time: number): number {
  const after = times.findIndex((one) => one > time);
  return Math.max(0, (after < 0 ? times.length : after) - 1);
}

/** The pieces of a step curve in a stretch. */
function stepsOf(
  { times, values }: StepCurve,
  { from, to }: Stretch,
): { from: number; to: number; value: number }[] {
  const pieces: { from: number; to: number; value: number }[] = [];
  for (let k = lastBy(times, from); k < times.length && times[k]! < to; k++) {
    if (!Number.isFinite(values[k])) continue;
    pieces.push({ from: Math.max(from, times[k]!), to: Math.min(to, times[k + 1] ?? to), value: values[k]! });
  }
  return pieces;
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

/** Shares of time in columns at the right, of the whole replication. */
function shares({ accounts }: TimelineGroup, top: number, row: number, every: number, right: number): Html[] {
  const shown = ACTIVITIES.filter((activity) => accounts.some((own) => own[activity] > 0));
  const column = (k: number): number => right + 30 + 33 * k;
  if (accounts.length === 0) return [];
  const head = shown.flatMap((activity, k) => {
    const { colour, height } = LOOKS[activity];
    return [
      mark(
        'rect',
        { x: column(k) - 18, y: top - 9 - 6 * height, width: 18, height: 12 * height, fill: colour.light },
        mark('title', {}, activity),
      ),
    ];
  });
  const cells = accounts.flatMap((own, agent) => {
    if (agent % every !== 0) return [];
    const total = ACTIVITIES.reduce((sum, activity) => sum + own[activity], 0);
    return shown.map((activity, k) =>
      mark(
        'text',
        { x: column(k), y: top + row * (agent + 0.5) + 4, 'text-anchor': 'end', fill: MUTED.light },
        `${Math.round((100 * own[activity]) / total)}`,
      ),
    );
  });
  return [
    mark('text', { x: right + 8, y: top - 20, fill: MUTED.light }, '% of the whole run'),
    ...head,
    ...cells,
  ];
}

/** What the page knows nothing of, between stretches and behind the last. */
function gapsIn(stretches: readonly Stretch[], end: number): Stretch[] {
  const gaps = stretches.map(({ to }, k) => ({ from: to, to: stretches[k + 1]?.from ?? end }));
  return gaps.filter(({ from, to }) => from < to);
}

/** The curves of all the time, with what is seen above. */
function wholeRun(
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
  const there = groups.flatMap(({ trace }) => trace.stretches);
  return [
    mark('text', { x: LEFT, y: y + 14, fill: INK.light }, 'the whole run; in the frame what is seen above'),
    mark(
      'g',
      { class: 'whole', 'data-plot': [LEFT, right, top, bottom].join(' ') },
      mark('rect', { x: LEFT, y: top, width: right - LEFT, height: bottom - top, fill: WASH.light }),
      ...there.map(({ from, to }) =>
        mark('rect', { x: x(from), y: bottom - 3, width: x(to) - x(from), height: 3, fill: MUTED.light }),
      ),
      ...lines,
      ...events
        .filter((one) => one.x < end)
        .map((one) =>
          mark(
            'path',
            {
              d: `M${x(one.x).toFixed(1)},${top}V${bottom}`,
              stroke: WARNING.light,
              'stroke-dasharray': '3,3',
            },
            mark('title', {}, one.label),
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

function legend(groups: readonly TimelineGroup[], y: number): Html[] {
  const has = (activity: string): boolean =>
    groups.some(({ trace }) => trace.intervals.some((one) => one.activity === activity));
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
function description(groups: readonly TimelineGroup[], view: Stretch): string {
  return groups
    .map(({ title, trace }) => {
      const length = trace.shownAgents * (view.to - view.from);
      const parts = ROW_ACTIVITIES.filter((activity) =>
        trace.intervals.some((one) => one.activity === activity),
      ).map((activity) => {
        const spent = trace.intervals
          .filter((one) => one.activity === activity)
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
