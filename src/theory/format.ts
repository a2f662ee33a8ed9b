/** The theory of a problem as text for a terminal: aligned, at most about 70 lines. */
import { agentLines } from './format/agentLines.ts';
import { firstOrderLines } from './format/firstOrderLines.ts';
import { problemLines } from './format/problemLines.ts';
import { curveLines, exactLines, runLines } from './format/runLines.ts';
import { scheduleLines } from './format/scheduleLines.ts';
import { statementLines } from './format/statementLines.ts';
import { timingLines } from './format/timingLines.ts';
import type { TheorySummary } from './summary.ts';

/** A summary as lines of text, without a line end after the last. */
export function formatTheory(summary: TheorySummary): string {
  const sections = [
    problemLines(summary),
    agentLines(summary),
    timingLines(summary),
    runLines(summary),
    curveLines(summary),
    exactLines(summary),
    scheduleLines(summary),
    firstOrderLines(summary),
    statementLines(summary),
    endLines(summary),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** That a theory is not whole, and where it was ended. */
const endLines = ({ endedAt }: TheorySummary): string[] =>
  endedAt === undefined ? [] : [`Interrupted at: ${endedAt}. Later parts are missing.`];
