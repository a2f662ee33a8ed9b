/** Where a figure marks crashes and returns, and the roots of those who are left meanwhile. */
import type { Manifest } from '../recording/manifest.ts';
import { crashTimes } from '../theory/survivors.ts';
import type { TimingModel } from '../timing/timingModel.ts';
import type { Event, Level } from './chart/chart.ts';
import type { AlgorithmData } from './curve.ts';
import type { Horizontal } from './curvePoint.ts';
import type { FigureContent } from './figure.ts';
import { ranges } from './numbers.ts';
import type { Styles } from './palette.ts';
import { mean } from './statistics.ts';

/** Of more moments none is marked: lines would cover the curves. */
const MOST_MOMENTS = 6;

/** The marks of a figure; none where nobody crashes at a known time. */
export function absencesIn(
  data: readonly AlgorithmData[],
  { agents, survivors = [] }: Manifest['problem'],
  timing: TimingModel | undefined,
  horizontal: Horizontal,
  isError: boolean,
  styles: Styles,
): Pick<FigureContent, 'events' | 'levels'> {
  // Against bytes and samples each algorithm has moments of its own: lines without end.
  if (horizontal !== 'time' && horizontal !== 'round') return {};
  const times = crashTimes(timing, agents);
  if (times.length === 0 || times.length > MOST_MOMENTS) return {};
  const events = times.flatMap(({ at, crashed, returned }): Event[] => {
    const label = [wordsFor(crashed, 'crash'), wordsFor(returned, 'return')].filter(Boolean).join(', ');
    const places = placesOf(data, at, horizontal);
    const apart = new Map<number, string[]>();
    for (const [algorithm, x] of places) apart.set(x, [...(apart.get(x) ?? []), styles(algorithm).title]);
    return [...apart].map(([x, titles]) => ({
      x,
      label: apart.size === 1 ? label : `${label} (${titles.join(', ')})`,
    }));
  });
  if (!isError) return { events };
  const levels = survivors.flatMap(({ agents: left, from, until, squaredDistance }): Level[] => {
    const who = ranges(
      left.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, k) => first + k)),
    );
    const start = Math.min(...placesOf(data, from, horizontal).map(([, x]) => x));
    const end = until === null ? [] : placesOf(data, until, horizontal);
    const to = end.length === 0 ? {} : { to: Math.max(...end.map(([, x]) => x)) };
    return start === Infinity
      ? []
      : [{ y: squaredDistance, from: start, ...to, label: `root of agents ${who}` }];
  });
  return { events, levels };
}

/** Events of runs in the same axes: those that some runs alone have say whose they are; none where lines would cover the curves. */
export function eventsTogether(
  runs: readonly { readonly title: string; readonly events?: readonly Event[] | undefined }[],
): Event[] {
  const found = new Map<string, { readonly event: Event; readonly titles: string[] }>();
  for (const { title, events = [] } of runs)
    for (const event of events) {
      const key = `${event.x} ${event.label}`;
      const known = found.get(key) ?? { event, titles: [] };
      found.set(key, { event, titles: [...known.titles, title] });
    }
  const all = [...found.values()].map(({ event: { x, label }, titles }) => ({
    x,
    label: titles.length === runs.length ? label : `${label} (${titles.join(', ')})`,
  }));
  return all.length > MOST_MOMENTS ? [] : all;
}

/** Where a time is on an axis, for each algorithm that comes so far: the mean over its seeds of the first row at that time or after it. */
function placesOf(
  data: readonly AlgorithmData[],
  time: number,
  horizontal: Horizontal,
): (readonly [algorithm: string, x: number])[] {
  return data.flatMap(({ algorithm, series }) => {
    const rows = series.flatMap(({ columns }) => {
      const row = columns.time.findIndex((at) => at >= time);
      return row < 0 ? [] : [columns[horizontal][row]!];
    });
    if (rows.length === 0) return [];
    return [[algorithm, horizontal === 'time' ? time : mean(rows)] as const];
  });
}

function wordsFor(agents: readonly number[], verb: string): string {
  if (agents.length === 0) return '';
  return agents.length === 1
    ? `agent ${agents[0]} ${verb}${verb === 'crash' ? 'es' : 's'}`
    : `agents ${ranges(agents)} ${verb}`;
}
