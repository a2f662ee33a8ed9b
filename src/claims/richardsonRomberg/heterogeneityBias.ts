/** FedAvg's bias on heterogeneous quadratics beside its first order. Computed, without a run. */
import type { GaussMarkovQuadraticSpecification } from '../../problems/specification.ts';
import { expansion } from '../../theory/expansion/expansion.ts';
import { linearProblem } from '../../theory/linearProblem.ts';
import { meanRound } from '../../theory/roundMap.ts';
import type { Claim } from '../claim.ts';
import { plain, solved, type SolvedProblem } from '../exactProblem.ts';
import { exactly } from '../statistics/intervals.ts';
import { exactExponent } from '../statistics/slopes.ts';

/** γ, halved and halved again. */
const STEPS = [4e-4, 2e-4, 1e-4];
const TRIGGER = { kind: 'deterministic', localSteps: 10 } as const;
const QUADRATICS: GaussMarkovQuadraticSpecification = {
  kind: 'gauss-markov-quadratic',
  agents: 10,
  dimension: 5,
  noiseVariance: 0.01,
  noiseSpectralRadius: 0.5,
  curvature: 'convex',
  offsetScale: 10,
  initialNoise: 'stationary',
  seed: 1,
};
const SETTING = 'Ten quadratics of dimension 5, H = 10, γ from 0.0004 to 0.0001; exact fixed points.';

/** θ_∞ − θ* and its first order γ(H−1)/2 b_h. */
function biasAndFirstOrder(
  { problem, solution }: SolvedProblem,
  stepSize: number,
): { readonly bias: Float64Array; readonly firstOrder: readonly number[] } {
  const linear = linearProblem(problem, solution);
  const first = expansion(problem, solution, { stepSize, trigger: TRIGGER, sampling: 'exact' });
  if ('reason' in linear || first.kind === 'refused')
    throw new RangeError('no expansion of a linear problem');
  return {
    bias: meanRound(linear, plain('local-sa', stepSize), TRIGGER)!.limit(),
    firstOrder: first.heterogeneityBias,
  };
}

function formulaParts() {
  const problem = solved(QUADRATICS);
  const remainders = STEPS.map((stepSize) => {
    const { bias, firstOrder } = biasAndFirstOrder(problem, stepSize);
    return {
      remainder: Math.hypot(...bias.map((value, j) => value - firstOrder[j]!)),
      length: Math.hypot(...bias),
    };
  });
  const smallest = remainders.at(-1)!;
  return [
    {
      statistic: `distance of the bias from γ(H − 1)/2 b_h, over the bias, γ = ${STEPS.at(-1)}`,
      value: exactly(smallest.remainder / smallest.length),
      claimed: { high: 0.05 },
    },
    {
      statistic: 'exponent of that distance in γ',
      value: exactExponent(
        STEPS,
        remainders.map(({ remainder }) => remainder),
      ),
      claimed: { low: 1.9, high: 2.1 },
    },
  ];
}

export const HETEROGENEITY_BIAS: Claim = {
  name: 'richardson-romberg-heterogeneity-bias',
  paper: 'Richardson–Romberg',
  source: 'Theorem 2, (b_h)',
  quote: 'θ̄_sto − θ⋆ = (γ(H−1)/2) b_h + O(γ²H²)',
  statement: 'On heterogeneous quadratics the first order of FedAvg’s bias is γ(H − 1)/2 b_h.',
  region:
    'As vectors: the distance must be below 5 % of the bias and of second order in γ, within a tenth. A b_h with another factor or direction leaves a distance of first order.',
  conditions: SETTING,
  needs: [],
  test: () => ({ parts: formulaParts() }),
};
