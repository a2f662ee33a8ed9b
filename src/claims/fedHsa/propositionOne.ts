/** FedHSA, Proposition 1: where Local SA with two local steps ends, measured without noise. */
import { squaredNorm } from '../../maths/vector.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import { twoStepLimit } from './twoStepLimit.ts';
import { linearProblem } from '../../theory/linearProblem.ts';
import type { ClaimDefinition } from '../claim.ts';
import { solved } from '../exactProblem.ts';
import { finals, type RunData } from '../runData.ts';
import { exactly } from '../statistics/intervals.ts';

const SCENARIO = 'fedhsa-proposition-1';

export const PROPOSITION_ONE: ClaimDefinition = {
  name: 'fedhsa-two-steps-bias',
  source: 'Proposition 1',
  quote: 'Then, we have: lim_{t→∞} θ̄^(t) − θ⋆ = ηv',
  statement:
    'Local SA with two local steps and a constant step size η ends at θ* + ηv without any noise, at every η.',
  region:
    'An equality, without noise: within 1 %, of which the rounds leave less than a tenth. v has η in it, so a limit that is ηv only to first order would be off by more at η = 0.1.',
  needs: [{ scenario: SCENARIO }],
  test: (data) => ({
    parts: data.runs(SCENARIO).map((run) => ({
      statistic: `final error over η²‖v‖², η = ${run.at}`,
      value: exactly(finals(run, 'local-sa', 'error')[0]! / squaredLimit(run)),
      claimed: { low: 0.99, high: 1.01 },
    })),
    note: 'v is computed from the agents’ matrices as the proposition has it. What is left of the way to the limit after the last round is well below 1 %.',
  }),
};

/** ‖ηv‖² at a run's η. */
function squaredLimit({ manifest, at }: RunData): number {
  const { problem, solution } = solved(manifest.problem.specification as ProblemSpecification);
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) throw new RangeError(linear.reason);
  return squaredNorm(twoStepLimit(linear, at!));
}
