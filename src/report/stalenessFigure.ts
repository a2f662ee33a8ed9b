/** The histogram of staleness: of all updates, and of the agents whose updates are the freshest and the stalest. */
import { type AccountRow, quantileOf } from './agentFigure.ts';
import type { Chart, Point, Series } from './chart/chart.ts';
import { SMALL } from './chart/draw.ts';
import { linearScale, logScale } from './chart/scale.ts';
import { drawn, type DrawnFigure, figureFiles } from './drawnFigure.ts';
import { html } from './html.ts';
import { grouped, scientific } from '../values/numbers.ts';
import { HUES, type Hue } from './palette.ts';

/** Wider histograms have bins of several steps. */
const MOST_BINS = 60;
/** A share of the updates beyond which none is drawn: one late answer would squeeze all the others. */
const DRAWN = 0.999;
/** Agents have curves of their own where their means differ by more. */
const APART = 1.5;

interface Histogram {
  readonly label: string;
  readonly hue: Hue;
  readonly counts: ReadonlyMap<number, number>;
}

interface Bin {
  readonly from: number;
  /** included */
  readonly to: number;
  readonly updates: number;
}

/**
 * The figure; `undefined` where no update is stale.
 *
 * @param name - of its files
 * @param whole - all agents together
 * @param rows - agents, or groups of them
 */
export function stalenessFigure(
  name: string,
  title: string,
  whole: AccountRow,
  rows: readonly AccountRow[],
): DrawnFigure | undefined {
  if (![...whole.staleness.keys()].some((steps) => steps > 0)) return undefined;
  const histograms: Histogram[] = [
    { label: 'all agents', hue: HUES[6]!, counts: whole.staleness },
    ...extremes(rows),
  ];
  const end = Math.max(...histograms.map(({ counts }) => quantileOf(counts, DRAWN)));
  const width = Math.ceil((end + 1) / MOST_BINS);
  const binned = histograms.map((histogram) => ({ ...histogram, bins: binsOf(histogram.counts, width) }));
  const series = binned.map(({ label, hue, counts, bins }): Series => {
    const total = sum(counts);
    const points = bins
      .filter(({ from, updates }) => from <= end && updates > 0)
      .map(({ from, to, updates }): Point => ({ x: (from + to) / 2, y: updates / total / width }));
    return { name: label, label: [label], hue, line: 'solid', dots: 'all', points };
  });
  const chart: Chart = {
    name,
    title,
    x: {
      title: 'staleness of an update, in server steps',
      scale: linearScale(end || 1, Math.min(8, end || 1)),
    },
    y: {
      title: 'share of its updates, for each step',
      scale: logScale(series.flatMap(({ points }) => points.map(({ y }) => y))),
    },
    series,
    references: [],
  };
  const csv = [
    'of,from,to,updates',
    ...binned.flatMap(({ label, bins }) =>
      bins.map(({ from, to, updates }) => `${label},${from},${to},${updates}`),
    ),
  ];
  const words = histograms.map(
    ({ label, counts }) =>
      `${label} ${scientific(meanOf(counts))} (median ${grouped(quantileOf(counts, 0.5))}, 99 % at most ${grouped(quantileOf(counts, 0.99))})`,
  );
  const caption = html`<strong>${title}.</strong> How many server steps lie between the model that an update
    started from and the step that took it in, all seeds
    together${width > 1 ? `, in bins of ${width} steps` : ''}; where there are none, no dot. Means:
    ${words.join('; ')}. ${figureFiles(name)}`;
  return drawn(chart, SMALL, `${csv.join('\n')}\n`, caption);
}

/** The rows with the least and the greatest mean, where these are apart. */
function extremes(rows: readonly AccountRow[]): Histogram[] {
  const stale = rows
    .filter(({ staleness }) => sum(staleness) > 0)
    .map((row) => ({ row, mean: meanOf(row.staleness) }))
    .sort((a, b) => a.mean - b.mean);
  const [first, last] = [stale[0], stale.at(-1)];
  if (first === undefined || last === undefined || !(last.mean > APART * first.mean)) return [];
  return [
    { ...labelled(first.row), hue: HUES[2]! },
    { ...labelled(last.row), hue: HUES[0]! },
  ];
}

const labelled = ({ label, staleness }: AccountRow): Omit<Histogram, 'hue'> => ({
  label: `${/[–,]/.test(label) ? 'agents' : 'agent'} ${label}`,
  counts: staleness,
});

/** Bins from 0 to the largest, those without updates among them. */
function binsOf(counts: ReadonlyMap<number, number>, width: number): Bin[] {
  const bins: { from: number; to: number; updates: number }[] = [];
  const largest = Math.max(...counts.keys());
  for (let from = 0; from <= largest; from += width) bins.push({ from, to: from + width - 1, updates: 0 });
  for (const [steps, updates] of counts) bins[Math.floor(steps / width)]!.updates += updates;
  return bins;
}

const sum = (counts: ReadonlyMap<number, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);

const meanOf = (counts: ReadonlyMap<number, number>): number =>
  [...counts].reduce((total, [steps, updates]) => total + steps * updates, 0) / sum(counts);
