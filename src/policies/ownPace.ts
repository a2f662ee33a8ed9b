/** Common part of policies under which an agent starts again at once, from the newest model that there is. */
import { everyAgent, type PolicyMachine, type PolicyOutput, type Update } from './machine.ts';

/**
 * Sends to each agent whenever it is at work on nothing.
 *
 * @param agents - M
 * @param state - at the start
 * @param take - takes an update in, before its agent is sent to; returns the state after it
 */
export function ownPace<State>(
  agents: number,
  state: State,
  take: (state: State, update: Update, out: PolicyOutput) => State,
): PolicyMachine<State> {
  const all = everyAgent(agents);
  const alone = all.map((agent) => [agent]);
  return {
    state,
    next: (before, input, out) => {
      switch (input.kind) {
        case 'ready':
          out.send(all, false);
          return before;
        case 'update': {
          const after = take(before, input, out);
          out.send(alone[input.agent]!, false);
          return after;
        }
        case 'missing':
        case 'returned':
          out.send(alone[input.agent]!, false);
          return before;
        case 'exchanged':
        case 'woken':
          return before;
      }
    },
  };
}
