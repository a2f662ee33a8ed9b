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
  // As a rule all say something, of one kind, and a look at each is enough.
  const { kind: first } = given[0]!;
  if (!isSilent(given[0]!) && given.every(({ kind }) => kind === first))
    return { kind: first, all: given, silent: NOBODY };
  const [all, silent] = [given.filter((answer) => !isSilent(answer)), given.filter(isSilent)];
  const { kind } = all[0] ?? given[0]!;
  const other = all.find((answer) => answer.kind !== kind);
  if (other) throw new TypeError(`answers of kinds "${kind}" and "${other.kind}" are in one exchange`);
  return { kind, all, silent: silent.map(({ agent }) => agent) };
}
