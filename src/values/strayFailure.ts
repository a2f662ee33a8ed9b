/** Errors of code that nobody waits for: thrown by a timer, or a promise that was rejected unheeded. */
import { quoted, thrownText } from './quoted.ts';

/** Text with an error's name, as in `RangeError: …`. */
function namedText(thrown: unknown): string {
  try {
    if (thrown instanceof Error && thrown.message !== '') return `${thrown.name}: ${thrown.message}`;
  } catch {
    // What cannot be read is said to be so.
  }
  return thrownText(thrown);
}

/** The line about such an error. */
export function strayLine(thrown: unknown): string {
  return `code that is not awaited threw (a timer, or a promise): ${quoted(namedText(thrown))}`;
}

/** Why work was given up: such an error came during it. */
export class StrayFailure extends Error {
  override readonly name = 'StrayFailure';
  /** whether the work has reported it */
  isReported = false;

  constructor(thrown: unknown) {
    super(strayLine(thrown), { cause: thrown });
  }
}

/** The error for which a signal was given; `undefined` where it was not, or for another reason. */
export function strayFailure({ aborted, reason }: AbortSignal): StrayFailure | undefined {
  return aborted && reason instanceof StrayFailure ? reason : undefined;
}
