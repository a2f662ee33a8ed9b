/** Which step size a largest stable step is about. */
import { type ConfiguredAlgorithm, describedAlgorithm } from '../../algorithms/parts.ts';
import type { StepSize } from '../../algorithms/stepSize.ts';
import type { Parameters } from '../../values/parameter.ts';

/** The name of an algorithm's first step size, η; of those that have none, like Minibatch SGD, of its first number, γ. */
export const scannedParameter = (algorithm: ConfiguredAlgorithm): string | undefined =>
  firstStep(describedAlgorithm(algorithm).parameters);

/** The same of an algorithm by the parameters that it has. */
export function firstStep(parameters: Parameters): string | undefined {
  const all = Object.entries(parameters);
  const found =
    all.find(([, { kind }]) => kind === 'step size') ?? all.find(([, { kind }]) => kind === 'number');
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
