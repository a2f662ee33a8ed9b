/** How much the agents differ at the common root. */
import { spectralNorm } from '../maths/symmetricEigenvalues.ts';
import { addScaled, squaredDistance, squaredNorm, type Vector } from '../maths/vector.ts';
import { evaluateMean } from '../problems/meanOperator.ts';
import { jacobianAt } from '../problems/newton.ts';
import type { MeanOperator } from '../problems/operator.ts';
import type { Solution } from '../problems/root.ts';

export interface Heterogeneity {
  /** (1/M) Σ ‖θ_i* − θ*‖²; null where a local root or θ* does not exist */
  readonly heterogeneity: number | null;
  /** ζ_{*,1} = ((1/M) Σ ‖Ḡ_i(θ*)‖²)^{1/2}; null where θ* or some Ḡ_i is not known */
  readonly gradientHeterogeneity: number | null;
  /**
   * ζ_{*,2} = ((1/M) Σ ‖∂Ḡ_i(θ*) − ∂Ḡ(θ*)‖²)^{1/2}, spectral norms; null as before, or where M d³ exceeds
   * 10⁷
   */
  readonly hessianHeterogeneity: number | null;
}

/** M d³ up to which spectral norms are taken. */
const NORM_BUDGET = 1e7;

/** An agent's mean operator and root, as far as they are known. */
export interface RootedMean {
  readonly mean: MeanOperator | undefined;
  readonly localRoot: Vector | undefined;
}

/**
 * Heterogeneity of the roots (SCAFFLSA, §4), and of the gradients and Hessians at θ* (Richardson–Romberg, A 2, whose
 * inequalities are equalities here).
 */
export function heterogeneityOf({ root, mean }: Solution, agents: readonly RootedMean[]): Heterogeneity {
  const average = (value: (agent: RootedMean, root: Vector) => number | undefined): number | null => {
    let sum = 0;
    for (const agent of agents) {
      const found = root && value(agent, root);
      if (found === undefined) return null;
      sum += found / agents.length;
    }
    return sum;
  };
  const rooted = (value: number | null): number | null => (value === null ? null : Math.sqrt(value));
  const isAffordable = root !== undefined && agents.length * root.length ** 3 <= NORM_BUDGET;
  const slope = isAffordable && mean !== undefined ? slopeAt(mean, root) : undefined;
  const away = ({ mean: ofAgent }: RootedMean, root: Vector): number | undefined =>
    slope && ofAgent && spectralNorm(addScaled(slopeAt(ofAgent, root), -1, slope), root.length) ** 2;
  return {
    heterogeneity: average(({ localRoot }, root) => localRoot && squaredDistance(localRoot, root)),
    gradientHeterogeneity: rooted(average(({ mean }, root) => mean && squaredNorm(valueAt(mean, root)))),
    hessianHeterogeneity: rooted(average(away)),
  };
}

/** Ḡ(θ), `[d]`. */
function valueAt(mean: MeanOperator, theta: Vector): Float64Array {
  const out = new Float64Array(theta.length);
  evaluateMean(mean, theta, out);
  return out;
}

/** ∂Ḡ/∂θ (θ), `[d, d]`, by differences where the operator does not give it. */
export function slopeAt(mean: MeanOperator, theta: Vector): Float64Array {
  if (mean.kind === 'linear') return mean.A.map((value) => -value);
  const out = new Float64Array(theta.length ** 2);
  jacobianAt(mean, theta, out);
  return out;
}
