/** Numbers of theory as text, with what they are worth. */
import type { StableStep } from './stability/stableStep.ts';

/** Six significant digits, or as many as asked for, without zeros that say nothing. */
export function numberText(value: number, digits = 6): string {
  if (!Number.isFinite(value)) return value === Infinity ? '∞' : String(value);
  const text = value.toPrecision(digits);
  const [mantissa, exponent] = text.split('e');
  const short = mantissa!.includes('.') ? mantissa!.replace(/\.?0+$/, '') : mantissa!;
  return exponent === undefined ? short : `${short}e${exponent}`;
}

/** ± and the percentage of an estimated error, for the reader; nothing where a value is exact. */
export function uncertaintyText(relativeError: number): string {
  if (relativeError === 0) return '';
  const percent = 100 * relativeError;
  return percent < 0.1 ? '± < 0.1 %' : `± ${percent.toPrecision(percent < 1 ? 1 : 2)} %`;
}

/** A largest stable step with what it is worth; a dash where there is none. */
export function stepText({ step, relativeError }: StableStep): string {
  if (step === null) return '-';
  return relativeError ? `${numberText(step, 3)} ${uncertaintyText(relativeError)}` : numberText(step);
}

/** What is said of a root that is not exact. @param rootError - estimate of E‖θ̂ − θ*‖² */
export const estimatedRootText = (rootError: number): string =>
  `θ* is estimated from long streams: ‖θ̂ − θ*‖² is about ${rootError.toExponential(1)}`;
