/** Asynchronous (FedAsync): the server steps at every update, and its agent starts again at once. */
import { everyAgent, type Policy, sendTo } from './policyMessages.ts';
import { saying } from './saying.ts';

/**
 * The policy as an operator.
 *
 * @param agents - M
 */
export function asynchronousPolicy(agents: number): Policy {
  const all = everyAgent(agents);
  const onlyOne = all.map((agent) => sendTo([agent]));
  return saying((out) => (input) => {
    switch (input.kind) {
      case 'ready':
        out.next(sendTo(all));
        break;
      case 'update':
        out.next({ kind: 'step', updates: [input] });
        out.next(onlyOne[input.agent]!);
        break;
      case 'missing':
      case 'returned':
        out.next(onlyOne[input.agent]!);
        break;
      case 'exchanged':
        break;
    }
  });
}
