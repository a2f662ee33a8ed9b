/** A round of SCAFFLSA (Mangold et al. 2024, Algorithm 2): `correction` is ξ_i. */
import { controlGain } from '../../algorithms/scafflsa.ts';
import type { TriggerConfiguration } from '../../protocol/configuration.ts';
import type { RoundProgram } from './roundProgram.ts';

/** The program of SCAFFLSA; `stepSize` is η, and the trigger sets how far ξ_i moves. */
export function scafflsaProgram(stepSize: number, trigger: TriggerConfiguration): RoundProgram {
  const gain = controlGain(trigger, stepSize);
  return {
    memory: false,
    correction: 'kept',
    opening: { model: { server: 1 } },
    act: { kind: 'step', stepSize },
    closing: () => ({
      server: { meanModel: 1 },
      correction: { correction: 1, meanModel: gain, model: -gain },
    }),
  };
}
