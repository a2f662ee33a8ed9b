/**
 * What all policies with rounds share: agents are sent to, updates are gathered until there are
 * enough, and the server steps with what there is.
 */
import type { LateUpdates } from './late.ts';
import { inAgentOrder, type PolicyMachine, type PolicyOutput, type Update } from './machine.ts';

/** In what the policies with rounds differ. */
interface Gathering {
  /** the agents of a new round, ascending */
  readonly choose: () => readonly number[];
  /** enough updates for a step, those carried over counted in; `undefined`: one of each agent sent to */
  readonly quorum?: number;
  /** seconds after which whatever there is will do */
  readonly deadline?: number;
  /**
   * `carry`: an update of an earlier round is taken into the next step; `drop`: it is not, and an agent
   * that is sent a new round's model gives up the round before; `undefined`: none is ever late
   */
  readonly late?: LateUpdates;
}

interface Round {
  held: Update[];
  awaited: Set<number>;
  /** those of the awaited of whom nothing will come */
  readonly lost: Set<number>;
  overdue: boolean;
}

/** Gathers updates, round after round. */
export function gathering({ choose, quorum, deadline, late }: Gathering): PolicyMachine<Round> {
  const gather = (round: Round, agents: readonly number[], abandon: boolean, out: PolicyOutput): void => {
    round.awaited = new Set(agents);
    round.lost.clear();
    round.overdue = false;
    if (deadline !== undefined) out.wake(deadline);
    out.send(agents, abandon);
  };

  const stepIfEnough = (round: Round, out: PolicyOutput): void => {
    const { held, awaited, overdue } = round;
    // A step with nobody is none: a deadline that finds no update waits for the first.
    const some = held.length > 0;
    const enough = overdue || awaited.size === 0 || (quorum !== undefined && held.length >= quorum);
    if (!some || !enough) {
      tryAgain(round, out);
      return;
    }
    round.held = [];
    awaited.clear();
    out.step(held.sort(inAgentOrder));
  };

  /** Where nothing will come any more unless it is asked for again, those lost are asked again. */
  const tryAgain = ({ awaited, lost, overdue }: Round, out: PolicyOutput): void => {
    const waits = deadline !== undefined && !overdue;
    if (waits || lost.size === 0 || lost.size < awaited.size) return;
    const again = [...lost].sort((a, b) => a - b);
    lost.clear();
    for (const agent of again) out.resend(agent);
  };

  return {
    state: { held: [], awaited: new Set(), lost: new Set(), overdue: false },
    next: (round, input, out) => {
      switch (input.kind) {
        case 'ready':
          gather(round, choose(), late === 'drop', out);
          break;
        case 'exchanged':
          gather(round, input.agents, false, out);
          break;
        case 'update':
          if (!input.current && late !== 'carry') {
            out.late(input);
            break;
          }
          round.held.push(input);
          if (input.current) {
            round.awaited.delete(input.agent);
            round.lost.delete(input.agent);
          }
          stepIfEnough(round, out);
          break;
        case 'returned':
          if (!round.awaited.has(input.agent)) break;
          round.lost.delete(input.agent);
          out.resend(input.agent);
          break;
        case 'missing':
          if (!round.awaited.has(input.agent)) break;
          round.lost.add(input.agent);
          tryAgain(round, out);
          break;
        case 'woken':
          round.overdue = true;
          stepIfEnough(round, out);
      }
      return round;
    },
  };
}
