/** Which step size a largest stable step is about. */
import { describedAlgorithm } from '../algorithms/parts.ts';
import type { StepSize } from '../algorithms/stepSize.ts';
import type { ScheduledAlgorithm } from '../protocol/configuration.ts';

/** The algorithm's first parameter: η; of Minibatch SGD, which has no local steps, the server's γ. */
export function scannedStep(algorithm: ScheduledAlgorithm): {
  readonly symbol: string;
  readonly value: StepSize;
} {
  const [first] = Object.entries(describedAlgorithm(algorithm).parameters);
  if (!first) return { symbol: 'η', value: NaN };
  const [name, { symbol }] = first;
  return { symbol, value: (algorithm as unknown as Readonly<Record<string, StepSize>>)[name]! };
}
