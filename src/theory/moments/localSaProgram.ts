/** A round of Local SA: `θ_i ← θ̄`, local steps, `θ̄ ← mean θ_i`. */
import type { RoundProgram } from './roundProgram.ts';

/** The program of Local SA; `stepSize` is η. */
export function localSaProgram(stepSize: number): RoundProgram {
  return {
    memory: false,
    correction: 'none',
    opening: { model: { server: 1 } },
    act: { kind: 'step', stepSize },
    closing: () => ({ server: { meanModel: 1 } }),
  };
}
