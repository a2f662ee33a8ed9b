/** What the theory of this folder is about: algorithms whose step size does not change. */
import { describedAlgorithm } from '../algorithms/parts.ts';
import type { AlgorithmConfiguration, ScheduledAlgorithm } from '../configuration/configuration.ts';

/** Why there is no prediction for an algorithm whose step size changes. */
export const CHANGING_STEP = 'the step size changes from round to round';

/** The algorithm, if its step size is constant. */
export function withConstantStep(algorithm: ScheduledAlgorithm): AlgorithmConfiguration | undefined {
  const changes = Object.entries(describedAlgorithm(algorithm).parameters).some(
    ([name, { kind }]) =>
      kind === 'step size' && typeof (algorithm as unknown as Record<string, unknown>)[name] === 'object',
  );
  return changes ? undefined : (algorithm as AlgorithmConfiguration);
}
