/**
 * Rounds of all policies that have them: the server sends to agents, gathers updates until the quorum or the
 * deadline, and steps with the updates that it has.
 */
import type { LateUpdates } from './late.ts';
import { inAgentOrder, type PolicyMachine, type PolicyOutput, type Update } from './machine.ts';

/** Settings in which policies with rounds differ. */
interface QuorumSettings {
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

/** State of an agent for the server, which waits for nothing, an answer, or an answer that will not come unless it is asked for again. */
const IDLE = 0;
const AWAITED = 1;
const LOST = 2;

interface Round {
  held: Update[];
  /** the agents that the newest message was sent to */
  asked: readonly number[];
  /** of each agent, one of the three above */
  readonly status: number[];
  /** agents whose answers are awaited, the lost ones included */
  awaited: number;
  lost: number;
  overdue: boolean;
}

const isAwaited = ({ status }: Round, agent: number): boolean => (status[agent] ?? IDLE) !== IDLE;

function waitFor(round: Round, agents: readonly number[]): void {
  for (const agent of round.asked) round.status[agent] = IDLE;
  for (const agent of agents) round.status[agent] = AWAITED;
  round.asked = agents;
  round.awaited = agents.length;
  round.lost = 0;
}

/** The answer that an agent was asked for has come, or will after all. */
function found(round: Round, agent: number, status: typeof IDLE | typeof AWAITED): void {
  if (round.status[agent] === LOST) round.lost--;
  if (status === IDLE) round.awaited--;
  round.status[agent] = status;
}

/** Gathers updates, round after round. */
export function gathering({ choose, quorum, deadline, late }: QuorumSettings): PolicyMachine<Round> {
  const gather = (round: Round, agents: readonly number[], abandon: boolean, out: PolicyOutput): void => {
    waitFor(round, agents);
    round.overdue = false;
    if (deadline !== undefined) out.wake(deadline);
    out.send(agents, abandon);
  };

  const stepIfEnough = (round: Round, out: PolicyOutput): void => {
    const { held, awaited, overdue } = round;
    // A step with nobody is none: a deadline that finds no update waits for the first.
    const some = held.length > 0;
    const enough = overdue || awaited === 0 || (quorum !== undefined && held.length >= quorum);
    if (!some || !enough) {
      tryAgain(round, out);
      return;
    }
    round.held = [];
    waitFor(round, []);
    out.step(held.sort(inAgentOrder));
  };

  /** Asks for lost answers again, where nothing else will come any more. */
  const tryAgain = (round: Round, out: PolicyOutput): void => {
    const { awaited, lost, overdue, status, asked } = round;
    const waits = deadline !== undefined && !overdue;
    if (waits || lost === 0 || lost < awaited) return;
    const again = asked.filter((agent) => status[agent] === LOST).sort((a, b) => a - b);
    for (const agent of again) found(round, agent, AWAITED);
    for (const agent of again) out.resend(agent);
  };

  return {
    state: { held: [], asked: [], status: [], awaited: 0, lost: 0, overdue: false },
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
          if (input.current && isAwaited(round, input.agent)) found(round, input.agent, IDLE);
          stepIfEnough(round, out);
          break;
        case 'returned':
          if (!isAwaited(round, input.agent)) break;
          found(round, input.agent, AWAITED);
          out.resend(input.agent);
          break;
        case 'missing':
          if (!isAwaited(round, input.agent)) break;
          if (round.status[input.agent] === AWAITED) round.lost++;
          round.status[input.agent] = LOST;
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
