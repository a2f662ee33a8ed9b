/** Largest stable steps of a run that tests ask for in a line. */
import type { Problem } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { type StableConfiguration, stabilityOf } from '../../../src/theory/stability/stability.ts';
import type { Stability } from '../../../src/theory/stability/stableStep.ts';

/** Under exact sampling, where nothing else is said. */
export const stableSteps = (
  problem: Problem,
  configuration: Pick<StableConfiguration, 'algorithms' | 'trigger'> & Partial<StableConfiguration>,
  multiplications = 1e9,
): Stability[] =>
  stabilityOf(
    problem,
    solveProblem(problem),
    { sampling: 'exact', initial: new Array<number>(problem.dimension).fill(1), ...configuration },
    { multiplications, doubles: 8e6 },
  );
