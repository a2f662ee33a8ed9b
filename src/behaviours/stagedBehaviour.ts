/**
 * Agents' behaviours in two stages: what is to be computed in answer to a message, and the answer
 * once it has been computed. In between, a host has the work of all its agents done together.
 */
import { type LocalWork, localWork, perform } from '../problems/localWork.ts';
import type { LocalOperator } from '../problems/operator.ts';
import type { Downlink, Notice, Uplink } from '../protocol/messages.ts';
import type { AgentBehaviour } from './behaviour.ts';

/**
 * An agent's part of an algorithm, without the computing itself. The state it is given is the agent's
 * own, and changes in place; of a message nothing is kept.
 */
export interface StagedBehaviour<State> {
  /**
   * On which copy of the agent's observation stream each piece of work is done. The first is 0, the
   * stream that every algorithm sees; the others are independent of it, or 0 again.
   */
  readonly streams: readonly [0] | readonly [0, number];
  /** State passed between messages. */
  init(): State;
  /**
   * Takes a message of the server, and writes down what is to be computed.
   *
   * @param work - on the first stream
   * @param second - on the second, where there is one
   */
  ask(state: State, message: Downlink, work: LocalWork, second: LocalWork | undefined): void;
  /**
   * The work is done: gives the answer to the same message. Its vectors may be those of the work,
   * and so change with the next message.
   */
  answer(state: State, message: Downlink, work: LocalWork, second: LocalWork | undefined): Uplink;
  /** Takes a message that is not answered; only where the algorithm has such messages. */
  note?(state: State, message: Notice): void;
}

/**
 * The behaviour of an agent that computes by itself, at once.
 *
 * @param behaviourFor - its two stages, for models of a dimension
 * @param operatorOn - makes its operator on a copy of its stream
 */
export function computing<State>(
  behaviourFor: (dimension: number) => StagedBehaviour<State>,
  operatorOn: (copy: number) => LocalOperator,
): AgentBehaviour<State> {
  const first = operatorOn(0);
  const behaviour = behaviourFor(first.dimension);
  const work = localWork(first.dimension);
  const [, copy] = behaviour.streams;
  const other = copy === undefined ? undefined : operatorOn(copy);
  const otherWork = other && localWork(other.dimension);
  const agent: AgentBehaviour<State> = {
    init: () => behaviour.init(),
    receive: (state, message) => {
      behaviour.ask(state, message, work, otherWork);
      perform(work, first);
      if (other) perform(otherWork!, other);
      return [state, behaviour.answer(state, message, work, otherWork)];
    },
  };
  if (behaviour.note)
    agent.note = (state, message) => {
      behaviour.note!(state, message);
      return state;
    };
  return agent;
}
