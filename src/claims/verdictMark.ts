/** Verdicts and decisions with a sign each, for pages. */
import { html, type Html } from '../report/html.ts';
import type { Decision, Verdict } from './verdict.ts';
import { verdictText } from './words.ts';

const VERDICT_MARKS: Readonly<Record<Verdict, string>> = {
  confirmed: '✓',
  'confirmed-for': '✓',
  corrected: '≠',
  refuted: '✗',
  undecided: '?',
  untested: '–',
};

export const DECISION_MARKS: Readonly<Record<Decision, string>> = {
  holds: '✓',
  'does not hold': '✗',
  undecided: '?',
};

/** The verdict with its sign. */
export const verdictMark = (verdict: Verdict): Html =>
  html`<strong>${VERDICT_MARKS[verdict]} ${verdictText(verdict)}</strong>`;
