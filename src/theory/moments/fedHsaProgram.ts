/**
 * A round of FedHSA (Algorithm 1). Local step 0 uses the observation that the correction
 * `g − G_i(θ̄, o_0)` was evaluated at, so from θ̄ it is `θ_i ← θ̄ + η g` exactly: the mix after the
 * evaluation makes it, and the other K − 1 steps use fresh observations.
 */
import type { RoundProgram } from './roundProgram.ts';

/** The program of FedHSA; `stepSize` is η, `serverStepSize` α_g. */
export function fedHsaProgram(stepSize: number, serverStepSize: number): RoundProgram {
  return {
    memory: false,
    correction: 'scratch',
    opening: { model: { server: 1 }, correction: {} },
    evaluation: {
      model: { server: 1, meanCorrection: stepSize },
      correction: { meanCorrection: 1, correction: -1 },
    },
    act: { kind: 'step', stepSize },
    closing: () => ({ server: { server: 1 - serverStepSize, meanModel: serverStepSize } }),
  };
}
