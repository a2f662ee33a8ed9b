/**
 * A round of SCAFFOLD (Karimireddy et al. 2020, Algorithm 1, option II): `memory` is c, `correction`
 * is c_i between rounds and c_i − c during the local steps, so that at the end
 * `c_i⁺ = c_i − c + (x − y_i)/(Kη)` adds to the register itself, and
 * `c⁺ = c + mean Δc_i = (x − mean y_i)/(Kη)`.
 */
import type { RoundProgram } from './roundProgram.ts';

/** The program of SCAFFOLD; `stepSize` is η, `serverStepSize` α_g. */
export function scaffoldProgram(stepSize: number, serverStepSize: number): RoundProgram {
  return {
    memory: true,
    correction: 'kept',
    opening: { model: { server: 1 }, correction: { correction: 1, memory: -1 } },
    act: { kind: 'step', stepSize },
    closing: (gap) => {
      const pace = 1 / (stepSize * gap);
      return {
        server: { server: 1 - serverStepSize, meanModel: serverStepSize },
        memory: { server: pace, meanModel: -pace },
        correction: { correction: 1, server: pace, model: -pace },
      };
    },
  };
}
