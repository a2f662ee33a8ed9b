/** The machine of a user's own policy: what it throws, and what it says that means nothing, is reported as its fault. */
import { OwnFailure, ownCall } from '../values/failure.ts';
import { atOnce } from '../values/promise.ts';
import type { PolicyMachine, PolicyOutput, Update } from './machine.ts';

/** Whose machine it is, and where. */
interface Whose {
  readonly name: string;
  /** M */
  readonly agents: number;
  /** whether it has rounds */
  readonly rounds: boolean;
}

/**
 * The same machine, with all that it says looked at.
 *
 * @throws OwnFailure from its `next`, and where it cannot be made
 */
export function checkedMachine({ name, agents, rounds }: Whose, make: () => PolicyMachine): PolicyMachine {
  let round = 1;
  const blamed = <Result>(act: () => Result): Result => ownCall(`policy ${name}`, round, act);
  const refuse = (fault: string): never => {
    throw new OwnFailure(`policy ${name}`, round, new TypeError(fault));
  };
  /** updates that it has received, and neither applied nor called late */
  const received = new WeakSet<Update>();
  const used = (update: Update, act: string): void => {
    const isUpdate = typeof update === 'object' && (update as Update | null) !== null;
    if (!isUpdate || !received.delete(update))
      refuse(`${act} an update that it has not heard of, or a second time`);
  };
  const sent = (chosen: readonly number[]): void => {
    const seen = new Set<number>();
    const wrong = chosen.find((agent) => {
      const isNew = !seen.has(agent);
      seen.add(agent);
      return !Number.isInteger(agent) || agent < 0 || agent >= agents || !isNew;
    });
    if (wrong !== undefined)
      refuse(`sends to agent ${wrong}; it must send to agents 0 to ${agents - 1}, to each once`);
  };
  const guard = (out: PolicyOutput): PolicyOutput => ({
    send: (chosen, abandon) => {
      sent(chosen);
      out.send(chosen, abandon);
    },
    resend: (agent) => {
      sent([agent]);
      if (!rounds) refuse('sends again, where there are no rounds');
      out.resend(agent);
    },
    step: (updates, tier) => {
      if (updates.length === 0) refuse('steps with no update');
      for (const update of updates) used(update, 'steps with');
      if (!rounds) round++;
      out.step(updates, tier);
    },
    late: (update) => {
      used(update, 'calls late');
      out.late(update);
    },
    wake: (seconds, lasts) => {
      if (!(seconds >= 0 && seconds < Infinity))
        refuse(`wants to be woken after ${seconds} s; it must be a number from 0 on`);
      out.wake(seconds, lasts);
    },
  });
  const machine = blamed(make);
  let guarded: PolicyOutput | undefined;
  let ready = 0;
  return {
    state: machine.state,
    next: (state, input, out) => {
      if (input.kind === 'update') received.add(input);
      if (rounds && input.kind === 'ready') round = ++ready;
      guarded ??= guard(out);
      return blamed(() => atOnce(machine.next(state, input, guarded!), 'next'));
    },
  };
}
