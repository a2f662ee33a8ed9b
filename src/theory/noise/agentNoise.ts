/**
 * The noise of one agent's linear operator, exact from the law of its observations under their
 * stationary law: what SCAFFLSA's assumption A 1 calls Σ_ε, Σ_Ã and Σ_ω.
 */
import { trace } from '../../maths/linearAlgebra.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import {
  add,
  addProduct,
  assignProduct,
  assignTransposed,
  column,
  matrix,
  multiply,
  transposed,
} from '../../maths/matrix.ts';
import { largestEigenvalue } from '../../maths/symmetricEigenvalues.ts';
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
  points: readonly Float64Array[],
): AgentNoise {
  const d = mean.b.length;
  if (law?.kind !== 'finite') {
    const additive =
      law === undefined ? new Float64Array(d * d) : stationaryCovariance(law.Q, d, law.variance);
    return {
      matrixSecondMoment: multiply(transposed(matrix(d, d, mean.A)), matrix(d, d, mean.A)).values,
      matrixNoise: new Float64Array(d * d),
      covariances: points.map(() => Float64Array.from(additive)),
    };
  }
  const [meanA, meanB] = [matrix(d, d, mean.A), column(mean.b)];
  const [gram, transpose, error] = [matrix(d, d), matrix(d, d), matrix(d, 1)];
  const covariances = points.map(() => matrix(d, d));
  eachOutcome(law, d, (weight, A, b) => {
    const centred = add(matrix(d, d, A), meanA, -1);
    const offset = add(column(b), meanB, -1);
    addProduct(gram, assignTransposed(transpose, centred), centred, weight);
    points.forEach((point, k) => {
      add(assignProduct(error, centred, column(point)), offset, -1);
      addProduct(covariances[k]!, error, matrix(1, d, error.values), weight);
    });
  });
  return {
    // E[AᵀA] = ĀᵀĀ + E[ÃᵀÃ]
    matrixSecondMoment: add(multiply(transposed(meanA), meanA), gram).values,
    matrixNoise: gram.values,
    covariances: covariances.map(({ values }) => values),
  };
}

/** The sizes of one agent's observation noise, under its stationary law. */
export interface NoiseConstants {
  /** ‖Σ_Ã‖ */
  readonly matrixNoise: number;
  /** Tr Σ_ε, at the agent's own root; null without one */
  readonly localNoise: number | null;
  /** Tr Σ_ω, at θ*; null where it is not known */
  readonly rootNoise: number | null;
}

/** Multiplications that {@link noiseConstants} takes at most. */
export const noiseConstantsCost = (law: ObservationLaw, d: number): number =>
  noiseCost(law, d, 2) + 20 * d ** 3;

/** The sizes of one agent's noise; see {@link NoiseConstants}. */
export function noiseConstants(
  mean: LinearMean,
  law: ObservationLaw,
  localRoot: Vector | undefined,
  root: Vector | undefined,
): NoiseConstants {
  const d = mean.b.length;
  const points = [localRoot, root].filter((point) => point !== undefined);
  const { matrixNoise, covariances } = agentNoise(mean, law, points);
  const traces = covariances.map((covariance) => trace(covariance, d));
  return {
    matrixNoise: largestEigenvalue(matrixNoise, d),
    localNoise: localRoot === undefined ? null : traces[0]!,
    rootNoise: root === undefined ? null : traces.at(-1)!,
  };
}
