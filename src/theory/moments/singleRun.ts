/** The round of a linear algorithm that is one run. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { WeightedRun } from '../../algorithms/roundProgram.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';
import { runsOf } from '../round/runsOf.ts';
import { because, type Unknown } from '../unknown.ts';

/** A run's round, and when it communicates: its rounds may take other numbers of observations than local steps. */
export type SingleRun = Pick<WeightedRun, 'program' | 'trigger'>;

/**
 * The run that an algorithm is, with its parameters; or why it is none.
 *
 * @param agents - M
 */
export function singleRun(
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
  agents: number,
): SingleRun | Unknown {
  const runs = runsOf(algorithm, trigger, agents);
  if ('reason' in runs) return runs;
  const [run, other] = runs;
  if (other !== undefined) return because('its model is a sum of those of several runs');
  return { program: run!.program, trigger: run!.trigger };
}
