/** What an expectation is over stands wherever it is printed: terminal, table and notes. */
import { describe, expect, test } from 'vitest';
import { findings } from '../../src/commandLine/findings.ts';
import { type Basis, type ExpectedFloor, type Parts, partsOf } from '../../src/report/expectedFloor.ts';
import { exactNotes, expectedCell } from '../../src/report/headlineCells.ts';
import { limitOf } from '../../src/report/headline.ts';
import type { Html } from '../../src/report/html.ts';
import { limitName } from '../../src/report/limitName.ts';
import type { AlgorithmSummary } from '../../src/report/summary.ts';
import { START_IS_REMEMBERED } from '../../src/theory/mean/limits.ts';
import type { Prediction } from '../../src/theory/predictions.ts';

const expectedOf = (basis: Basis): ExpectedFloor => ({
  mean: 0.003,
  biasSquare: { value: 0.001, relativeError: 0 },
  variance: { value: 0.002, relativeError: 0 },
  basis,
  relativeError: 0,
});

const summaryOf = (title: string, change: Partial<AlgorithmSummary>): AlgorithmSummary =>
  ({
    ...{ title, algorithm: title, outcome: '10 completed', limit: 2.9e-4, reach: [], counts: {} },
    floor: {
      mean: 0.0029,
      interval: undefined,
      values: [0.0029],
      rounds: { first: 8, last: 10 },
      trend: 'level',
    },
    ...change,
  }) as unknown as AlgorithmSummary;

test('what an approximation is worth stands beside it: ± its estimated error', () => {
  const expected = { ...expectedOf('observations'), neglects: 'triples' };
  const line = (relativeError: number): string =>
    findings({
      column: 'error',
      algorithms: [summaryOf('A', { expected: { ...expected, relativeError } })],
    }).join(' ');
  expect(line(0.042)).toContain('predicted 0.00300 ± 4.2 % = bias²');
  expect(line(1e-5)).toContain('predicted 0.00300 ± < 0.1 % = bias²');
});

test('a part has the estimate of itself beside it, and its reason instead where that is above 10 %', () => {
  // Whole 3 ± 2 %, bias² 1 ± 3 %: the variance, 2, is known to (0.06 + 0.03)/2.
  const known = partsOf({ value: 0.003, relativeError: 0.02 }, { value: 0.001, relativeError: 0.03 });
  const unknown = partsOf({ value: 0.003, relativeError: 0.02 }, { value: 1e-5, relativeError: 0.23 });
  const large = partsOf({ value: 0.003, relativeError: 0.02 }, { value: 0.0029, relativeError: 0.02 });
  const line = (parts: Parts): string => {
    const expected = { ...expectedOf('observations'), neglects: 'triples', relativeError: 0.02, ...parts };
    const printed = findings({ column: 'error', algorithms: [summaryOf('A', { expected })] });
    const cell = plain([expectedCell(expected)]);
    return `${printed[1]!.split('predicted ')[1]!} | ${cell.split('2.0 % ')[1]!}`;
  };
  expect(line(known)).toBe(
    '0.00300 ± 2.0 % = bias² 0.00100 ± 3.0 % + variance 0.00200 ± 4.5 % | bias² 0.00100 ± 3.0 %, variance 0.00200 ± 4.5 %',
  );
  expect(line(unknown)).toBe(
    '0.00300 ± 2.0 %, of which variance 0.00299 ± 2.1 %; no bias²: its estimated error is 23 %, above 10 % | no bias²: its estimated error is 23 %, above 10 %, variance 0.00299 ± 2.1 %',
  );
  // What is left of two numbers that are about the same is not known.
  expect(line(large)).toContain(
    'of which bias² 0.00290 ± 2.0 %; no variance: its estimated error is 120 %, above 10 %',
  );
});

test('a start that is never forgotten is said beside the error that it leaves', () => {
  const prediction = { source: `none: ${START_IS_REMEMBERED}` } as unknown as Prediction;
  const lines = findings({ column: 'error', algorithms: [summaryOf('A', { limit: null, prediction })] });
  expect(lines[2]).toMatch(/^ +no limit: an agent’s chain is periodic/);
});

test('a bias² without a variance is not called a prediction of the error', () => {
  const line = (limitKind: string, limit: number, relativeError?: readonly number[]): string => {
    const curve = { rounds: [1], meanSquare: [1], biasSquare: [limit], neglects: 'pairs' };
    const exact = relativeError && { ...curve, relativeError };
    const prediction = { limitKind, limitError: limit, exact, source: '' } as unknown as Prediction;
    return findings({
      column: 'error',
      algorithms: [summaryOf('A', { limit, limitName: limitName(prediction), prediction })],
    })[1]!;
  };
  expect(line('exact', 4.5e-6)).toMatch(/ {2}limit of bias² alone: 4\.50 × 10⁻⁶$/);
  expect(line('noise-free', 4.4e-9)).toMatch(/ {2}noise-free limit 4\.40 × 10⁻⁹$/);
  expect(line('closure', 0.0137, [0.03])).toMatch(/ {2}approximate limit of bias² alone: 0\.0137 ± 3\.0 %$/);
});

test('the limit of a curve that is not known to 10 % at its end is no limit', () => {
  const limit = (relativeError: number): number | null =>
    limitOf(
      {
        ...{ algorithm: 'a', limitError: 0.2, limitKind: 'closure', source: '' },
        ...{ roundFactor: null, largestMeanStableStep: null },
        exact: {
          rounds: [1],
          meanSquare: [1],
          biasSquare: [0.2],
          neglects: 'x',
          relativeError: [relativeError],
        },
      },
      [1],
    );
  expect(limit(0.1)).toBe(0.2);
  expect(limit(0.11)).toBeNull();
});

const plain = (words: readonly Html[]): string =>
  words
    .map(({ html }) =>
      html
        .replaceAll(/<[^>]*>|\s+/g, ' ')
        .replaceAll(/ +/g, ' ')
        .trim(),
    )
    .join('\n');

describe.each<[Basis, string, string]>([
  ['observations', 'expected 0.00300', ''],
  ['schedules', 'expected over schedules 0.00300', 'over schedules'],
  ['event-times', 'expected given the event times 0.00300', 'given the event times'],
])('an expectation over %s', (basis, line, words) => {
  const expected = expectedOf(basis);
  const summary = summaryOf('FedAsync', { expected });

  test('says so on the terminal', () => {
    const lines = findings({ column: 'error', algorithms: [summary] });
    // Given the event times it is no ‖E θ̄ − θ*‖² over schedules, which the predicted limit is: one symbol has one value.
    const parts =
      basis === 'event-times'
        ? 'conditional bias² 0.00100 + conditional variance 0.00200'
        : 'bias² 0.00100 + variance 0.00200';
    expect(lines[1]).toContain(`${line} = ${parts}`);
    expect(plain([expectedCell(expected)]).includes('conditional bias²')).toBe(basis === 'event-times');
    expect(lines.some((line) => line.includes('E[θ̄ | event times]'))).toBe(basis === 'event-times');
  });

  test('says so in the table and below it', () => {
    expect(plain([expectedCell(expected)])).toContain(words);
    const notes = plain(exactNotes([summary]));
    expect(notes.includes('Conditional bias²: ‖E[')).toBe(basis === 'event-times');
    expect(notes.includes('Over schedules: E is over')).toBe(basis === 'schedules');
  });
});

test('a curve that is no expectation of the floor says why, on the terminal and below the table', () => {
  const exact = { rounds: [0], meanSquare: [1], biasSquare: [1], seeds: 1 };
  const summary = summaryOf('FedAsync', {
    unexpected: 'the exact curve is given the event times of 1 of the 10 seeds',
    prediction: { exact, source: '' } as unknown as AlgorithmSummary['prediction'],
  });
  const words = 'No expectation for FedAsync: the exact curve is given the event times of 1 of the 10 seeds.';
  expect(findings({ column: 'error', algorithms: [summary] })).toContain(words);
  expect(plain(exactNotes([summary]))).toContain(words);
});

test('the terminal says why there is no curve, once for all algorithms of which that is true', () => {
  const reason = 'the mean operator is not linear';
  const prediction = {
    exact: { reason },
    source: `none: ${reason}`,
  } as unknown as AlgorithmSummary['prediction'];
  const algorithms = ['A', 'B'].map((title) => summaryOf(title, { unexpected: reason, prediction }));
  expect(findings({ column: 'error', algorithms })).toContain(`No expectation for A, B: ${reason}.`);
});
