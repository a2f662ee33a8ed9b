/** Which of the program's algorithms a round is: the first order is known of those, by their own parts or a user's. */
import type { WeightedRun } from '../../algorithms/roundProgram.ts';
import { runsOf } from '../round/runsOf.ts';
import type { Expanded } from './expansion.ts';
import type { SingleAlgorithm } from './noiseShares.ts';

/** Decimals of coefficients that are the same. */
const DIGITS = 10;

/**
 * The run as one of the program's; `undefined` where it is none of them.
 *
 * @param agents - M
 */
export function asShipped(run: WeightedRun, agents: number): Expanded | undefined {
  const { trigger } = run;
  const wanted = textOf(run);
  const algorithm = alike(run).find((candidate) => {
    const runs = runsOf(candidate, trigger, agents);
    return !('reason' in runs) && runs.length === 1 && textOf(runs[0]!) === wanted;
  });
  return algorithm && { algorithm, trigger };
}

/** Those with such a round, with the parameters that they would have. */
function alike({ program }: WeightedRun): SingleAlgorithm[] {
  const { act, evaluation, correction, opening } = program;
  const { meanModel: share = 0, meanCorrection = 0 } = program.closing(1).server ?? {};
  if (act.kind === 'gather') return [{ name: 'minibatch-sgd', serverStepSize: meanCorrection }];
  const { stepSize } = act;
  if (evaluation !== undefined) return [{ name: 'fedhsa', stepSize, serverStepSize: share }];
  if (correction === 'none') return [{ name: 'local-sa', stepSize }];
  if (correction === 'kept')
    return [
      { name: 'scafflsa', stepSize },
      { name: 'scaffold', stepSize, serverStepSize: share },
    ];
  const momentum = 1 / (1 - (opening.correction?.memory ?? 0));
  const localStep = stepSize / momentum;
  return [{ name: 'local-sgd-m', stepSize: localStep, serverStepSize: share * localStep, momentum }];
}

function textOf({ program }: WeightedRun): string {
  const { act, memory, correction, opening, evaluation } = program;
  const closings = [1, 2, 5].map((gap) => program.closing(gap));
  return JSON.stringify([act, memory, correction, opening, evaluation, closings], (_, value: unknown) =>
    typeof value === 'number' ? value.toPrecision(DIGITS) : value,
  );
}
