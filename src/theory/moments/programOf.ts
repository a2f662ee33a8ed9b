/** The round of a linear algorithm as data. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { RoundProgram } from '../../algorithms/roundProgram.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';
import { runsOf } from '../round/runsOf.ts';
import { because, type Unknown } from '../unknown.ts';

/**
 * The round of an algorithm that is one run, with its parameters; or why there is none.
 *
 * @param agents - M
 */
export function programOf(
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
  agents: number,
): RoundProgram | Unknown {
  const runs = runsOf(algorithm, trigger, agents);
  if ('reason' in runs) return runs;
  return runs.length === 1 ? runs[0]!.program : because('its model is a sum of those of several runs');
}
