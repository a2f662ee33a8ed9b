/** The second derivative of a mean operator, contracted with a symmetric matrix. */
import { add as addMatrix, addProduct, block, column, matrix } from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';
import { jacobianAt } from '../../problems/newton.ts';
import type { MeanOperator, NonlinearMean } from '../../problems/operator.ts';

/**
 * `out ← D²Ḡ(θ)[S]`, `out_j = Σ_kl ∂²Ḡ_j/∂θ_k∂θ_l S_kl`: as the operator gives it, 0 where it is
 * linear, and else by central differences: of the Jacobian where there is one, with steps of
 * ±ε^⅓ max(1, |θ_k|) and so an error of some 10⁻¹⁰ of Ḡ's scale, or of Ḡ with steps of ±ε^¼ max(1, |θ_k|)
 * and some 10⁻⁸.
 *
 * @param S - `[d, d]`, symmetric
 */
export function secondDerivativeAt(mean: MeanOperator, theta: Vector, S: Vector, out: Float64Array): void {
  out.fill(0);
  if (mean.kind === 'linear') return;
  if (mean.secondDerivative !== undefined) mean.secondDerivative(theta, S, out);
  else if (mean.jacobian !== undefined) differencesOfJacobian(mean, theta, S, out);
  else differencesOfValues(mean, theta, S, out);
}

/** out_j = Σ_k ∂_k (∂Ḡ_j/∂θ · S_k). */
function differencesOfJacobian(mean: NonlinearMean, theta: Vector, S: Vector, out: Float64Array): void {
  const d = theta.length;
  const moved = Float64Array.from(theta);
  const jacobian = matrix(d, d);
  const ofS = matrix(d, d, S.slice());
  for (let k = 0; k < d; k++) {
    const at = theta[k]!;
    const width = Math.cbrt(Number.EPSILON) * Math.max(1, Math.abs(at));
    const span = at + width - (at - width);
    for (const side of [1, -1]) {
      moved[k] = at + side * width;
      jacobianAt(mean, moved, jacobian.values);
      addProduct(column(out), jacobian, block(ofS, [0, d], [k, 1]), side / span);
    }
    moved[k] = at;
  }
}

/** Mixed second differences of Ḡ on a cross for each pair of coordinates. */
function differencesOfValues(mean: NonlinearMean, theta: Vector, S: Vector, out: Float64Array): void {
  const d = theta.length;
  const moved = Float64Array.from(theta);
  const value = new Float64Array(d);
  const width = theta.map((x) => Number.EPSILON ** 0.25 * Math.max(1, Math.abs(x)));
  const add = (weight: number): void => {
    mean.evaluate(moved, value);
    addMatrix(column(out), column(value), weight);
  };
  for (let k = 0; k < d; k++) {
    for (let l = 0; l <= k; l++) {
      const entry = S[k * d + l]!;
      if (entry === 0) continue;
      const [h, g] = [width[k]!, width[l]!];
      for (const first of [1, -1])
        for (const other of [1, -1]) {
          moved.set(theta);
          // on the diagonal the two moves add up to 2h, 0, 0 and −2h
          moved[k]! += first * h;
          moved[l]! += other * g;
          add((first * other * (k === l ? 1 : 2) * entry) / (4 * h * g));
        }
    }
  }
}
