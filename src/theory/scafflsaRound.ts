/** One mean round of SCAFFLSA on a linear problem, about its fixed point. */
import type { Vector } from '../maths/vector.ts';
import type { TriggerConfiguration } from '../protocol/configuration.ts';
import type { AverageMap } from './averageMap.ts';
import { meanGap } from './localMap.ts';

/**
 * The state of SCAFFLSA between rounds as errors: `e = θ̄ − θ*` and `z_i = ξ_i + Ḡ_i(θ*)`, all `[d]`.
 * Σ_i z_i = 0 always, as Σ_i ξ_i = 0 and Σ_i Ḡ_i(θ*) = 0.
 */
export interface ScafflsaErrors {
  readonly model: Float64Array;
  readonly controls: readonly Float64Array[];
}

/**
 * One round (Mangold et al. 2024, Algorithm 2, in the mean): agent i ends its local steps at
 * `û_i = Γ_i e + η C_i z_i` from the root; then `e⁺ = (1/M) Σ û_i` and `z_i⁺ = z_i + κ(e⁺ − û_i)`, with
 * κ = 1/(ηH) for the deterministic trigger and p/η for the Bernoulli one: 1 over η times the mean gap.
 * The round is linear in the errors, so 0 is its fixed point: the limit is θ*.
 *
 * The errors are overwritten.
 */
export function scafflsaRound(map: AverageMap, trigger: TriggerConfiguration, errors: ScafflsaErrors): void {
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
