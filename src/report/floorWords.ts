/** The floor in the tables of results, and what is said of it under them. */
import { html, type Html } from './html.ts';
import { grouped, scientific, withInterval } from './numbers.ts';
import type { Interval } from './statistics.ts';
import type { AlgorithmSummary } from './summary.ts';

/** The cell: mean and interval; below them the slope where steps decrease, or that it is no floor yet. */
export function floorCell({ floor, slope, upTo }: AlgorithmSummary): Html {
  if (floor === undefined) return html`–`;
  const remarks = [
    ...(floor.values.length === 2 ? ['two seeds only'] : []),
    ...(slope === undefined ? [] : [`∝ t^${slopeText(slope.mean, slope.interval)}`]),
    ...(slope === undefined && floor.trend !== 'level' ? [`still ${floor.trend}`] : []),
    ...(upTo === undefined ? [] : [`up to round ${grouped(upTo)}, unfinished`]),
  ];
  return html`${withInterval(floor.mean, floor.interval)}${remarks.map((remark) => html`<small>${remark}</small>`)}`;
}

/** `−0.98 [−1.05, −0.91]` */
export function slopeText(slope: number, interval: Interval | undefined): string {
  const digits = (x: number): string => x.toFixed(2).replace('-', '−');
  return interval === undefined
    ? digits(slope)
    : `${digits(slope)} [${digits(interval.low)}, ${digits(interval.high)}]`;
}

/** How the measured numbers of a table are computed. */
export function measuredNote(summaries: readonly AlgorithmSummary[]): Html {
  const floors = summaries.flatMap(({ floor }) => floor ?? []);
  const spans = [...new Set(floors.map(({ rounds }) => `${grouped(rounds.first)}–${grouped(rounds.last)}`))];
  const where = spans.length === 1 ? ` (rounds ${spans[0]!})` : '';
  const slopes = summaries.some(({ slope }) => slope !== undefined);
  const moving = floors.some(({ trend }) => trend !== 'level');
  return html`Measured: the mean over the last 30 % of the rounds${where} of each seed that completed, then
    over the seeds; in brackets the 95 % confidence interval of that mean, by Student’s t over the seeds on a
    logarithmic scale, m · exp(± t<sub>0.975, n−1</sub> · s / (√n m)) with s the standard deviation over the n
    seeds.${slopes ? ' ∝ t^: how the value falls with the rounds where the step size decreases, fitted to the last tenfold of them.' : ''}${moving ? ' Still falling: the two halves of these rounds differ by more than chance and 10 %, or are expected to differ by more than 5 %.' : ''}`;
}

/** The predicted limit of the mean; a first order says so. */
export function limitCell({ limit, prediction }: AlgorithmSummary): Html {
  const value = scientific(limit);
  const kind = prediction?.limitKind;
  if (kind === 'first-order') return html`${value}<small>to first order</small>`;
  return kind === 'closure' ? html`${value}<small>of the curve</small>` : html`${value}`;
}

/** What the predicted limit is. */
export const LIMIT_NOTE = html`Predicted limit: ‖E θ̄<sub>t</sub> − θ*‖² once the start is forgotten, the bias
  squared; exact or, where it says so, to first order in the step size, or that of the dash-dotted curve. The
  spread of θ̄ adds to what is measured.`;
