/** The curves computed beside a run are a function of its configuration: of what they take and of what the run takes. */
import { expect, test } from 'vitest';
import { runCost } from '../../../actors/experiment/roundCost.ts';
import { chosenCurves, missingCurves } from '../../../src/runs/theory/runCurves.ts';
import { neededFor } from '../../../src/runs/theory/curvesInThread.ts';
import type { Prediction } from '../../../src/theory/predictions.ts';
import { configurationOf, LOCAL_SA } from '../../oracles/events.ts';

/** Predictions whose exact curves need so many multiplications; a finite number or none. */
const needing = (needs: Readonly<Record<string, number>>): readonly Prediction[] =>
  Object.entries(needs).map(
    ([algorithm, needed]) => ({ algorithm, exact: { reason: 'too many', needed } }) as unknown as Prediction,
  );
const FEDASYNC = { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' } } as const;
const base = configurationOf({ initial: [0, 0] });

test('the cheapest that take no more than a short time together, whatever their order', () => {
  const predictions = needing({ c: 1.9e9, a: 1e9, b: 1.1e9, d: 5e9 });
  expect(chosenCurves(predictions, base, 0)?.algorithms).toEqual(['a', 'b']);
});

test('of as expensive ones all or none, so that the order in which algorithms are asked for decides nothing', () => {
  const algorithms = (a: number, b: number): unknown =>
    chosenCurves(needing({ a, b, c: 1e9 }), base, 0)?.algorithms;
  expect(algorithms(1.5e9, 1.5e9)).toEqual(['c']);
  expect(algorithms(0.9e9, 0.9e9)).toEqual(['a', 'b', 'c']);
});

test('those that are missing depend on none that are there', () => {
  const task = { configuration: base, rounds: [0, 1] };
  const predictions = needing({ a: 1e9, b: 1.1e9, c: 1.2e9 });
  const after = (...done: readonly string[]): readonly Prediction[] =>
    predictions.map((prediction) => {
      const leftAtStart = neededFor(prediction);
      return done.includes(prediction.algorithm)
        ? { ...prediction, exact: { rounds: [], meanSquare: [], biasSquare: [], leftAtStart } }
        : prediction;
    });
  const timed = { ...task, configuration: { ...base, policy: FEDASYNC } };
  expect(missingCurves(after(), task, 1)?.algorithms).toEqual(['a', 'b']);
  expect(missingCurves(after('a'), task, 1)?.algorithms).toEqual(['b']);
  expect(missingCurves(after('a', 'b'), task, 1)).toBeUndefined();
  expect(missingCurves(after('a'), timed, 1)?.budget).toEqual(missingCurves(after(), timed, 1)?.budget);
});

test('of a long run those that take a fifth of its multiplications, too, but none of minutes', () => {
  const predictions = needing({ a: 1e9, b: 9e9, c: 2e11, none: Infinity });
  expect(chosenCurves(predictions, base, 3.4e10)?.algorithms).toEqual(['a']);
  expect(chosenCurves(predictions, base, 3.6e10)?.algorithms).toEqual(['a', 'b']);
  expect(chosenCurves(predictions, base, 1e13)?.algorithms).toEqual(['a', 'b']);
});

test('none where nothing is missing, or nothing is affordable', () => {
  expect(chosenCurves(needing({ a: 5e9 }), base, 0)).toBeUndefined();
  expect(chosenCurves([], base, 1e12)).toBeUndefined();
});

test('of a timed run all share what it may take', () => {
  const timed = { ...base, policy: FEDASYNC };
  const chosen = chosenCurves(needing({ a: 1e9, b: 9e10 }), timed, 1e10);
  expect(chosen?.algorithms).toEqual(['a', 'b']);
  expect(chosen?.budget.multiplications).toBe((6e9 + 0.2 * 1e10) / 2);
});

test('a run costs a matrix with a vector for each local step of the agents that answer', () => {
  const configuration = {
    ...base,
    algorithms: [LOCAL_SA(0.1), LOCAL_SA(0.2)],
    seeds: [1, 2, 3],
    trigger: { kind: 'deterministic', localSteps: 7 },
  } as const;
  const step = 2 ** 2 + 10;
  expect(runCost(configuration, 5, 100)).toBe(2 * 3 * 100 * 5 * 7 * step);
  expect(runCost({ ...configuration, policy: { kind: 'sampled', count: 2 } }, 5, 100)).toBe(
    2 * 3 * 100 * 2 * 7 * step,
  );
  expect(runCost({ ...configuration, policy: FEDASYNC }, 5, 100)).toBe(2 * 3 * 100 * 7 * step);
});
