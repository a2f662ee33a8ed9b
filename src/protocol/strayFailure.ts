/** Errors of code that nobody waits for: thrown by a timer, or a promise that was rejected unheeded. */
import { quoted, quotedError } from './failure.ts';

/** What is said of such an error. */
export function strayLine(thrown: unknown): string {
  const message =
    thrown instanceof Error ? `${quoted(thrown.name)}: ${quotedError(thrown)}` : quotedError(thrown);
  return `code that is not awaited threw (a timer, or a promise): ${message}`;
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
