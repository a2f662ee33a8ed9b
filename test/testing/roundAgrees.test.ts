/** Each built-in round as data against the parts; and a planted fault is found. */
import { expect, test } from 'vitest';
import { ALGORITHMS } from '../../src/algorithms/catalogue.ts';
import { scafflsa } from '../../src/algorithms/scafflsa.ts';
import { scaffold } from '../../src/algorithms/scaffold.ts';
import { roundAgrees } from '../../src/testing/roundAgrees.ts';
import { linearOf, randomMeans } from '../theory/linearFixture.ts';

const parameters = { stepSize: 0.1, serverStepSize: 0.6, momentum: 0.4 };
const linear = linearOf(3, randomMeans(4, 3, 0.4, 5));
const initial = [1, -2, 0.5];

test.each(ALGORITHMS.map((one) => [one.name, one] as const))('the two texts of %s say the same', (_, one) => {
  for (const localSteps of [1, 2, 9])
    expect(roundAgrees(one, parameters, linear.agents, initial, { localSteps, rounds: 10 })).toBeLessThan(
      1e-13,
    );
});

test('so they do where a round is too large to be repeated by a matrix', () => {
  const many = linearOf(3, randomMeans(30, 3, 0.4, 5));
  for (const one of [scaffold, scafflsa])
    expect(roundAgrees(one, parameters, many.agents, initial, { localSteps: 4, rounds: 10 })).toBeLessThan(
      1e-13,
    );
});

test('a correction with the wrong gain is found', () => {
  const round: typeof scaffold.round = (constants, trigger) => {
    const right = scaffold.round!(constants, trigger);
    return { ...right, closing: (gap) => right.closing(gap + 1) };
  };
  const wrong = { ...scaffold, name: 'wrong-scaffold', round };
  expect(
    roundAgrees(wrong, parameters, linear.agents, initial, { localSteps: 4, rounds: 5 }),
  ).toBeGreaterThan(1e-4);
});
