/** The round of a linear algorithm as data. */
import { type ConfiguredAlgorithm, runsOf } from '../../algorithms/parts.ts';
import type { RoundProgram } from '../../algorithms/roundProgram.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';

/** The round of an algorithm that is one run, with its parameters; `undefined` of others. */
export function programOf(
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
): RoundProgram | undefined {
  const runs = runsOf(algorithm, trigger);
  return runs?.length === 1 ? runs[0]!.program : undefined;
}

/** Why there are no moments of an algorithm. */
export const NO_ROUND = {
  reason: 'the algorithm does not give its round as data, so its moments are not known',
};
