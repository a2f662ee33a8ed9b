/** Messages as parts are given them: lent for one call, and gone afterwards. */
import { copyOf } from '../algorithms/message.ts';
import { written } from './expected.ts';

/**
 * Lends messages for one call, and sees to it that the part leaves them as they are and keeps
 * nothing of them: the lent copies are full of NaN after the call.
 *
 * @param use - the call; what it returns is checked
 * @returns what the call has returned
 * @throws Error where the call wrote in a message, or what it returned uses a message's memory
 */
export function lend<Message extends object, Result extends object>(
  messages: readonly Message[],
  use: (lent: readonly Message[]) => Result,
): Result {
  const lent = messages.map((message) => copyOf(message));
  const result = use(lent);
  const fields = vectorsOf(result);
  for (const [at, message] of messages.entries()) {
    for (const [key, vector] of vectorsOf(lent[at]!)) {
      const sent = (message as Record<string, unknown>)[key] as Float64Array;
      if (vector.some((value, j) => !Object.is(value, sent[j])))
        throw new Error(
          `expected ${key} of the message to stay ${written(sent)}, got ${written(vector)}: the part wrote in it`,
        );
      const shared = fields.find(([, field]) => field.buffer === vector.buffer);
      if (shared)
        throw new Error(
          `expected ${shared[0]} in memory of its own, got the memory of ${key} of the message, which is the sender's`,
        );
      vector.fill(NaN);
    }
  }
  return result;
}

function vectorsOf(message: object): [string, Float64Array][] {
  return Object.entries(message).filter(
    (entry): entry is [string, Float64Array] => entry[1] instanceof Float64Array,
  );
}
