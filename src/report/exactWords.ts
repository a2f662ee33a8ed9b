/** The exact expectation in the table of results, and what is said of it under the table. */
import type { ExactPrediction } from '../theory/moments/exactPredictions.ts';
import type { ExactComparison } from './exactComparison.ts';
import { html, type Html } from './html.ts';
import { grouped, scientific } from './numbers.ts';
import { titleOf } from './palette.ts';
import type { AlgorithmSummary } from './summary.ts';

/** The cell: the expectation, and how far the measured mean is from it. */
export function exactCell(exact: ExactComparison | undefined, lastRound: number): Html {
  if (exact === undefined) return html`–`;
  const at = exact.round < lastRound ? html`<small>at round ${grouped(exact.round)}</small>` : undefined;
  if (Number.isNaN(exact.deviation)) return html`${scientific(exact.expected)}${at}`;
  const sign = exact.deviation < 0 ? '−' : '+';
  const errors = Math.abs(exact.deviation).toFixed(1);
  return html`${scientific(exact.expected)}${at}<small
      >z = ${sign}${errors}; ${percent(exact.share)} of rounds</small
    >`;
}

/** The paragraphs under the table; none where no algorithm was asked for an exact curve. */
export function exactNotes(summaries: readonly AlgorithmSummary[]): Html[] {
  const paragraphs: Html[] = [];
  if (summaries.some(({ exact }) => exact !== undefined)) {
    paragraphs.push(
      html`<p>
        Exact: E‖θ̄<sub>t</sub> − θ*‖² with all noise, computed from the moments of the observations. z:
        measured mean less that, in standard errors over the seeds, in the last round; beside it the share of
        the compared rounds in which it lies within the 95 % interval of the mean. Rounds of one run are not
        independent of each other, so that the share scatters widely around 95 %. Both need five seeds, none
        of them diverged.
      </p> `,
    );
  }
  for (const [neglects, names] of closuresOf(summaries)) {
    paragraphs.push(
      html`<p>
        Not exact${whose(names, summaries)}: the moments of all agents’ chains together are out of reach, so
        that ${neglects} are neglected; the line is dash-dotted, not dotted.
      </p> `,
    );
  }
  for (const [reason, names] of reasonsOf(summaries)) {
    paragraphs.push(
      html`<p>
        No exact moments${whose(names, summaries)}, and no dotted line:
        ${reason.replace(/^no exact moments: /, '')}.
      </p> `,
    );
  }
  return paragraphs;
}

/** Each reason once, with the algorithms that it is true of. */
const reasonsOf = (summaries: readonly AlgorithmSummary[]): Map<string, string[]> =>
  byText(summaries, (exact) => ('reason' in exact ? exact.reason : undefined));

/** Each thing that is neglected, with the algorithms whose curves neglect it. */
const closuresOf = (summaries: readonly AlgorithmSummary[]): Map<string, string[]> =>
  byText(summaries, (exact) => ('reason' in exact ? undefined : exact.neglects));

function byText(
  summaries: readonly AlgorithmSummary[],
  textOf: (exact: ExactPrediction) => string | undefined,
): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { algorithm, prediction } of summaries) {
    const text = prediction?.exact && textOf(prediction.exact);
    if (text !== undefined) texts.set(text, [...(texts.get(text) ?? []), algorithm]);
  }
  return texts;
}

const whose = (names: readonly string[], summaries: readonly AlgorithmSummary[]): string =>
  names.length === summaries.length ? '' : ` for ${names.map(titleOf).join(', ')}`;

const percent = (share: number): string => `${Math.round(100 * share)} %`;
