import { expect, test } from 'vitest';
import { expectations } from '../../src/report/caption.ts';
import type { ExactLine } from '../../src/report/exactLine.ts';
import { exactNotes, sourceNotes } from '../../src/report/headlineCells.ts';
import type { AlgorithmSummary } from '../../src/report/summary.ts';

const compute = (title: string, prediction: object): AlgorithmSummary =>
  ({ title, prediction }) as AlgorithmSummary;
const text = (notes: readonly { readonly html: string }[]): string =>
  notes.map(({ html }) => html.replaceAll(/<[^>]*>|[ \n]+/g, ' ').trim()).join('\n');

test('why there is no predicted limit is said once, and not of limits without noise', () => {
  const late = 'none: the noise of 120 agents would take too long';
  expect(
    text(
      sourceNotes([
        compute('Local SGD', { source: late, drift: 0.1 }),
        compute('SCAFFOLD', { source: late }),
      ]),
    ),
  ).toBe('No predicted limit with noise: the noise of 120 agents would take too long.');
  expect(
    text(
      sourceNotes([
        compute('A', { source: late }),
        compute('B', { source: 'exact' }),
        compute('C', { source: late }),
      ]),
    ),
  ).toBe('No predicted limit for A, C: the noise of 120 agents would take too long.');
});

test('large numbers in reasons are powers of ten', () => {
  const reason = 'no exact moments: 1e+7 numbers, more than 8.04e+6';
  expect(text(exactNotes([compute('A', { exact: { reason } })]))).toBe(
    'No exact moments, and no dashed line: 10⁷ numbers, more than 8.04\u00a0×\u00a010⁶.',
  );
});

test('what dash-dotted lines neglect is one sentence', () => {
  const lines = ['x and y', 'y'].map((neglects) => ({ neglects, points: [] }) as unknown as ExactLine);
  expect(expectations(lines)).toEqual([
    'Dash-dotted: approximate expectation E‖θ̄ₜ − θ*‖², noise included; neglected: x and y or, for others, y. The narrow band around it is ± its estimated error (Mathematics 8, 9); where that is above 10 %, there is no line.',
  ]);
});
