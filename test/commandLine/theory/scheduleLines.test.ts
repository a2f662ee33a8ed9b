/** A dash in a table of theory has a line below the table that says why. */
import { expect, test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { formatTheory } from '../../../src/commandLine/theory/theoryText.ts';
import { scheduleLines } from '../../../src/commandLine/theory/scheduleLines.ts';
import { noStep } from '../../../src/theory/stability/stableStep.ts';
import { theoryReport } from '../../../src/theory/theoryReport.ts';
import { agentsThatDiffer } from '../../actors/timed/timedFixture.ts';
import { configurationOf } from '../../oracles/events.ts';

const problem = buildProblem(agentsThatDiffer(3));
const summary = theoryReport(
  problem,
  solveProblem(problem),
  configurationOf({
    policy: { kind: 'asynchronous', mixing: 0.4, weight: { kind: 'constant' } },
    timing: { compute: { kind: 'exponential', mean: 1 }, computeDraw: 'dispatch' },
    sampling: 'iid',
    initial: [2, -1],
  }),
);

/** The cells of a line of a table. */
const cells = (line: string): string[] => line.trim().split(/ {2,}/);

test('the strength that is stable in the mean square is a number or a dash with its reason', () => {
  expect(scheduleLines(summary).some((line) => cells(line).includes('–'))).toBe(false);
  const { schedule } = summary.run!;
  const [known] = schedule!.algorithms;
  const unknown = {
    ...known!,
    strength: { ...known!.strength, meanSquare: noStep('the map of second moments is too large') },
  };
  const changed = { ...summary, run: { ...summary.run!, schedule: { ...schedule!, algorithms: [unknown] } } };
  const lines = scheduleLines(changed);
  const row = lines.findIndex((line) => cells(line).includes('–'));
  expect(row).toBeGreaterThan(0);
  expect(lines[row + 1]).toBe(
    '  –: Local SA, stable α (mean square): the map of second moments is too large',
  );
});

test('a dash in the table of predictions has a line for its column', () => {
  const { predictions } = summary.run!;
  const [first] = predictions;
  const changed = {
    ...summary,
    run: {
      ...summary.run!,
      predictions: [{ ...first!, limitError: null }],
      stability: [{ algorithm: 'local-sa', mean: noStep('too large'), meanSquare: noStep('too large') }],
    },
  };
  const text = formatTheory(changed);
  expect(text).toMatch(/^ {2}–: Local SA, stable η \(mean square\), stable η \(mean\): too large$/m);
  expect(text).toMatch(/^ {2}–: limit error: the source says why there is none$/m);
});
