/** What the live page shows of theory: no line where it is too uncertain, or known at single rounds. */
import { expect, test } from 'vitest';
import { theoryOf } from '../../../src/runs/live/shownTheory.ts';
import type { Prediction } from '../../../src/theory/predictions.ts';

const display = (prediction: object): ReturnType<typeof theoryOf> => theoryOf(prediction as Prediction);
const exact = { rounds: [0, 1, 2, 3], meanSquare: [8, 4, 2, 1], biasSquare: [8, 4, 2, 1] };

test('each line says what it is worth, and ends where its estimated error is above 10 %', () => {
  expect(display({ exact })).toEqual({
    words: 'exact expectation',
    round: [0, 1, 2, 3],
    value: [8, 4, 2, 1],
  });
  const approximate = { ...exact, neglects: 'triples' };
  expect(display({ exact: { ...approximate, relativeError: [0, 0.03, 0.2, null] } })).toEqual({
    words: 'approximate expectation ± 3.0 %',
    round: [0, 1],
    value: [8, 4],
  });
  const noiseFree = { rounds: [0, 1], errors: [2, 1] };
  expect(display({ exact: { reason: 'none' }, noiseFree })).toEqual({
    words: 'noise-free run',
    round: [0, 1],
    value: [2, 1],
  });
});

test('what is known at single rounds is no line', () => {
  expect(display({ exact: { ...exact, thinnedFrom: 40 } })).toBeNull();
});
