/** What SCAFFLSA and SCAFFOLD keep between rounds, as errors about their fixed point. */
import { dominantModulus, LARGEST_ESTIMATED } from './dominantModulus.ts';

/** `e = θ̄ − θ*` and one `z_i` an agent with Σ_i z_i = 0, all `[d]`. */
export interface ControlledErrors {
  readonly model: Float64Array;
  readonly controls: readonly Float64Array[];
}

/** Whether {@link controlledRadius} is defined: up to Md = 200,000. */
export const hasControlledRadius = (agents: number, d: number): boolean => agents * d <= LARGEST_ESTIMATED;

/**
 * The spectral radius of a round that is linear in the errors and keeps Σ z_i = 0: the coordinates
 * are `(e, z_1, …, z_{M−1})`, `[Md]`. Exact for Md ≤ 60, estimated by Arnoldi's method above.
 *
 * @param round - takes the errors through one round, in place
 * @throws RangeError where {@link hasControlledRadius} is false
 */
export function controlledRadius(
  agents: number,
  d: number,
  round: (errors: ControlledErrors) => void,
): number {
  if (!hasControlledRadius(agents, d))
    throw new RangeError(`a round of ${agents * d} coordinates is too large`);
  const model = new Float64Array(d);
  const controls = Array.from({ length: agents }, () => new Float64Array(d));
  const last = controls[agents - 1]!;
  const out = new Float64Array(agents * d);
  return dominantModulus(agents * d, (x) => {
    for (let j = 0; j < d; j++) model[j] = x[j]!;
    last.fill(0);
    for (let i = 0; i < agents - 1; i++) {
      const control = controls[i]!;
      const at = (i + 1) * d;
      for (let j = 0; j < d; j++) {
        control[j] = x[at + j]!;
        last[j]! -= control[j]!;
      }
    }
    round({ model, controls });
    out.set(model);
    for (let i = 0; i < agents - 1; i++) {
      const control = controls[i]!;
      const at = (i + 1) * d;
      for (let j = 0; j < d; j++) out[at + j] = control[j]!;
    }
    return out;
  });
}
