/** One mean round of SCAFFLSA on a linear problem, about its fixed point. */
import type { Vector } from '../maths/vector.ts';
import type { TriggerConfiguration } from '../protocol/configuration.ts';
import type { AverageMap } from './averageMap.ts';
import { controlledRadius, type ControlledErrors } from './controlledErrors.ts';
import { pullAtRoot, type LinearProblem } from './linearProblem.ts';
import { meanGap } from './localMap.ts';
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
  const round = (errors: ControlledErrors): void => {
    advanceErrors(map, trigger, errors);
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
 * The errors are overwritten.
 */
function advanceErrors(map: AverageMap, trigger: TriggerConfiguration, errors: ControlledErrors): void {
  const { model, controls } = errors;
  const d = model.length;
  const agents = map.agents.length;
  const reached = new Float64Array(d);
  const ends: Float64Array[] = [];
  for (let i = 0; i < agents; i++) {
    const end = localEnd(map.agents[i]!.power, map.agents[i]!.sum, map.stepSize, model, controls[i]!);
    for (let j = 0; j < d; j++) reached[j]! += end[j]! / agents;
    ends.push(end);
  }
  const gain = 1 / (map.stepSize * meanGap(trigger));
  for (let i = 0; i < agents; i++) {
    for (let j = 0; j < d; j++) controls[i]![j]! += gain * (reached[j]! - ends[i]![j]!);
  }
  model.set(reached);
}

function localEnd(
  power: Vector,
  sum: Vector,
  stepSize: number,
  model: Vector,
  control: Vector,
): Float64Array {
  const d = model.length;
  const end = new Float64Array(d);
  for (let r = 0; r < d; r++) {
    let kept = 0;
    let added = 0;
    for (let j = 0; j < d; j++) {
      kept += power[r * d + j]! * model[j]!;
      added += sum[r * d + j]! * control[j]!;
    }
    end[r] = kept + stepSize * added;
  }
  return end;
}
