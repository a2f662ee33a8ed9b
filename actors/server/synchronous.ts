/** The synchronous policy: the server waits for every agent. */
import { filter, map, type OperatorFunction, pipe } from 'rxjs';
import type { Message } from '../../src/algorithms/message.ts';

/** The messages of the agents that one host looks after, as they arrive together. */
export interface Delivery {
  /** number of the first of these agents; the others follow */
  readonly first: number;
  readonly messages: readonly Message[];
}

/**
 * Gathers deliveries until all agents have answered, then emits their answers in agent order,
 * whatever the order of arrival: sums over agents must not depend on it.
 */
export function synchronous(agents: number): OperatorFunction<Delivery, readonly Message[]> {
  const answers = new Array<Message>(agents);
  let arrived = 0;
  return pipe(
    map((delivery: Delivery) => {
      const { first, messages } = delivery;
      for (let k = 0; k < messages.length; k++) answers[first + k] = messages[k]!;
      arrived += messages.length;
      return arrived;
    }),
    filter((count) => count === agents),
    map(() => {
      arrived = 0;
      return answers;
    }),
  );
}
