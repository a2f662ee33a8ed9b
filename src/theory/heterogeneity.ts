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

/**
 * Takes the agents one after another: heterogeneity of the roots (SCAFFLSA, §4), and of the gradients
 * and Hessians at θ* (Richardson–Romberg, A 2, whose inequalities are equalities here).
 */
export class HeterogeneityMeter {
  readonly #agents: number;
  readonly #root: Vector | undefined;
  readonly #jacobian: Float64Array | undefined;
  #roots: number | null;
  #gradients: number | null;
  #hessians: number | null;

  constructor({ root, mean }: Solution, agents: number) {
    this.#agents = agents;
    this.#root = root;
    const affordable = root !== undefined && agents * root.length ** 3 <= NORM_BUDGET;
    this.#jacobian = affordable && mean !== undefined ? slopeAt(mean, root) : undefined;
    this.#roots = root === undefined ? null : 0;
    this.#gradients = root === undefined ? null : 0;
    this.#hessians = this.#jacobian === undefined ? null : 0;
  }

  add(mean: MeanOperator | undefined, localRoot: Vector | undefined): void {
    const root = this.#root;
    if (root === undefined) return;
    const part = (sum: number | null, value: number | undefined): number | null =>
      sum === null || value === undefined ? null : sum + value / this.#agents;
    this.#roots = part(this.#roots, localRoot && squaredDistance(localRoot, root));
    this.#gradients = part(this.#gradients, mean && squaredNorm(valueAt(mean, root)));
    const average = this.#jacobian;
    if (average === undefined) return;
    const slope = mean && slopeAt(mean, root);
    const away = slope && addScaled(slope, -1, average);
    this.#hessians = part(this.#hessians, away && spectralNorm(away, root.length) ** 2);
  }

  result(): Heterogeneity {
    const rooted = (value: number | null): number | null => (value === null ? null : Math.sqrt(value));
    return {
      heterogeneity: this.#roots,
      gradientHeterogeneity: rooted(this.#gradients),
      hessianHeterogeneity: rooted(this.#hessians),
    };
  }
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
