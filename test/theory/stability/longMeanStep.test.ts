/** The largest stable step of first moments in long rounds, against the joint chain. */
import { describe, expect, test } from 'vitest';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { linearProblem } from '../../../src/theory/linearProblem.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { longMeanStep } from '../../../src/theory/stability/longMeanStep.ts';
import { stabilityOf } from '../../../src/theory/stability/stability.ts';
import { stepScan } from '../../../src/theory/stability/stepScan.ts';
import { FEDHSA, LOCAL_SA, SCAFFLSA } from '../../oracles/events.ts';
import { randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';

const BUDGET = { multiplications: 1e12, doubles: 1e8 };

function scanOf(localSteps: number) {
  const problem = finiteLinear.build(specificationOf(randomProblem(3, 1, 7)));
  const solution = solveProblem(problem);
  const trigger = { kind: 'deterministic', localSteps } as const;
  const configuration = { trigger, sampling: 'markov', initial: [0] } as const;
  const known = knownProblem(problem, solution, configuration);
  const linear = linearProblem(problem, solution);
  if ('reason' in known || 'reason' in linear) throw new Error('the problem is not known');
  return { problem, solution, configuration, known, scan: stepScan(linear, trigger, BUDGET) };
}

describe('the largest step is that of the joint chain', () => {
  const { problem, solution, configuration, known, scan } = scanOf(50_000);
  test.each([LOCAL_SA(0.1), SCAFFLSA(0.1), FEDHSA(0.1, 0.5)])('$name', (algorithm) => {
    const [truth] = stabilityOf(problem, solution, { ...configuration, algorithms: [algorithm] }, BUDGET);
    const found = longMeanStep(scan, known, algorithm, () => 1.5 * truth!.mean.step!);
    expect(truth!.mean.kind).toBe('exact');
    expect(Math.abs(found!.step! / truth!.mean.step! - 1)).toBeLessThan(1e-5);
  });
});

test('short rounds are left to others', () => {
  const { known, scan } = scanOf(20);
  expect(longMeanStep(scan, known, LOCAL_SA(0.1), () => 1)).toBeUndefined();
});
