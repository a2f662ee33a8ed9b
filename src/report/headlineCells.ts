/** The numbers that lead in the tables of results, measured, predicted and expected, and what is said of them below. */
import { uncertaintyText } from '../theory/format/text.ts';
import type { ExactPrediction } from '../theory/moments/exactPredictions.ts';
import { limitUncertainty } from '../theory/predictedCurve.ts';
import { html, type Html } from './html.ts';
import { grouped, overText, powerOfTen, scientific } from './numbers.ts';
import { typeset } from './typeset.ts';
import type { Interval } from './statistics.ts';
import type { AlgorithmSummary } from './summary.ts';
import {
  type Basis,
  BASIS_WORDS,
  disagreement,
  disagreementText,
  type ExpectedFloor,
  PART_NAMES,
} from './expectedFloor.ts';

/** The cell: mean and interval; below them the slope where steps decrease, or that it is no floor yet. */
export function floorCell({ floor, slope, upTo }: AlgorithmSummary): Html {
  if (floor === undefined) return html`–`;
  const remarks = [
    ...(slope === undefined ? [] : [`∝ t^${slopeText(slope.mean, slope.interval)}`]),
    ...(slope === undefined && floor.trend !== 'level' ? [`still ${floor.trend}`] : []),
    ...(upTo === undefined ? [] : [`up to round ${grouped(upTo)}, unfinished`]),
  ];
  return html`${overText(floor)}${remarks.map((remark) => html`<small>${remark}</small>`)}`;
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
  return html`Measured: the mean over the last 30 % of the rounds${where} of each completed seed, then over
    the seeds; in brackets its 95&nbsp;% confidence interval, by Student’s t over the seeds on a logarithmic
    scale, m · exp(± t<sub>0.975, n−1</sub> · s / (√n m)) with s the standard deviation over the n
    seeds.${slopes ? ' ∝ t^: the power of the rounds by which the value falls if the step size decreases, fitted to the last tenfold of the rounds.' : ''}${moving ? TREND_NOTE : ''}`;
}

const TREND_NOTE =
  ' Still falling or rising: the two halves of these rounds differ by more than 10\u00a0%, and by a test on the measured values at the level of 1\u00a0%: Student’s t over the seeds; of one or two seeds, six parts of the rounds fall or rise one after another.';

/** The predicted limit of the mean. */
export function limitCell({ limit, prediction }: AlgorithmSummary): Html {
  const value = scientific(limit);
  if (limit === null) return html`–`;
  if (prediction?.drift !== undefined) return html`${value}<small>without noise</small>`;
  const kind = prediction?.limitKind;
  if (kind === 'noise-free') return html`${value}<small>without noise</small>`;
  if (kind !== 'closure' || prediction === undefined) return html`${value}`;
  const uncertainty = limitUncertainty(prediction);
  if (uncertainty === null) return html`–`;
  return html`${value}<small
      >${prediction.exact === undefined ? 'by a closure' : 'of the curve'}
      ${uncertaintyText(uncertainty)}</small
    >`;
}

/** Whether any algorithm has a limit to show: a column of dashes says nothing. */
export const hasLimits = (summaries: readonly AlgorithmSummary[]): boolean =>
  summaries.some(({ limit }) => limit !== null);

/** Below the floor: one round, which is as noisy as one draw. */
export const lastRound = ({ last, floor }: AlgorithmSummary): Html | undefined =>
  last === undefined || floor?.rounds.first === last.round
    ? undefined
    : html`<small>last round ${overText(last)}</small>`;

/** What the predicted limit is. */
export const limitNote = (summaries: readonly AlgorithmSummary[]): Html =>
  summaries.some(({ prediction }) => prediction?.drift !== undefined)
    ? html`Predicted limit: where a run without noise comes to rest, the effect of drift alone. Noise adds to
      what is measured.`
    : LIMIT_NOTE;

const LIMIT_NOTE = html`Predicted limit: ‖E θ̄<sub>t</sub> − θ*‖² in the long run, the squared bias. It is
  exact unless it says otherwise: of the dash-dotted curve, or of a run without noise. The spread of θ̄ adds to
  what is measured.`;

/** The cell of the floor's expectation: the number, what it is over, and its two parts. */
export function expectedCell(expected: ExpectedFloor | undefined): Html {
  if (expected === undefined) return html`–`;
  const { mean, biasSquare, variance, basis, relativeError } = expected;
  const words = [uncertaintyText(relativeError), BASIS_WORDS[basis]].filter(Boolean).join(' ');
  const names = PART_NAMES[basis];
  return html`${scientific(mean)}${words === '' ? undefined : html`<small>${words}</small>`}<small
      >${names.bias} ${scientific(biasSquare)},<br />${names.variance} ${scientific(variance)}</small
    >`;
}

/** What the two parts of expectations are, by what these are over. */
function partsNotes(summaries: readonly AlgorithmSummary[]): Html[] {
  const bases = new Set<Basis>(summaries.flatMap(({ expected }) => expected?.basis ?? []));
  const paragraphs: Html[] = [];
  if (bases.has('observations') || bases.has('schedules'))
    paragraphs.push(
      html`<p>
        Expected: the mean of E‖θ̄<sub>t</sub> − θ*‖² over the floor’s rounds, computed from the moments of the
        observations without simulating. Bias²: its part ‖E θ̄<sub>t</sub> − θ*‖², the error of the mean;
        variance: the rest, E‖θ̄<sub>t</sub> − E
        θ̄<sub>t</sub>‖².${bases.has('schedules') ? ' Over schedules: E is over the law of the order of answers, or of who takes part, as well.' : ''}
      </p> `,
    );
  if (bases.has('event-times'))
    paragraphs.push(
      html`<p>
        Expected given the event times: the mean over the measured seeds of E[‖θ̄<sub>t</sub> − θ*‖² | event
        times] over the floor’s rounds. Event times do not depend on computed numbers, so each seed’s are
        known. Conditional bias²: ‖E[θ̄<sub>t</sub> | event times] − θ*‖². The effect of the order of answers
        is part of it, so that it is another number than the limit of ‖E θ̄<sub>t</sub> − θ*‖².
      </p> `,
    );
  return paragraphs;
}

/** Each reason why a floor has no expectation, with the titles that it is true of. */
export function unexpectedNotes(summaries: readonly Unexpected[]): Html[] {
  const reasons = new Map<string, string[]>();
  for (const { title, unexpected } of summaries)
    if (unexpected !== undefined) reasons.set(unexpected, [...(reasons.get(unexpected) ?? []), title]);
  return [...reasons].map(
    ([reason, names]) =>
      html`<p>
        No expectation for ${names.join(', ')}: ${inPowers(reason.replace(/^no exact moments: /, ''))}.
      </p> `,
  );
}

/** What may have no expectation, and why. */
type Unexpected = Pick<AlgorithmSummary, 'title' | 'unexpected'>;

/** Each expectation that the measured interval excludes by more than its error allows. */
export const disagreementNotes = (
  summaries: readonly Pick<AlgorithmSummary, 'title' | 'expected' | 'floor'>[],
): Html[] =>
  summaries.flatMap(({ title, expected, floor }) => {
    const ratio = expected && floor && disagreement(expected, floor);
    return ratio === undefined ? [] : [html`<p><strong>${title}: ${disagreementText(ratio)}.</strong></p> `];
  });

/** The paragraphs under the table; none where no algorithm was asked for an exact curve. */
export function exactNotes(summaries: readonly AlgorithmSummary[]): Html[] {
  const paragraphs = partsNotes(summaries);
  // Those without any curve follow below, with the same reason.
  paragraphs.push(...unexpectedNotes(summaries.filter(({ prediction }) => hasCurve(prediction?.exact))));
  for (const [neglects, names] of closuresOf(summaries)) {
    paragraphs.push(
      html`<p>
        Not exact${whose(names, summaries)}, but predicted: the moments of all agents’ chains together are out
        of reach, so ${neglects} are neglected; the line is dash-dotted, not dashed.
      </p> `,
    );
  }
  for (const [reason, names] of reasonsOf(summaries)) {
    paragraphs.push(
      html`<p>
        No exact moments${whose(names, summaries)}, and no dashed line:
        ${inPowers(reason.replace(/^no exact moments: /, ''))}.
      </p> `,
    );
  }
  return paragraphs;
}

/** Where predicted limits are from, or why there are none: each reason once. */
export function sourceNotes(summaries: readonly AlgorithmSummary[]): Html[] {
  const noise = summaries.some(({ prediction }) => prediction?.drift !== undefined) ? ' with noise' : '';
  return [...byText(summaries, ({ source }) => source)].map(([source, names]) => {
    const [, reason] = /^(?:none|no limit): (.*)$/s.exec(source) ?? [];
    return reason === undefined
      ? html`<p>Predicted limit${whose(names, summaries)}: ${inPowers(source)}.</p>`
      : html`<p>No predicted limit${noise}${whose(names, summaries)}: ${inPowers(reason)}.</p>`;
  });
}

/** `7e+8` as 7 × 10⁸. */
const inPowers = (text: string): Html =>
  typeset(
    text.replace(
      /\b(\d)e\+(\d+)\b/g,
      (_, digit: string, power: string) =>
        `${digit === '1' ? '' : `${digit} × `}${powerOfTen(Number(power))}`,
    ),
  );

/** Each reason once, with the titles of the algorithms that it is true of. */
const reasonsOf = (summaries: readonly AlgorithmSummary[]): Map<string, string[]> =>
  byText(summaries, ({ exact }) => (exact && 'reason' in exact ? exact.reason : undefined));

/** Each thing that is neglected, with the titles of those whose curves neglect it. */
const closuresOf = (summaries: readonly AlgorithmSummary[]): Map<string, string[]> =>
  byText(summaries, ({ exact }) => (exact === undefined || 'reason' in exact ? undefined : exact.neglects));

const hasCurve = (exact: ExactPrediction | undefined): boolean => exact !== undefined && !('reason' in exact);

function byText(
  summaries: readonly AlgorithmSummary[],
  textOf: (prediction: NonNullable<AlgorithmSummary['prediction']>) => string | undefined,
): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { title, prediction } of summaries) {
    const text = prediction && textOf(prediction);
    if (text !== undefined) texts.set(text, [...(texts.get(text) ?? []), title]);
  }
  return texts;
}

const whose = (names: readonly string[], summaries: readonly AlgorithmSummary[]): string =>
  names.length === summaries.length ? '' : ` for ${names.join(', ')}`;
