/** Factors with two chain factors: of two agents they are those of the joint chain, for first and for second moments. */
import { describe, expect, test } from 'vitest';
import { levelMoments } from '../../../src/theory/levels/levelMoments.ts';
import { exactErrorsOf } from '../../../src/theory/moments/exactErrors.ts';
import { jointMeanMap } from '../../../src/theory/moments/stationaryMean.ts';
import { levelMap } from '../../../src/theory/stability/levelMaps.ts';
import { squareMap } from '../../../src/theory/stability/meanSquareFactor.ts';
import { type MomentMap, overRuns } from '../../../src/theory/stability/momentMap.ts';
import type { Unknown } from '../../../src/theory/unknown.ts';
import { ALL_SEVEN } from '../../oracles/events.ts';
import { randomProblem } from '../../oracles/explicitProblem.ts';
import { known, UNBOUNDED } from '../levels/knownCase.ts';

function factorOf(map: MomentMap | Unknown): number {
  const factor = 'reason' in map ? map : map.factor();
  if (typeof factor !== 'number') throw new Error(factor.reason);
  return factor;
}

/** Two agents of two states, whose functions are all followed: level 2 leaves nothing out. */
const twoStates = randomProblem(3, 2, 7).filter((_, agent) => agent !== 1 && agent !== 2);
const problem = known([twoStates[0]!, ...randomProblem(1, 2, 11)], { kind: 'deterministic', localSteps: 2 });

describe.each(ALL_SEVEN(0.3))('$name', (algorithm) => {
  test.each(['mean', 'meanSquare'] as const)('level 2 has the factor of the joint chain: %s', (moment) => {
    const two = levelMap(problem, algorithm, moment, 'two', UNBOUNDED);
    const joint =
      moment === 'mean'
        ? overRuns(problem, algorithm, (setting) => jointMeanMap(setting, UNBOUNDED))
        : squareMap(problem, algorithm, UNBOUNDED);
    expect(Math.abs(factorOf(two) / factorOf(joint) - 1)).toBeLessThan(1e-8);
  });
});

test('a curve shows that it contracts exactly where the factor of level 2 is below 1', () => {
  const three = known(randomProblem(3, 2, 7), { kind: 'deterministic', localSteps: 2 });
  const stability = [0.3, 0.9, 3].map((stepSize) => {
    const algorithm = { name: 'local-sa', stepSize, serverStepSize: 1 } as const;
    const curve = exactErrorsOf(three, algorithm, [150], UNBOUNDED, levelMoments);
    if (curve.kind === 'refused') throw new Error(curve.reason);
    const factor = factorOf(levelMap(three, algorithm, 'meanSquare', 'two', UNBOUNDED));
    expect(curve.contracts === true).toBe(factor < 1);
    return factor < 1;
  });
  expect(new Set(stability).size).toBe(2);
});
