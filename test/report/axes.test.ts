/** The axes and what they are called, and the questions of passages, there and back. */
import { expect, test } from 'vitest';
import {
  type Amount,
  AXES,
  HORIZONTALS,
  passageOf,
  passageTo,
  placeText,
  unitOf,
} from '../../src/report/axes.ts';

import { X_NAMES } from '../../src/report/paper/options.ts';

test('a passage to ε is asked for in what it is measured in: each of the six comes back', () => {
  const amounts = Object.keys(AXES) as Amount[];
  expect(amounts).toHaveLength(6);
  for (const name of amounts)
    expect(passageOf(passageTo(name, 'first:0.1'))).toEqual({ name, level: 'first:0.1' });
  expect(passageTo('uplinkBytes', 0.1)).toEqual({ bytes: 0.1 });
  expect(passageTo('bytes', 0.1)).toEqual({ allBytes: 0.1 });
});

test('places are in words with their units: 2 × 10⁶ bytes are 2 MB, 999 are bytes; a round is a number', () => {
  expect(unitOf('uplinkBytes', 2e6)).toEqual({ name: 'MB', size: 1e6 });
  expect(unitOf('uplinkBytes', 999)).toEqual({ name: 'bytes', size: 1 });
  expect(unitOf('uplinkBytes', 0)).toEqual({ name: 'bytes', size: 1 });
  expect(HORIZONTALS.map((axis) => placeText(axis, '3', unitOf(axis, 5000)))).toEqual([
    'round 3',
    '3 local steps',
    '3 s',
    '3 kB',
  ]);
});

test('what a page’s choice says is what fedsa figure --x takes, axis by axis, and no two have the same name', () => {
  expect(X_NAMES).toEqual(['round', 'step', 'seconds', 'bytes']);
  for (const property of ['name', 'title', 'against', 'file', 'choice'] as const)
    expect(new Set(HORIZONTALS.map((axis) => AXES[axis][property])).size).toBe(4);
});
