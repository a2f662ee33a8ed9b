/** The theory of a problem as text for a terminal: aligned, at most about 70 lines. */
import { agentLines } from './agentLines.ts';
import { firstOrderLines } from './firstOrderLines.ts';
import { problemLines } from './problemLines.ts';
import { curveLines, exactLines, runLines } from './predictionLines.ts';
import { scheduleLines } from './scheduleLines.ts';
import { statementLines } from './statementLines.ts';
import { timingLines } from './timingLines.ts';
import { THEORY_PARTS, type TheoryPart } from '../../theory/theoryParts.ts';
import { inPowers } from '../../values/numbers.ts';
import type { TheorySummary } from '../../theory/summary.ts';

/** With the parts that each is of, in the order in which they become whole. */
const SECTIONS: readonly {
  readonly parts: readonly TheoryPart[];
  readonly lines: (summary: TheorySummary) => string[];
}[] = [
  { parts: ['constants'], lines: problemLines },
  { parts: ['constants'], lines: agentLines },
  { parts: ['constants'], lines: timingLines },
  { parts: ['constants'], lines: statementLines },
  { parts: ['curves'], lines: curveLines },
  { parts: ['curves'], lines: exactLines },
  { parts: ['limits'], lines: firstOrderLines },
  { parts: ['curves', 'limits', 'steps'], lines: scheduleLines },
  { parts: ['limits', 'steps'], lines: runLines },
];

/** The sections of those parts that are whole, without a line end after the last line of each. */
export function theorySections(
  summary: TheorySummary,
  whole: readonly TheoryPart[] = THEORY_PARTS,
): readonly string[] {
  const { only = THEORY_PARTS } = summary;
  return SECTIONS.flatMap(({ parts, lines }) => {
    const wanted = parts.filter((part) => only.includes(part));
    if (wanted.length === 0 || !wanted.every((part) => whole.includes(part))) return [];
    const text = inPowers(lines(summary).join('\n'));
    return text === '' ? [] : [text];
  });
}

/** A summary as lines of text, without a line end after the last. */
export const formatTheory = (summary: TheorySummary): string =>
  [...theorySections(summary), ...endLines(summary)].join('\n\n');

/** That a theory is not whole, and where it was ended. */
export const endLines = ({ endedAt }: TheorySummary): string[] =>
  endedAt === undefined ? [] : [`Interrupted at: ${endedAt}. Later parts are missing.`];
