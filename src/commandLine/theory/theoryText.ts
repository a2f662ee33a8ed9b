/** The theory of a problem as text for a terminal: aligned, at most about 70 lines. */
import { agentLines } from './agentLines.ts';
import { firstOrderLines } from './firstOrderLines.ts';
import { problemLines } from './problemLines.ts';
import { curveLines, exactLines, runLines } from './predictionLines.ts';
import { scheduleLines } from './scheduleLines.ts';
import { statementLines } from './statementLines.ts';
import { timingLines } from './timingLines.ts';
import type { TheorySummary } from '../../theory/summary.ts';

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
