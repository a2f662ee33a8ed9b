/**
 * Lanes over one axis of seconds: the error, the server with its steps, each update with the version of the model that it
 * started from, what each agent was at, staleness, and waiting in a moving window. All that moves with time lies in one
 * inner drawing whose horizontal unit is a second, so that lanes are aligned and a script zooms by its view box alone.
 */
import type { Event } from '../chart/chart.ts';
import { drawing, HALO, mark, metadata } from '../chart/svg.ts';
import { linearScale, logScale } from '../chart/scale.ts';
import { GRID, INK, MUTED, RULE, WARNING } from '../palette.ts';
import type { TimelineGroup } from './group.ts';
import { agentRows, rowHeight } from './lanes/agentRows.ts';
import { errorLane } from './lanes/errorLane.ts';
import { serverLane } from './lanes/serverLane.ts';
import { pixels, Sheet } from './lanes/sheet.ts';
import { linksLane, stalenessLane } from './lanes/updateLanes.ts';
import { waitingLane } from './lanes/waitingLane.ts';
import type { Stretch } from './readTrace.ts';
import { description, LEFT, legend, LETTERS, TITLE, WHOLE, wholeRun, WIDTH } from './surroundings.ts';
import type { TimelineNumbers } from './timelineNumbers.ts';
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

/** How many windows a view holds. */
const WINDOWS = 6;

/** Draws it, in fixed colours; what is seen at first is right without the script. */
export function drawTimeline({ title, quantity, groups, events }: TimelineContent): DrawnTimeline {
  const view = viewOf(groups);
  const window = niceBelow(view.to / WINDOWS);
  const end = endOf(groups);
  const curves = groups.flatMap((group) => group.curves);
  const scale = logScale(curves.flatMap(({ values }) => values.filter(Number.isFinite)));
  const sheet = new Sheet(view);

  sheet.outer.push(...legend(groups, sheet.y + 8));
  sheet.y += 24;
  const top = sheet.y;
  errorLane(sheet, quantity, groups, scale);
  drawGroups(sheet, groups, end);
  stalenessLane(sheet, groups);
  waitingLane(sheet, groups, window);
  const span = { top, bottom: sheet.y };
  drawEvents(sheet, events, span);
  drawSeconds(sheet, span.bottom);
  sheet.y = span.bottom + 30;

  const { y, right } = sheet;
  const isPart = view.to < end;
  const whole = isPart ? wholeRun(curves, scale, groups, events, { view, end, y, right }) : [];
  const height = isPart ? y + (TITLE + WHOLE + 24) : y;
  const plot = {
    class: 'plot',
    ...{ x: LEFT, y: 0, width: right - LEFT, height: pixels(height) },
    viewBox: `${view.from} 0 ${view.to - view.from} ${pixels(height)}`,
    preserveAspectRatio: 'none',
  };
  const numbers: TimelineNumbers = {
    ...{ view, end, plot: { left: LEFT, right, ...span } },
    ...{ servers: sheet.servers, curves: sheet.curves, rows: sheet.rows },
  };
  const svg = drawing(title, description(groups, view), { width: WIDTH, height, letters: LETTERS }, [
    metadata(numbers),
    ...sheet.outer,
    mark('svg', plot, ...sheet.inner),
    ...sheet.above,
    ...whole,
  ]);
  return { svg, view, window, end };
}

/** Where the last replication ends. */
function endOf(groups: readonly TimelineGroup[]): number {
  const ends = groups.flatMap(({ trace, curves }) => [
    trace.stretches.at(-1)!.to,
    ...curves.map(({ times }) => times.at(-1) ?? 0),
  ]);
  return Math.max(...ends);
}

/** Each group below the one before: the server, its updates and the agents. */
function drawGroups(sheet: Sheet, groups: readonly TimelineGroup[], end: number): void {
  const row = rowHeight(groups);
  const isOne = groups.length === 1;
  groups.forEach((group, at) => {
    const { trace, title, hue } = group;
    sheet.y += at === 0 ? 4 : 14;
    if (!isOne) {
      const bold = { 'font-weight': 'bold', 'font-size': LETTERS * 1.1 };
      sheet.outer.push(mark('text', { x: LEFT, y: sheet.y + 14, fill: hue.words.light, ...bold }, title));
      sheet.y += 18;
    }
    const top = sheet.y + TITLE;
    serverLane(sheet, trace, isOne ? 'version' : `${title} version`);
    linksLane(sheet, trace, at);
    agentRows(sheet, group, row, at);
    for (const gap of gapsIn(trace.stretches, trace.cut ? end : trace.stretches.at(-1)!.to)) {
      const [x, width] = [sheet.seconds(gap.from), sheet.seconds(gap.to - gap.from)];
      const box = { x, y: pixels(top), width, height: pixels(sheet.y - top) };
      sheet.inner.push(mark('rect', { class: 'unread', ...box, fill: GRID.light }));
    }
  });
}

/** What the page knows nothing of, between stretches and behind the last. */
function gapsIn(stretches: readonly Stretch[], end: number): Stretch[] {
  const gaps = stretches.map(({ to }, k) => ({ from: to, to: stretches[k + 1]?.from ?? end }));
  return gaps.filter(({ from, to }) => from < to);
}

interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** Through all lanes, with their names. */
function drawEvents(sheet: Sheet, events: readonly Event[], { top, bottom }: Span): void {
  for (const { x } of events)
    sheet.line({
      class: 'event',
      d: `M${sheet.seconds(x)},${top}V${bottom}`,
      stroke: WARNING.light,
      'stroke-width': 1.2,
      'stroke-dasharray': '3,3',
    });
  const names = events.map(({ x, label }) =>
    mark(
      'text',
      {
        'data-at': sheet.seconds(x),
        x: sheet.place(x) + 4,
        y: top + TITLE + 9,
        fill: WARNING.light,
        ...HALO,
        visibility: x > sheet.view.to ? 'hidden' : undefined,
      },
      label,
    ),
  );
  sheet.above.push(mark('g', { class: 'events' }, ...names));
}

/** The axis below all lanes. */
function drawSeconds(sheet: Sheet, bottom: number): void {
  const { right, view } = sheet;
  const ticks = linearScale(view.to, 8).ticks.flatMap(({ at, label }) => {
    const x = sheet.place(at);
    return [
      mark('path', { d: `M${pixels(x)},${bottom}v5`, stroke: RULE.light }),
      mark('text', { x, y: bottom + 18, 'text-anchor': 'middle', fill: MUTED.light }, label),
    ];
  });
  sheet.outer.push(
    mark('path', { d: `M${LEFT},${bottom}H${right}`, stroke: RULE.light }),
    mark('g', { class: 'ticks' }, ...ticks),
    mark('text', { x: right + 28, y: bottom + 18, fill: INK.light }, 'seconds'),
  );
}
