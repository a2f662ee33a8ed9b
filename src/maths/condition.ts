/** The condition number above which rounding decides. */

/** Above this condition number six digits are not known: rounding, 10⁻¹⁶ of the data, becomes 10⁻⁶ of the result. */
const LARGEST_CONDITION = 1e10;

/** Why a number is not known that a condition number is too large for; `undefined` where it is known. */
export function whyIll(name: string, condition: number): string | undefined {
  if (condition <= LARGEST_CONDITION) return undefined;
  const size = Number.isFinite(condition) ? `is about ${condition.toExponential(0)}` : 'is beyond 10¹⁵';
  return `the condition number of ${name} ${size}, above ${LARGEST_CONDITION.toExponential(0)}: rounding decides`;
}
