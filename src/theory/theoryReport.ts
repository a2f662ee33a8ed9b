/** Everything that `fedsa theory` prints of a problem and a run, computed without simulation. */
import { estimatedRootText } from './numberText.ts';
import { eigenvalues } from '../maths/eigenvalues.ts';
import { keepingAgents } from '../problems/keptAgents.ts';
import type { Problem } from '../problems/operator.ts';
import { whyIll } from '../maths/condition.ts';
import { conditionNumber } from '../maths/equilibrated.ts';
import type { Solution } from '../problems/root.ts';
import { theoryBudgets } from './budgets.ts';
import { problemConstants } from './constants.ts';
import { strongMonotonicity } from './monotonicity.ts';
import { runTheory } from './runTheory.ts';
import type { TheoryConfiguration, TheorySummary } from './summary.ts';
import type { TheoryPart } from './theoryParts.ts';

export interface TheoryOptions {
  /** ε of the mixing times; 0.01 by default */
  readonly epsilon?: number;
  /** the parts that are computed; all by default */
  readonly only?: readonly TheoryPart[] | undefined;
  /** whether what is refused for its work is computed, however long it takes */
  readonly exact?: boolean | undefined;
  /** hears the name of each computation as it begins, what is there so far, and which parts are whole */
  readonly begins?: (name: string, soFar: TheorySummary | undefined, whole: readonly TheoryPart[]) => void;
}

/**
 * The theory of a problem and, where a configuration is given, of a run on it.
 */
export function theoryReport(
  given: Problem,
  solution: Solution,
  configuration?: TheoryConfiguration,
  options: TheoryOptions = {},
): TheorySummary {
  const problem = keepingAgents(given);
  const { agents, dimension: d } = problem;
  const { mean, root, rootError } = solution;
  const { epsilon = 0.01, only, exact = false, begins = () => undefined } = options;
  const asks = (part: TheoryPart): boolean => only === undefined || only.includes(part);
  const linear = mean?.kind === 'linear' ? mean : undefined;
  const doubt =
    rootError === undefined
      ? linear && whyIll('Ā', conditionNumber(linear.A, d))
      : estimatedRootText(rootError);
  const realParts = linear && eigenvalues(linear.A, d).map(({ re }) => re);
  begins('constants of the agents', undefined, []);
  const alone: TheorySummary = {
    agents,
    dimension: d,
    meanOperator: mean?.kind ?? 'unknown',
    root: root === undefined ? null : [...root],
    ...(doubt !== undefined && { rootDoubt: doubt }),
    monotonicity: linear ? strongMonotonicity(linear) : null,
    spectrum: realParts ? { smallest: Math.min(...realParts), largest: Math.max(...realParts) } : null,
    epsilon,
    constants: asks('constants') ? problemConstants(problem, solution, epsilon) : null,
    ...(only && { only }),
    run: null,
  };
  if (configuration === undefined) return alone;
  const run = runTheory({
    ...{ problem, solution, configuration, asks, budgets: theoryBudgets(exact) },
    begins: (name, soFar, whole) => {
      begins(name, { ...alone, run: soFar }, whole.filter(asks));
    },
  });
  return { ...alone, run };
}
