/** How long the messages of a run along its schedule are needed. */
import { answersIn, type PartCall } from './schedule.ts';

/** When each message is used for the last time, by the place of that call, and which answers never are. */
export function messageUses(calls: readonly PartCall[]): {
  readonly lastUse: ReadonlyMap<number, readonly number[]>;
  readonly unused: ReadonlySet<number>;
} {
  const last = new Map<number, number>();
  const unused = new Set<number>();
  const use = (message: number, at: number): void => {
    last.set(message, at);
    unused.delete(message);
  };
  calls.forEach((call, at) => {
    for (const answer of answersIn(call)) use(answer, at);
    switch (call.kind) {
      case 'open':
      case 'openFor':
      case 'notice':
        last.set(call.message, at);
        break;
      case 'ask':
        use(call.asked.message, at);
        last.set(call.answer, at);
        unused.add(call.answer);
        break;
      case 'note':
        use(call.noted.message, at);
        break;
      case 'restart':
        break;
      case 'receive':
        if (call.message !== undefined) last.set(call.message, at);
        break;
      case 'answered':
        use(call.answered.message, at);
        break;
      case 'step':
        for (const { answered } of call.updates) use(answered.message, at);
    }
  });
  const lastUse = new Map<number, number[]>();
  for (const [message, at] of last) {
    const agents = lastUse.get(at);
    if (agents) agents.push(message);
    else lastUse.set(at, [message]);
  }
  return { lastUse, unused };
}
