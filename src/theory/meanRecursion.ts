/** The noise-free error curve of an algorithm on a linear problem, round by round. */
import { matrixVector } from '../maths/linearAlgebra.ts';
import { squaredNorm } from '../maths/vector.ts';
import type { Vector } from '../maths/vector.ts';
import type { AlgorithmConfiguration, TriggerConfiguration } from '../protocol/configuration.ts';
import type { AverageMap } from './averageMap.ts';
import { pullAtRoot } from './linearProblem.ts';
import type { LinearProblem } from './linearProblem.ts';
import { fedHsaMatrix } from './roundMap.ts';
import { scafflsaRound } from './scafflsaRound.ts';

/**
 * `‖E[θ̄_t] − θ*‖²` at the given rounds, from the exact recursion of the mean; see roundMap.ts and
 * localSaLimit.ts for the rounds. With the deterministic trigger and exact sampling this is the error
 * itself; with the Bernoulli trigger it is that of the mean over the gaps, and the mean error is
 * larger. SCAFFLSA starts from ξ_i = 0.
 *
 * @param initial - θ̄_0 `[d]`
 * @param rounds - in increasing order; round 0 is the start
 */
export function meanErrors(
  problem: LinearProblem,
  map: AverageMap,
  algorithm: Pick<AlgorithmConfiguration, 'name' | 'serverStepSize'>,
  trigger: TriggerConfiguration,
  initial: Vector,
  rounds: readonly number[],
): number[] {
  const model = initial.map((value, j) => value - problem.root[j]!);
  const advance = roundOf(problem, map, algorithm, trigger, model);
  const errors: number[] = [];
  let round = 0;
  for (const wanted of rounds) {
    for (; round < wanted; round++) advance();
    errors.push(squaredNorm(model));
  }
  return errors;
}

/** What takes `model`, the error θ̄ − θ*, through one round in place. */
function roundOf(
  problem: LinearProblem,
  map: AverageMap,
  algorithm: Pick<AlgorithmConfiguration, 'name' | 'serverStepSize'>,
  trigger: TriggerConfiguration,
  model: Float64Array,
): () => void {
  const d = problem.dimension;
  switch (algorithm.name) {
    case 'local-sa':
      return () => {
        const next = matrixVector(map.power, model, d);
        for (let j = 0; j < d; j++) model[j] = next[j]! + map.drift[j]!;
      };
    case 'fedhsa': {
      const matrix = fedHsaMatrix(problem, map, algorithm.serverStepSize);
      return () => model.set(matrixVector(matrix, model, d));
    }
    case 'scafflsa': {
      const controls = problem.agents.map((agent) => pullAtRoot(agent, problem.root));
      return () => scafflsaRound(map, trigger, { model, controls });
    }
  }
}
