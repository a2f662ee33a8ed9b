/** The largest stable steps in long rounds, against the joint chain. */
import { describe, expect, test } from 'vitest';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { linearProblem } from '../../../src/theory/linearProblem.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { longStep } from '../../../src/theory/stability/longStep.ts';
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
    const found = longStep(scan, known, algorithm, 'mean', () => 1.5 * truth!.mean.step!);
    expect(truth!.mean.kind).toBe('exact');
    expect(Math.abs(found!.step! / truth!.mean.step! - 1)).toBeLessThan(1e-5);
  });
});

test('the largest step of second moments is that of the joint chain; with corrections it is left to others', () => {
  const { problem, solution, configuration, known, scan } = scanOf(50_000);
  const algorithm = LOCAL_SA(0.1);
  const [truth] = stabilityOf(problem, solution, { ...configuration, algorithms: [algorithm] }, BUDGET);
  const near = (): number => truth!.mean.step!;
  const found = longStep(scan, known, algorithm, 'meanSquare', near);
  expect(truth!.meanSquare.step).toBeLessThan(0.95 * truth!.mean.step!);
  expect(Math.abs(found!.step! / truth!.meanSquare.step! - 1)).toBeLessThan(1e-5);
  expect(found!.kind).toBe('exact');
  expect(longStep(scan, known, SCAFFLSA(0.1), 'meanSquare', near)).toBeUndefined();
});

test('it is found in rounds so long that nothing is left a little below it', () => {
  const { problem, solution, configuration, known, scan } = scanOf(5_000_000);
  const algorithm = LOCAL_SA(0.1);
  const [truth] = stabilityOf(problem, solution, { ...configuration, algorithms: [algorithm] }, BUDGET);
  for (const moment of ['mean', 'meanSquare'] as const) {
    const found = longStep(scan, known, algorithm, moment, () => truth!.mean.step!);
    expect(found!.kind).toBe('exact');
    expect(Math.abs(found!.step! / truth![moment].step! - 1)).toBeLessThan(1e-5);
  }
});

test('short rounds are left to others', () => {
  const { known, scan } = scanOf(20);
  expect(longStep(scan, known, LOCAL_SA(0.1), 'mean', () => 1)).toBeUndefined();
});

test('where the scan on the joint chain takes too much, long rounds have the same step', () => {
  const agents = [0.4, 0.5, 0.6].map((back) => ({
    transition: [[0.5, 0.5], [back, 1 - back]], // prettier-ignore
    A: [0.6, 1.4].map((a) => [[a, 0], [0, 1e-3]]), // prettier-ignore
    b: [[1, 0], [-1, 0]], // prettier-ignore
    initial: 'stationary' as const,
  }));
  const problem = finiteLinear.build(specificationOf(agents));
  const solution = solveProblem(problem);
  const trigger = { kind: 'deterministic', localSteps: 200_000 } as const;
  const configuration = {
    trigger,
    sampling: 'markov',
    initial: [0, 0],
    algorithms: [LOCAL_SA(0.1)],
  } as const;
  const [joint, long] = [3e7, 1e7].map(
    (multiplications) =>
      stabilityOf(problem, solution, configuration, { ...BUDGET, multiplications })[0]!.meanSquare,
  );
  expect([joint!.kind, long!.kind]).toEqual(['exact', 'exact']);
  expect(long!.step).not.toBe(joint!.step);
  expect(Math.abs(long!.step! / joint!.step! - 1)).toBeLessThan(1e-5);
});
