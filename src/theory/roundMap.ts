/**
 * How fast an algorithm's mean round contracts on a linear problem: the spectral radius of the
 * linear map that takes the error before a round to the error after it, without noise and, with the
 * Bernoulli trigger, in expectation over the gaps.
 *
 * Below 1 the mean converges; above it diverges from almost every start. A radius below 1 says
 * nothing of the variance: with noise in A(s), or with Bernoulli gaps, the mean square may still grow.
 */
import { spectralRadius } from '../maths/eigenvalues.ts';
import { identity, multiply } from '../maths/linearAlgebra.ts';
import type { AlgorithmConfiguration, TriggerConfiguration } from '../protocol/configuration.ts';
import type { AverageMap } from './averageMap.ts';
import { dominantModulus } from './dominantModulus.ts';
import type { LinearProblem } from './linearProblem.ts';
import { scafflsaRound } from './scafflsaRound.ts';

/**
 * The matrix of a round of FedHSA on `θ̄ − θ*`, `[d, d]`: `I − α_g η C̄ Ā`.
 *
 * With the broadcast average `g = −Ā(θ̄ − θ*)` agent i's local step on `δ = θ − θ̄` is
 * `δ ← (I − ηĀ_i)δ + ηg`, so `Δ_i = ηC_i g`, and `θ̄⁺ = θ̄ + (α_g/M) Σ Δ_i` (FedHSA, Algorithm 1;
 * the paper's Ā is −Ā here). θ* is its fixed point.
 */
export function fedHsaMatrix(problem: LinearProblem, map: AverageMap, serverStepSize: number): Float64Array {
  const d = problem.dimension;
  const out = identity(d);
  const product = multiply(map.sum, problem.A, d);
  for (let j = 0; j < d * d; j++) out[j]! -= serverStepSize * map.stepSize * product[j]!;
  return out;
}

/**
 * The spectral radius of SCAFFLSA's round on `(θ̄, ξ_1, …, ξ_M)` under Σ ξ_i = 0: the coordinates
 * are `(e, z_1, …, z_{M−1})`, `[Md]`. Exact for Md ≤ 60, estimated by Arnoldi's method above.
 */
function scafflsaRadius(problem: LinearProblem, map: AverageMap, trigger: TriggerConfiguration): number {
  const d = problem.dimension;
  const agents = problem.agents.length;
  return dominantModulus(agents * d, (x) => {
    const model = x.slice(0, d);
    const controls: Float64Array[] = [];
    const last = new Float64Array(d);
    for (let i = 0; i < agents - 1; i++) {
      const control = x.slice((i + 1) * d, (i + 2) * d);
      for (let j = 0; j < d; j++) last[j]! -= control[j]!;
      controls.push(control);
    }
    controls.push(last);
    scafflsaRound(map, trigger, { model, controls });
    const out = new Float64Array(agents * d);
    out.set(model);
    for (let i = 0; i < agents - 1; i++) out.set(controls[i]!, (i + 1) * d);
    return out;
  });
}

/**
 * The spectral radius of an algorithm's mean round map.
 *
 * @param map - the agents' local maps at the algorithm's step size; `undefined` where they have no
 *   expectation
 * @returns Infinity where the mean does not exist
 */
export function roundFactor(
  problem: LinearProblem,
  map: AverageMap | undefined,
  algorithm: Pick<AlgorithmConfiguration, 'name' | 'serverStepSize'>,
  trigger: TriggerConfiguration,
): number {
  if (map === undefined) return Infinity;
  switch (algorithm.name) {
    case 'local-sa':
      return spectralRadius(map.power, problem.dimension);
    case 'scafflsa':
      return scafflsaRadius(problem, map, trigger);
    case 'fedhsa':
      return spectralRadius(fedHsaMatrix(problem, map, algorithm.serverStepSize), problem.dimension);
  }
}
