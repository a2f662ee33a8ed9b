/** Buffered asynchronous (FedBuff): the server steps at every K-th update, whoever it is of. */
import { everyAgent, inAgentOrder, type Policy, sendTo, type Update } from './policyMessages.ts';
import { saying } from './saying.ts';

/**
 * An agent whose update has come starts again at once, from the newest model there is.
 *
 * @param agents - M
 * @param count - K
 */
export function bufferedPolicy(agents: number, count: number): Policy {
  const all = everyAgent(agents);
  const onlyOne = all.map((agent) => sendTo([agent]));
  return saying((out) => {
    let buffer: Update[] = [];
    return (input) => {
      switch (input.kind) {
        case 'ready':
          out.next(sendTo(all));
          break;
        case 'update':
          buffer.push(input);
          if (buffer.length >= count) {
            const updates = buffer.sort(inAgentOrder);
            buffer = [];
            out.next({ kind: 'step', updates });
          }
          out.next(onlyOne[input.agent]!);
          break;
        case 'missing':
        case 'returned':
          out.next(onlyOne[input.agent]!);
          break;
        case 'exchanged':
          break;
      }
    };
  });
}
