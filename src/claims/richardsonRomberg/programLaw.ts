/** Exact laws on scalar objectives of the program's algorithms, whose rounds theory reads off their parts. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { runsOf } from '../../theory/round/runsOf.ts';
import { type ScalarLaw, scalarLaw, type ScalarObjective } from './scalarLaw.ts';

/** A run of an algorithm that adds up several. */
interface WeightedLaw {
  readonly weight: number;
  readonly law: ScalarLaw;
}

/**
 * The laws of an algorithm's runs, whose weighted sum its model is.
 *
 * @param objectives - those of one period of agents
 * @param agents - N, a multiple of their number
 * @throws RangeError for a round that is more than local steps from θ̄ and their average
 */
export function lawsOf(
  objectives: readonly ScalarObjective[],
  agents: number,
  algorithm: ConfiguredAlgorithm,
  localSteps: number,
): WeightedLaw[] {
  const runs = runsOf(algorithm, { kind: 'deterministic', localSteps }, agents);
  if ('reason' in runs) throw new RangeError(runs.reason);
  return runs.map(({ weight, program, trigger }) => {
    const { act, memory, correction, opening } = program;
    if (act.kind !== 'step' || memory || correction !== 'none' || opening.model?.server !== 1)
      throw new RangeError(`${algorithm.name}: its round is more than local steps and an average`);
    if (trigger.kind !== 'deterministic') throw new RangeError(`${algorithm.name}: its gaps are random`);
    const { server: closing = {} } = program.closing(trigger.localSteps);
    const { server = 0, meanModel = 0 } = closing;
    const repeats = agents / objectives.length;
    return {
      weight,
      law: scalarLaw(objectives, repeats, act.stepSize, trigger.localSteps, { server, meanModel }),
    };
  });
}

/** The law of an algorithm that has one run. */
export function lawOf(...asked: Parameters<typeof lawsOf>): ScalarLaw {
  const [only, ...others] = lawsOf(...asked);
  if (only === undefined || others.length > 0) throw new RangeError('its model is a sum of several runs');
  return only.law;
}

/** E of the algorithm's model in the long run. */
export const meanOf = (...asked: Parameters<typeof lawsOf>): number =>
  lawsOf(...asked).reduce((sum, { weight, law }) => sum + weight * law.mean, 0);
