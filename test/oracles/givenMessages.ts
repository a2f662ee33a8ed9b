/** Messages as tests write them down: what matters of them, with vectors as lists of numbers. */
import type { Message } from '../../src/algorithms/message.ts';
import type { AgentKit, ExpectedMessage } from '../../src/testing/agentKit.ts';

/** What is left out: round 1, one local step, from nobody, the last answer taken. */
export type GivenMessage = Partial<Message> & { readonly kind: string } & Readonly<Record<string, unknown>>;

/** The message, its lists made vectors. */
export function messageOf(given: GivenMessage): Message {
  const fields = Object.entries(given).map(([name, value]) => [
    name,
    Array.isArray(value) ? Float64Array.from(value as number[]) : value,
  ]);
  return { round: 1, localSteps: 1, agent: -1, taken: true, ...Object.fromEntries(fields) } as Message;
}

/** Answers of one kind of agents 0, 1, …, each with its vectors. */
export const answersOf = (
  kind: string,
  ...answers: readonly Readonly<Record<string, readonly number[]>>[]
): Message[] => answers.map((vectors, agent) => messageOf({ kind, agent, ...vectors }));

/** An agent is given messages one after the other, and must answer each as written, bit for bit. */
export function answersTo(
  agent: AgentKit,
  dialogue: readonly (readonly [message: GivenMessage, answer: ExpectedMessage])[],
): void {
  for (const [message, answer] of dialogue) {
    agent.receive(messageOf(message));
    agent.expectAnswer(answer, 0);
  }
}
