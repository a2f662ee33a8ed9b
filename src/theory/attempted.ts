/** The one guard of theory: numbers that have no result make a part of theory absent, and never end a run. */
import { NumericalFailure } from '../maths/numericalFailure.ts';
import type { Unknown } from './unknown.ts';

export { ifComputable } from '../maths/numericalFailure.ts';

/**
 * A value, or why doubles do not have it. Every other error is a fault of the program, and passes.
 *
 * @param subject - names the value in the reason
 */
export function attempted<T>(subject: string, compute: () => T): T | Unknown {
  try {
    return compute();
  } catch (error) {
    if (error instanceof NumericalFailure) return { reason: `${subject}: ${error.message}` };
    throw error;
  }
}
