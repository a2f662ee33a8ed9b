/** The numbers that lead in the tables of results, measured, predicted and expected, and what is said of them below. */
import { decimals, grouped, inPowers, overText, scientific, uncertaintyText } from '../values/numbers.ts';
import type { ExactPrediction } from '../theory/moments/exactPredictions.ts';
import { limitUncertainty } from '../theory/predictedCurve.ts';
import { bareReason } from '../theory/unknown.ts';
import { html, type Html } from './html.ts';
import { capitalised, LIMIT_MEANINGS } from './limitName.ts';
import { typeset } from './typeset.ts';
import { type Interval, INTERVAL_FORMULA } from './statistics.ts';
import type { AlgorithmSummary } from './summary.ts';
import { type Basis, BASIS_WORDS, type ExpectedFloor, type Part, PART_NAMES } from './expectedFloor.ts';
import { remarkTexts } from './floorRemarks.ts';
import { rangeText } from '../values/counted.ts';

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
  return interval === undefined
    ? decimals(slope)
    : `${decimals(slope)} [${decimals(interval.low)}, ${decimals(interval.high)}]`;
}

/** How the measured numbers of a table are computed. */
export function measuredNote(summaries: readonly AlgorithmSummary[]): Html {
  const floors = summaries.flatMap(({ floor }) => floor ?? []);
  const [unmeasured] = summaries.flatMap((summary) => summary.unmeasured ?? []);
  if (floors.length === 0 && unmeasured !== undefined)
    return html`${unmeasured.replace('no', 'No')} (field <code>mean</code> of a module).`;
  const spans = [...new Set(floors.map(({ rounds }) => rangeText('round', rounds)))];
  const where = spans.length === 1 ? ` (${spans[0]!})` : '';
  const slopes = summaries.some(({ slope }) => slope !== undefined);
  const moving = floors.some(({ trend }) => trend !== 'level');
  return html`Measured: the mean over the last 30 % of the rounds${where} of each completed seed, then over
  the seeds, with its 95 % interval ${INTERVAL_FORMULA}: s the deviation over n seeds, t Student’s
  factor.${slopes ? ' ∝ t^: the power of the rounds by which the value falls, fitted to their last tenfold.' : ''}${moving ? TREND_NOTE : ''}`;
}

const TREND_NOTE =
  ' Still falling or rising: the two halves of these rounds differ by more than 10\u00a0%, in a test at the level of 1\u00a0%.';

/** A limit, with its name and what it is worth. */
export function limitCell({ limit, limitName, prediction }: AlgorithmSummary): Html {
  if (limit === null || limitName === undefined || prediction === undefined) return html`–`;
  const isApproximate = limitName === 'approximate limit of bias²';
  const uncertainty = isApproximate ? limitUncertainty(prediction) : 0;
  if (uncertainty === null) return html`–`;
  const words = [limitName, uncertaintyText(uncertainty)].filter(Boolean).join(' ');
  return html`${scientific(limit)}<small>${typeset(words)}</small>`;
}

/** Whether any algorithm has a limit to show: a column of dashes says nothing. */
export const hasLimits = (summaries: readonly AlgorithmSummary[]): boolean =>
  summaries.some(({ limit }) => limit !== null);

/** Below the floor: one round, which is as noisy as one draw. */
export const lastRound = ({ last, floor }: AlgorithmSummary): Html | undefined =>
  last === undefined || floor?.rounds.first === last.round
    ? undefined
    : html`<small>last round ${overText(last)}</small>`;

/** What the limits of a table are. */
export function limitNote(summaries: readonly AlgorithmSummary[]): Html {
  const names = new Set(
    summaries.flatMap(({ limit, limitName }) => (limit === null ? [] : (limitName ?? []))),
  );
  return typeset([...names].map((name) => `${capitalised(name)}: ${LIMIT_MEANINGS[name]}. `).join(''));
}

/** The cell of the floor's expectation: the number, what it is over, and its two parts. */
export function expectedCell(expected: ExpectedFloor | undefined): Html {
  if (expected === undefined) return html`–`;
  const { mean, biasSquare, variance, basis, neglects, relativeError } = expected;
  const kind = neglects === undefined ? 'exact' : 'approximate';
  const words = [kind, uncertaintyText(relativeError), BASIS_WORDS[basis]].filter(Boolean).join(' ');
  const names = PART_NAMES[basis];
  return html`${scientific(mean)}<small>${typeset(words)}</small
    ><small>${partCell(names.bias, biasSquare)},<br />${partCell(names.variance, variance)}</small>`;
}

/** A part of an expectation by its own estimate, or why it is not shown. */
const partCell = (name: string, part: Part): Html =>
  'reason' in part
    ? html`no ${name}: ${part.reason}`
    : typeset([name, scientific(part.value), uncertaintyText(part.relativeError)].filter(Boolean).join(' '));

/** Expectations and their two parts in words, by what is averaged over. */
function partsNotes(summaries: readonly AlgorithmSummary[]): Html[] {
  const bases = new Set<Basis>(summaries.flatMap(({ expected }) => expected?.basis ?? []));
  const sentences: Html[] = [];
  if (bases.has('observations') || bases.has('schedules'))
    sentences.push(
      html`Expectation: the mean of E‖θ̄<sub>t</sub> − θ*‖² over the same rounds; bias² is ‖E θ̄<sub>t</sub> −
        θ*‖², variance the
        rest.${bases.has('schedules') ? ' Over schedules: E is over the law of the order of answers, or of who takes part, as well.' : ''} `,
    );
  if (bases.has('event-times'))
    sentences.push(
      html`Expectation given the event times: the mean over the measured seeds of E[‖θ̄<sub>t</sub> − θ*‖² |
        event times]. Conditional bias²: ‖E[θ̄<sub>t</sub> | event times] − θ*‖², which the order of answers is
        part of. `,
    );
  return sentences;
}

/** Each reason why a floor has no expectation, with the titles that it is true of. */
export function unexpectedLines(summaries: readonly Unexpected[]): string[] {
  const reasons = new Map<string, string[]>();
  for (const { title, unexpected } of summaries)
    if (unexpected !== undefined) reasons.set(unexpected, [...(reasons.get(unexpected) ?? []), title]);
  return [...reasons].map(
    ([reason, names]) => `No expectation for ${names.join(', ')}: ${inPowers(bareReason(reason))}.`,
  );
}

/** The same on a page. */
export const unexpectedNotes = (summaries: readonly Unexpected[]): Html[] =>
  unexpectedLines(summaries).map((line) => html`${typeset(line)} `);

/** What may have no expectation, and why. */
type Unexpected = Pick<AlgorithmSummary, 'title' | 'unexpected'>;

/** What each final error's numbers say of it. */
export const remarkNotes = (summaries: readonly Pick<AlgorithmSummary, 'title' | 'remarks'>[]): Html[] =>
  summaries.flatMap(({ title, remarks }) =>
    (remarks === undefined ? [] : remarkTexts(remarks)).map(
      (text) => html`<p><strong>${title}: ${text}.</strong></p> `,
    ),
  );

/** Sentences on expectations, on their worth, and on reasons for their absence; none where no algorithm was asked for an exact curve. */
export const exactNotes = (summaries: readonly AlgorithmSummary[]): Html[] => [
  ...partsNotes(summaries),
  ...[...closuresOf(summaries)].map(
    ([neglects, names]) => html`Approximate${whose(names, summaries)}: ${neglects} are neglected. `,
  ),
  // Those without any curve follow, with the same reason.
  ...unexpectedNotes(summaries.filter(({ prediction }) => hasCurve(prediction?.exact))),
  ...[...reasonsOf(summaries)].map(
    ([reason, names]) =>
      html`No exact moments${whose(names, summaries)}, and no dashed line:
      ${typeset(inPowers(bareReason(reason)))}. `,
  ),
];

/** The reasons for missing limits, each once. */
export function sourceNotes(summaries: readonly AlgorithmSummary[]): Html[] {
  const noise = summaries.some(({ prediction }) => prediction?.drift !== undefined) ? ' with noise' : '';
  const reasons = byText(summaries, ({ source }) => /^(?:none|no limit): (.*)$/s.exec(source)?.[1]);
  return [...reasons].map(
    ([reason, names]) =>
      html`No predicted limit${noise}${whose(names, summaries)}: ${typeset(inPowers(reason))}. `,
  );
}

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
