/** The round of a linear algorithm as data. */
import { localSa } from '../../algorithms/localSa.ts';
import { algorithmOf } from '../../algorithms/parts.ts';
import type { RoundProgram } from '../../algorithms/roundProgram.ts';
import type { AlgorithmConfiguration, TriggerConfiguration } from '../../protocol/configuration.ts';

/** The round of an algorithm, with its parameters. */
export function programOf(
  algorithm: Exclude<AlgorithmConfiguration, { readonly name: 'richardson-romberg' }>,
  trigger: TriggerConfiguration,
): RoundProgram {
  return algorithmOf(algorithm).round!({ ...algorithm }, trigger);
}

/** The round of either run of Richardson–Romberg extrapolation. */
export function localSaRound(stepSize: number): RoundProgram {
  return localSa.round!({ stepSize }, { kind: 'deterministic', localSteps: 1 });
}
