/**
 * Arithmetic in doubles that has no result: a singular system, an iteration that does not settle, numbers
 * that are not finite. It depends on the numbers alone; a wrong argument is another RangeError.
 */
export class NumericalFailure extends RangeError {
  override readonly name = 'NumericalFailure';
}

/** A value, or `undefined` where it has no result in doubles; every other error passes. */
export function ifComputable<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof NumericalFailure) return undefined;
    throw error;
  }
}
