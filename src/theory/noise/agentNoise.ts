/**
 * The noise of one agent's linear operator, exact from the law of its observations under their
 * stationary law: what SCAFFLSA's assumption A 1 calls Σ_ε, Σ_Ã and Σ_ω.
 */
import { multiply, transpose } from '../../maths/linearAlgebra.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import { addOuter } from '../../maths/rectangular.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ObservationLaw } from '../../problems/observationLaw.ts';
import type { LinearMean } from '../../problems/operator.ts';
import { eachOutcome, outcomeCount } from './eachOutcome.ts';

/** All matrices row-major `[d, d]` and symmetric. */
export interface AgentNoise {
  /** E[A(o)ᵀ A(o)] */
  readonly matrixSecondMoment: Float64Array;
  /** Σ_Ã = E[Ã(o)ᵀ Ã(o)], Ã = A − Ā (SCAFFLSA, (11)): with A's rows as independent noises, their sum */
  readonly matrixNoise: Float64Array;
  /** for each point asked for, the covariance of `Ã(o) θ − b̃(o)` at it (SCAFFLSA, (7) and (10)) */
  readonly covariances: readonly Float64Array[];
}

/** About how many multiplications {@link agentNoise} takes. */
export function noiseCost(law: ObservationLaw | undefined, d: number, points: number): number {
  if (law?.kind !== 'finite') return 20 * d ** 3;
  return outcomeCount(law) * d * d * (d + 2 * points);
}

/**
 * The noise of one agent.
 *
 * @param law - `undefined` for exact sampling: no noise
 * @param points - the θ at which the noise of the operator is wanted, each `[d]`: Σ_ε is that at
 *   θ_i*, Σ_ω that at θ*
 */
export function agentNoise(
  mean: LinearMean,
  law: ObservationLaw | undefined,
  points: readonly Vector[],
): AgentNoise {
  const d = mean.b.length;
  if (law?.kind !== 'finite') {
    const additive =
      law === undefined ? new Float64Array(d * d) : stationaryCovariance(law.Q, d, law.variance);
    return {
      matrixSecondMoment: multiply(transpose(mean.A, d), mean.A, d),
      matrixNoise: new Float64Array(d * d),
      covariances: points.map(() => Float64Array.from(additive)),
    };
  }
  const matrixNoise = new Float64Array(d * d);
  const covariances = points.map(() => new Float64Array(d * d));
  const noise = new Float64Array(d);
  eachOutcome(law, d, (weight, A, b) => {
    for (let j = 0; j < d * d; j++) A[j]! -= mean.A[j]!;
    for (let j = 0; j < d; j++) b[j]! -= mean.b[j]!;
    addGram(matrixNoise, weight, A, d);
    points.forEach((point, index) => {
      for (let i = 0; i < d; i++) {
        let sum = -b[i]!;
        for (let j = 0; j < d; j++) sum += A[i * d + j]! * point[j]!;
        noise[i] = sum;
      }
      addOuter(covariances[index]!, weight, noise, 0, noise, 0, d);
    });
  });
  // E[AᵀA] = ĀᵀĀ + E[ÃᵀÃ]
  const matrixSecondMoment = multiply(transpose(mean.A, d), mean.A, d);
  for (let j = 0; j < d * d; j++) matrixSecondMoment[j]! += matrixNoise[j]!;
  return { matrixSecondMoment, matrixNoise, covariances };
}

/** out += weight · AᵀA. */
function addGram(out: Float64Array, weight: number, A: Vector, d: number): void {
  for (let row = 0; row < d * d; row += d) addOuter(out, weight, A, row, A, row, d);
}
