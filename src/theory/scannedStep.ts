/** Which step size a largest stable step is about. */
import type { AlgorithmConfiguration } from '../protocol/configuration.ts';

/** η; of Minibatch SGD, which has no local steps, the server's γ. */
export function scannedStep(algorithm: AlgorithmConfiguration): {
  readonly symbol: 'η' | 'γ';
  readonly value: number;
} {
  return algorithm.name === 'minibatch-sgd'
    ? { symbol: 'γ', value: algorithm.serverStepSize }
    : { symbol: 'η', value: algorithm.stepSize };
}
