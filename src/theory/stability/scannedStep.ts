/** Which step size a largest stable step is about. */
import { type ConfiguredAlgorithm, describedAlgorithm } from '../../algorithms/parts.ts';
import type { StepSize } from '../../algorithms/stepSize.ts';

/** The name of an algorithm's first step size, η; of those that have none, like Minibatch SGD, of its first number, γ. */
export function scannedParameter(algorithm: ConfiguredAlgorithm): string | undefined {
  const parameters = Object.entries(describedAlgorithm(algorithm).parameters);
  const found =
    parameters.find(([, { kind }]) => kind === 'step size') ??
    parameters.find(([, { kind }]) => kind === 'number');
  return found?.[0];
}

/** The algorithm with another value of that parameter. */
export const withStep = (algorithm: ConfiguredAlgorithm, step: number): ConfiguredAlgorithm => {
  const name = scannedParameter(algorithm);
  return name === undefined ? algorithm : { ...algorithm, [name]: step };
};

/** That parameter's symbol and value. */
export function scannedStep(algorithm: ConfiguredAlgorithm): {
  readonly symbol: string;
  readonly value: StepSize;
} {
  const name = scannedParameter(algorithm);
  if (name === undefined) return { symbol: 'η', value: NaN };
  const { symbol } = describedAlgorithm(algorithm).parameters[name]!;
  return { symbol, value: (algorithm as unknown as Readonly<Record<string, StepSize>>)[name]! };
}
