/** Numbers of theory as text, with what they are worth. */
import { numberText, scientific, uncertaintyText } from '../values/numbers.ts';
import type { StableStep } from './stability/stableStep.ts';

/** A largest stable step with what it is worth; a dash where there is none. */
export function stepText({ step, relativeError }: StableStep): string {
  if (step === null) return '–';
  return relativeError ? `${numberText(step, 3)} ${uncertaintyText(relativeError)}` : numberText(step);
}

/** What is said of a root that is not exact. @param rootError - estimate of E‖θ̂ − θ*‖² */
export const estimatedRootText = (rootError: number): string =>
  `θ* is estimated from long streams: ‖θ̂ − θ*‖² is about ${scientific(rootError, 2)}`;
