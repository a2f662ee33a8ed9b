/** What theory cannot say, and why. */

/** Instead of a number, a curve or a theorem's statement. */
export interface Unknown {
  /** for readers, in one line: what is missing, or what would have to hold */
  readonly reason: string;
  /** the multiplications that it would take, where their number is all that stands in its way */
  readonly needed?: number;
}

/** What stands in the way, in words. */
export const because = (reason: string): Unknown => ({ reason });

/** Of what takes too many multiplications. */
export const tooExpensive = (
  subject: string,
  needed: number,
  { multiplications }: { readonly multiplications: number },
): Unknown => ({
  reason: `${subject} about ${needed.toExponential(0)} multiplications, more than ${multiplications.toExponential(0)}`,
  needed,
});
