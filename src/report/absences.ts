/** Where a figure marks crashes and returns, and the roots of those who are left meanwhile. */
import type { Manifest } from '../recording/manifest.ts';
import { crashTimes } from '../timing/crashTimes.ts';
import type { TimingModel } from '../timing/timingModel.ts';
import type { Event, Level } from './chart/chart.ts';
import type { AlgorithmData } from './curve.ts';
import type { Horizontal } from './axes.ts';
import type { FigureContent } from './figure.ts';
import { ranges } from '../values/numbers.ts';
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
    const subject = ranges(
      left.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, k) => first + k)),
    );
    const start = Math.min(...placesOf(data, from, horizontal).map(([, x]) => x));
    const end = until === null ? [] : placesOf(data, until, horizontal);
    const to = end.length === 0 ? {} : { to: Math.max(...end.map(([, x]) => x)) };
    return start === Infinity
      ? []
      : [{ y: squaredDistance, from: start, ...to, label: `root of agents ${subject}` }];
  });
  return { events, levels };
}

/** Events of runs in the same axes, each once; none where lines would cover the curves. */
export function eventsTogether(runs: readonly (readonly Event[] | undefined)[]): Event[] {
  const all = new Map(
    runs.flatMap((events = []) => events.map((event) => [`${event.x} ${event.label}`, event])),
  );
  return all.size > MOST_MOMENTS ? [] : [...all.values()];
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
