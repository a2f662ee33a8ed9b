/** Answers of an exchange, or of a server step, as the server's part takes them: those that say something, and who was silent. */
import type { Answers } from './algorithm.ts';
import type { Message } from './message.ts';
import { isSilent } from './silence.ts';

/** Updates of those that say something, and the others, each in their order. */
export function bySpeech<Update extends { readonly answer: Message }>(
  updates: readonly Update[],
): { readonly spoken: readonly Update[]; readonly quiet: readonly Update[] } {
  const quiet = updates.filter(({ answer }) => isSilent(answer));
  return { spoken: quiet.length === 0 ? updates : updates.filter(({ answer }) => !isSilent(answer)), quiet };
}

const NOBODY: readonly number[] = [];

/**
 * The answers of an exchange as the server's part takes them.
 *
 * @param given - of all who take part, in agent order, silent ones among them
 * @throws TypeError where those that say something are not of one kind
 */
export function answersOf(given: readonly Message[]): Answers<Message> {
  const [first] = given;
  let all = given;
  let quiet = NOBODY;
  if (given.some(isSilent)) {
    all = given.filter((answer) => !isSilent(answer));
    quiet = given.filter(isSilent).map(({ agent }) => agent);
  }
  const { kind } = all[0] ?? first!;
  for (const answer of all) {
    if (answer.kind !== kind)
      throw new TypeError(`answers of kinds "${kind}" and "${answer.kind}" are in one exchange`);
  }
  return { kind, all, silent: quiet };
}
