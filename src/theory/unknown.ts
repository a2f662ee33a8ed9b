/** What theory cannot say, and why. */
import { ENDLESS_BUDGET } from './budgets.ts';
import { counted } from '../values/counted.ts';

/** Instead of a number, a curve or a theorem's statement. */
export interface Unknown {
  /** for readers, in one line: what is missing, or what would have to hold */
  readonly reason: string;
  /** the multiplications that it would take, where their number is all that stands in its way */
  readonly needed?: number;
  /** the numbers in memory that it would take, where their number is */
  readonly doubles?: number;
  /** there, and true, where there is none for it would be infinite */
  readonly isInfinite?: true;
}

/** A reason without the words by which a curve is refused. */
export const bareReason = (reason: string): string => reason.replace(/^no exact moments: /, '');

/** A curve or a step that takes too much work or memory, with the option of `run`, `report` and `theory` that affords it. */
export function withAdvice<Refused extends Unknown>(refused: Refused): Refused {
  const { reason, needed = Infinity, doubles = Infinity } = refused;
  if (needed < Infinity) return { ...refused, reason: `${reason}; --exact takes the time` };
  if (doubles > ENDLESS_BUDGET.doubles) return refused;
  return { ...refused, reason: `${reason}; --exact has room for them` };
}

/** Of a part that is not computed. */
export const NOT_ASKED: Unknown = { reason: 'not asked for' };

/** What stands in the way, in words. */
export const because = (reason: string): Unknown => ({ reason });

/** A number and the limit that it exceeds, in as many digits as they differ in. */
function beyond(needed: number, noun: string, limit: number, digits = 0): string {
  const [found, most] = [needed.toExponential(digits), limit.toExponential(digits)];
  if (found === most && digits < 3) return beyond(needed, noun, limit, digits + 1);
  return `about ${found} ${noun}, more than ${most}`;
}

/** Of what takes too many multiplications. */
export const tooExpensive = (
  subject: string,
  needed: number,
  { multiplications }: { readonly multiplications: number },
): Unknown => ({ reason: `${subject} ${beyond(needed, 'multiplications', multiplications)}`, needed });

/** Of what takes too many numbers in memory. */
export const tooLarge = (
  subject: string,
  doubles: number,
  { doubles: most }: { readonly doubles: number },
): Unknown => ({ reason: `${subject} ${beyond(doubles, 'numbers in memory', most)}`, doubles });

/** What takes too many multiplications, of so many rounds. */
export const tooManyRounds = (
  count: number,
  needed: number,
  budget: { readonly multiplications: number },
): Unknown => tooExpensive(`${counted(count, 'round')} take${count === 1 ? 's' : ''}`, needed, budget);
