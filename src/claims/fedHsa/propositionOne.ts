/** FedHSA, Proposition 1: where Local SA with two local steps ends, measured without noise. */
import { solve } from '../../maths/linearSolve.ts';
import { buildProblem } from '../../problems/buildProblem.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import type { ClaimDefinition } from '../claim.ts';
import { finals, type RunData } from '../runData.ts';
import { exactly } from '../statistics/intervals.ts';

const SCENARIO = 'fedhsa-proposition-1';

export const PROPOSITION_ONE: ClaimDefinition = {
  name: 'fedhsa-two-steps-bias',
  paper: 'FedHSA',
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
      value: exactly(finals(run, 'local-sa', 'error')[0]! / (run.at! ** 2 * squaredLengthOfV(run))),
      claimed: { low: 0.99, high: 1.01 },
    })),
    note: 'v is computed from the agents’ matrices as the proposition has it. What is left of the way to the limit after the last round is well below 1 %.',
  }),
};

/**
 * ‖v‖². The paper has `Ḡ_i(θ) = Ā_iθ − b̄_i` and `(2Ā + ηĀ')v = (1/M) Σ Ā_i²(θ_i* − θ*)`, Ā' the average of the
 * Ā_i². Here A_i is the paper's −Ā_i, and `A_i(θ_i* − θ*) = b_i − A_iθ*`, which needs no local roots.
 */
export function squaredLengthOfV({ manifest, at }: RunData): number {
  const problem = buildProblem(manifest.problem.specification as ProblemSpecification);
  const { agents, dimension: d } = problem;
  const root = manifest.problem.root!;
  const system = new Float64Array(d * d);
  const right = new Float64Array(d);
  for (let index = 0; index < agents; index++) {
    const { mean } = problem.agent(index);
    if (mean?.kind !== 'linear') throw new RangeError(`agent ${index} is not linear`);
    const { A, b } = mean;
    const pull = Array.from(b, (value, row) => {
      let left = value;
      for (let k = 0; k < d; k++) left -= A[row * d + k]! * root[k]!;
      return left;
    });
    for (let row = 0; row < d; row++) {
      for (let k = 0; k < d; k++) {
        const a = A[row * d + k]! / agents;
        right[row]! -= a * pull[k]!;
        system[row * d + k]! += 2 * a;
        for (let column = 0; column < d; column++) {
          system[row * d + column]! -= at! * a * A[k * d + column]!;
        }
      }
    }
  }
  return solve(system, right, d).reduce((sum, value) => sum + value * value, 0);
}
