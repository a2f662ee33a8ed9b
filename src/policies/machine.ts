/**
 * A policy at work: a machine that hears what has happened and says what the server does. It knows
 * nothing of clocks, threads or streams; what it says depends on its state and on what it hears alone.
 */

/** An agent's answer, as far as a policy looks at it. */
export interface Update {
  readonly kind: 'update';
  readonly agent: number;
  /** what it answers: the agent's first, second, … */
  readonly dispatch: { readonly number: number };
  /** whether it answers the exchange that is under way; always so where there are no rounds */
  readonly current: boolean;
  /** server steps since its agent was sent what it answers */
  readonly staleness: number;
  /** the same in seconds */
  readonly age: number;
}

/** An input of a policy. */
export type PolicyInput<U extends Update = Update> =
  | U
  /** A round may begin. Without rounds: once, at the start. */
  | { readonly kind: 'ready' }
  /** The round continues with a further message, to these agents. */
  | { readonly kind: 'exchanged'; readonly agents: readonly number[] }
  /** Nothing will come of what this agent was sent last, in the exchange under way, and the agent could do something else. */
  | { readonly kind: 'missing'; readonly agent: number }
  /** The agent had crashed and has returned, without its state. */
  | { readonly kind: 'returned'; readonly agent: number }
  /** The time is over for which the policy wanted to wait. */
  | { readonly kind: 'woken' };

/** Outputs of a policy. */
export interface PolicyOutput<U extends Update = Update> {
  /**
   * Send these agents the round's newest message, or without rounds the newest model.
   *
   * @param abandon - whether they give up what they are at
   */
  send(agents: readonly number[], abandon: boolean): void;
  /** Send this agent the messages of the round under way again. */
  resend(agent: number): void;
  /**
   * Step with these updates, ascending by agent. Cancels a wake-up, unless it lasts.
   *
   * @param tier - whose step it is, of a policy with tiers: 0, 1, …
   */
  step(updates: readonly U[], tier?: number): void;
  /** The update comes too late for anything: it is discarded. */
  late(update: U): void;
  /**
   * Wake the policy so many seconds from now, instead of at the time asked for before.
   *
   * @param lasts - whether also after a step
   */
  wake(seconds: number, lasts?: boolean): void;
}

/**
 * @template State - handed on from input to input: a machine may write in the one that it is given,
 *   since nobody looks at it again
 */
export interface PolicyMachine<State = unknown> {
  /** at the start */
  readonly state: State;
  /** Decides what to do about an input, and returns the state after it. */
  next(state: State, input: PolicyInput, out: PolicyOutput): State;
}

/** Agents 0, …, M − 1. */
export function everyAgent(agents: number): readonly number[] {
  return Array.from({ length: agents }, (_, agent) => agent);
}

/** The order in which updates are summed: by agent, and by dispatch where an agent has several. */
export function inAgentOrder(a: Update, b: Update): number {
  return a.agent - b.agent || a.dispatch.number - b.dispatch.number;
}
