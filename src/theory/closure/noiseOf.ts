/** The noise of an agent's observations, in the form that takes the least. */
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { LinearMean } from '../../problems/operator.ts';
import type { Vector } from '../../maths/vector.ts';
import type { NoiseSource } from './noiseSource.ts';
import { operatorNoise } from './operatorNoise.ts';
import { temporalNoise } from './temporalNoise.ts';

/** The noise of an agent; `root` is θ* `[d]`. */
export function noiseOf(law: FiniteObservations, mean: LinearMean, root: Vector): NoiseSource {
  return law.temporalDifference === undefined
    ? operatorNoise(law, mean, root)
    : temporalNoise(law, law.temporalDifference, mean, root);
}
