/** The scales of an algorithm's local steps, by coordinate and agent, as its parts order them. */
import { writeHead } from '../../algorithms/message.ts';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { NumericalFailure } from '../../maths/numericalFailure.ts';
import { scaleOf } from '../../problems/localWork.ts';
import type { RunTrigger } from '../../triggers/index.ts';
import { firstLine } from '../../values/failure.ts';
import { LinearParts } from '../linearParts.ts';

/**
 * S_i `[agents][dimension]` of a round that begins with local steps.
 *
 * @throws NumericalFailure for one that is not positive, or not known
 */
export function stepScales(
  algorithm: ConfiguredAlgorithm,
  trigger: RunTrigger,
  agents: number,
  dimension: number,
): readonly Float64Array[] {
  const initial = new Float64Array(dimension);
  const parts = new LinearParts({ algorithm, agents, trigger, initial, fold: undefined });
  const gap = trigger.kind === 'deterministic' ? trigger.localSteps : 1;
  const opening = writeHead({ ...parts.server.open(1, gap) }, 1, gap);
  return Array.from({ length: agents }, (_, agent) => {
    let scales: Float64Array = initial;
    parts.answer(agent, { ...opening }, ([work]) => {
      try {
        scales = scaleOf(work!.form?.scale, dimension);
      } catch (error) {
        throw new NumericalFailure(firstLine(error), { cause: error });
      }
    });
    return scales;
  });
}
