/**
 * A round of Local SGD with momentum (Streaming FL, Algorithm 1): `memory` is v. The local step
 * `w ← w − η(−β G + (1 − β) v)` is one of size ηβ with the correction `−((1 − β)/β) v`.
 */
import type { RoundProgram } from './roundProgram.ts';

/** The program of Local SGD-M; `stepSize` is η, `serverStepSize` γ, `momentum` β. */
export function localSgdMomentumProgram(
  stepSize: number,
  serverStepSize: number,
  momentum: number,
): RoundProgram {
  return {
    memory: true,
    correction: 'scratch',
    opening: { model: { server: 1 }, correction: { memory: -(1 - momentum) / momentum } },
    act: { kind: 'step', stepSize: stepSize * momentum },
    closing: (gap) => {
      const pace = 1 / (stepSize * gap);
      return {
        memory: { server: pace, meanModel: -pace },
        server: { server: 1 - serverStepSize * pace, meanModel: serverStepSize * pace },
      };
    },
  };
}
