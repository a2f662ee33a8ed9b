/** A round of Minibatch SGD (Streaming FL, §3): `correction` gathers Σ_k G_i(w, o_k). */
import type { RoundProgram } from './roundProgram.ts';

/** The program of Minibatch SGD; `serverStepSize` is γ. */
export function minibatchSgdProgram(serverStepSize: number): RoundProgram {
  return {
    memory: false,
    correction: 'scratch',
    opening: { model: { server: 1 }, correction: {} },
    act: { kind: 'gather' },
    closing: (gap) => ({ server: { server: 1, meanCorrection: serverStepSize / gap } }),
  };
}
