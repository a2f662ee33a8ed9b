/** The line for an error that nobody has foreseen. */
import { thrownText } from '../values/quoted.ts';

/** Modules of users are compiled into URLs of this kind, and no other code is. */
const USER_FRAME = /^[^\n]*(\n(?!\s+at )[^\n]*)*\n\s+at [^\n]*data:text\/javascript/;

/** The program throws instances of Error alone, and none from a user's module. */
const isOurs = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && !USER_FRAME.test(thrown.stack ?? '');

/** A fault of the program, with where it happened; or whatever a user's code has thrown, in a getter, say. */
export function unforeseenLine(thrown: unknown): string {
  try {
    if (isOurs(thrown)) return `internal error: ${thrown.stack ?? thrown.message}`;
  } catch {
    // Only a user's value cannot be read.
  }
  return `a user’s code threw: ${thrownText(thrown)}`;
}
