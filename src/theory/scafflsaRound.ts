/** One mean round of SCAFFLSA on a linear problem, about its fixed point. */
import type { Vector } from '../maths/vector.ts';
import type { TriggerConfiguration } from '../protocol/configuration.ts';
import type { AverageMap } from './averageMap.ts';
import { controlledRadius, type ControlledErrors } from './controlledErrors.ts';
import { pullAtRoot, type LinearProblem } from './linearProblem.ts';
import { meanGap } from '../triggers/index.ts';
import type { MeanRound } from './meanRound.ts';

/**
 * SCAFFLSA (Mangold et al. 2024, Algorithm 2) on `e = θ̄ − θ*` and `z_i = ξ_i + Ḡ_i(θ*)`. Σ_i z_i = 0
 * always, as Σ_i ξ_i = 0 and Σ_i Ḡ_i(θ*) = 0.
 */
export function scafflsaRound(
  problem: LinearProblem,
  map: AverageMap,
  trigger: TriggerConfiguration,
): MeanRound {
  const d = problem.dimension;
  const ends = new Float64Array(problem.agents.length * d);
  const round = (errors: ControlledErrors): void => {
    advanceErrors(map, trigger, errors, ends);
  };
  return {
    factor: () => controlledRadius(problem.agents.length, d, round),
    limit: { kind: 'root', source: 'fixed point θ*, SCAFFLSA, Algorithm 2' },
    start: (model) => {
      const controls = problem.agents.map((agent) => pullAtRoot(agent, problem.root));
      return () => {
        round({ model, controls });
      };
    },
  };
}

/**
 * One round: agent i ends its local steps at `û_i = Γ_i e + η C_i z_i` from the root; then
 * `e⁺ = (1/M) Σ û_i` and `z_i⁺ = z_i + κ(e⁺ − û_i)`, with κ = 1/(ηH) for the deterministic trigger and
 * p/η for the Bernoulli one: 1 over η times the mean gap. The round is linear in the errors, so 0 is
 * its fixed point: the limit is θ*.
 *
 * @param errors - overwritten
 * @param ends - room for the û_i, `[M, d]`
 */
function advanceErrors(
  map: AverageMap,
  trigger: TriggerConfiguration,
  errors: ControlledErrors,
  ends: Float64Array,
): void {
  const { model, controls } = errors;
  const d = model.length;
  const agents = map.agents.length;
  const reached = new Float64Array(d);
  for (let i = 0; i < agents; i++) {
    const { power, sum } = map.agents[i]!;
    localEnd(ends, i * d, power, sum, map.stepSize, model, controls[i]!);
    for (let j = 0; j < d; j++) reached[j]! += ends[i * d + j]! / agents;
  }
  const gain = 1 / (map.stepSize * meanGap(trigger));
  for (let i = 0; i < agents; i++) {
    const control = controls[i]!;
    for (let j = 0; j < d; j++) control[j]! += gain * (reached[j]! - ends[i * d + j]!);
  }
  model.set(reached);
}

/** `Γ e + η C z` into `[at, at + d)`. */
function localEnd(
  ends: Float64Array,
  at: number,
  power: Vector,
  sum: Vector,
  stepSize: number,
  model: Vector,
  control: Vector,
): void {
  const d = model.length;
  for (let r = 0; r < d; r++) {
    let kept = 0;
    let added = 0;
    for (let j = 0; j < d; j++) {
      kept += power[r * d + j]! * model[j]!;
      added += sum[r * d + j]! * control[j]!;
    }
    ends[at + r] = kept + stepSize * added;
  }
}
