/** The expectation in the table of results, and what is said of it under the table. */
import type { ExactPrediction } from '../theory/moments/exactPredictions.ts';
import type { ExpectedFloor } from './headline.ts';
import { html, type Html } from './html.ts';
import { scientific } from './numbers.ts';
import type { AlgorithmSummary } from './summary.ts';

/** The cell of the floor's expectation: the number, and its two parts. */
export function expectedCell(expected: ExpectedFloor | undefined): Html {
  if (expected === undefined) return html`–`;
  const { mean, biasSquare, variance } = expected;
  return html`${scientific(mean)}<small
      >bias² ${scientific(biasSquare)},<br />variance ${scientific(variance)}</small
    >`;
}

/** The paragraphs under the table; none where no algorithm was asked for an exact curve. */
export function exactNotes(summaries: readonly AlgorithmSummary[]): Html[] {
  const paragraphs: Html[] = [];
  if (summaries.some(({ expected }) => expected !== undefined)) {
    paragraphs.push(
      html`<p>
        Expected: the mean of E‖θ̄<sub>t</sub> − θ*‖² over the floor’s rounds, computed from the moments of the
        observations without simulating. Bias²: of it the part ‖E θ̄<sub>t</sub> − θ*‖², the error of the mean;
        variance: the rest, E‖θ̄<sub>t</sub> − E θ̄<sub>t</sub>‖².
      </p> `,
    );
  }
  for (const [neglects, names] of closuresOf(summaries)) {
    paragraphs.push(
      html`<p>
        Not exact${whose(names, summaries)}, but predicted: the moments of all agents’ chains together are out
        of reach, so that ${neglects} are neglected; the line is dash-dotted, not dotted.
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

/** Each reason once, with the titles of the algorithms that it is true of. */
const reasonsOf = (summaries: readonly AlgorithmSummary[]): Map<string, string[]> =>
  byText(summaries, (exact) => ('reason' in exact ? exact.reason : undefined));

/** Each thing that is neglected, with the titles of those whose curves neglect it. */
const closuresOf = (summaries: readonly AlgorithmSummary[]): Map<string, string[]> =>
  byText(summaries, (exact) => ('reason' in exact ? undefined : exact.neglects));

function byText(
  summaries: readonly AlgorithmSummary[],
  textOf: (exact: ExactPrediction) => string | undefined,
): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const { title, prediction } of summaries) {
    const text = prediction?.exact && textOf(prediction.exact);
    if (text !== undefined) texts.set(text, [...(texts.get(text) ?? []), title]);
  }
  return texts;
}

const whose = (names: readonly string[], summaries: readonly AlgorithmSummary[]): string =>
  names.length === summaries.length ? '' : ` for ${names.join(', ')}`;
