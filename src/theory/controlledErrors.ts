/** What SCAFFLSA and SCAFFOLD keep between rounds, as errors about their fixed point. */
import { dominantModulus } from './dominantModulus.ts';

/** `e = θ̄ − θ*` and one `z_i` an agent with Σ_i z_i = 0, all `[d]`. */
export interface ControlledErrors {
  readonly model: Float64Array;
  readonly controls: readonly Float64Array[];
}

/**
 * The spectral radius of a round that is linear in the errors and keeps Σ z_i = 0: the coordinates
 * are `(e, z_1, …, z_{M−1})`, `[Md]`. Exact for Md ≤ 60, estimated by Arnoldi's method above.
 *
 * @param round - takes the errors through one round, in place
 */
export function controlledRadius(
  agents: number,
  d: number,
  round: (errors: ControlledErrors) => void,
): number {
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
    round({ model, controls });
    const out = new Float64Array(agents * d);
    out.set(model);
    for (let i = 0; i < agents - 1; i++) out.set(controls[i]!, (i + 1) * d);
    return out;
  });
}
