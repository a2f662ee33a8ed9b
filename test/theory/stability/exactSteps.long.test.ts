/** Steps that are refused, or approximate, for their work are exact where theory may take its time: some four seconds here. */
import { expect, test } from 'vitest';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { theoryReport } from '../../../src/theory/theoryReport.ts';
import { LOCAL_SA } from '../../oracles/events.ts';
import { specificationOf } from '../../oracles/explicitProblem.ts';
import { blownUp, SLOW } from '../levels/knownCase.ts';

const stepsOf = (copies: number, exact: boolean) => {
  const problem = finiteLinear.build(specificationOf(blownUp(SLOW, copies)));
  const { run } = theoryReport(
    problem,
    solveProblem(problem),
    {
      algorithms: [LOCAL_SA(0.1)],
      trigger: { kind: 'deterministic', localSteps: 2 },
      sampling: 'markov',
      initial: [0],
      budget: { kind: 'rounds', rounds: 20 },
      stride: 1,
    },
    { only: ['steps'], exact },
  );
  return run!.stability[0]!;
};

// Chains of copies of the same states have the moments of the chain itself, 27 joint states here and 1,728 there.
test('with --exact the steps of 1,728 joint states are those of the 27 that they are copies of', () => {
  const [small, usual, patient] = [stepsOf(1, false), stepsOf(4, false), stepsOf(4, true)];
  for (const moment of ['mean', 'meanSquare'] as const) {
    expect(small[moment].kind).toBe('exact');
    expect(usual[moment].kind).toBe('approximate');
    expect(patient[moment]).toMatchObject({ kind: 'exact', relativeError: 0 });
    expect(patient[moment].step! / small[moment].step!).toBeCloseTo(1, 8);
  }
});
