/** The small line under a page's answer: what was measured, over which rounds, with how many seeds and agents. */
import type { Measure } from '../configuration/scenario.ts';
import { html, type Html } from './html.ts';
import { QUANTITY } from './quantities.ts';
import type { AlgorithmSummary } from './summary.ts';
import { rangeText } from '../values/counted.ts';

const hasFinalError = (answer: string): boolean => /\b(errors?|norms?|floors?)\b/.test(answer);
const hasLevel = (answer: string): boolean => /\breach(es)?\b|ε/.test(answer);

/**
 * `Final error: mean of ‖θ̄ₜ − θ*‖² over rounds 281–400; 5 seeds, M = 10 agents`; the quantity without a window under an
 * answer about when it is reached, and nothing of it under one about something else; `undefined` where nothing was measured.
 *
 * @param facts - of the page
 */
export function measuredLine(
  summaries: readonly AlgorithmSummary[],
  column: Measure,
  facts: readonly string[],
  answer: string | undefined,
): Html | undefined {
  const spans = new Set(
    summaries.flatMap(({ floor }) => (floor === undefined ? [] : rangeText('round', floor.rounds))),
  );
  if (spans.size === 0) return undefined;
  const [window] = spans.size === 1 ? spans : ['last 30 % of the rounds'];
  const size = facts.filter((fact) => /^M = |^\d[\d, ]* seeds?$/.test(fact));
  const sizes = size.reverse().join(', ');
  if (answer !== undefined && !hasFinalError(answer))
    return hasLevel(answer) ? html`Error: ${QUANTITY[column]}; ${sizes}` : html`${sizes}`;
  return html`Final error: mean of ${QUANTITY[column]} over ${spans.size === 1 ? '' : 'the '}${window};
  ${sizes}`;
}
