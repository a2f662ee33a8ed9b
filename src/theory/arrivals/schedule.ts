/**
 * A timed run with its numbers left out: what its parts were asked to do, in order. Who is sent what when,
 * whose answer goes into which server step with which weight, and who has lost what does not depend on any
 * number, so that all seeds' runs of a configuration on the virtual clock have this order before they begin.
 */
import type { FoldRule } from '../../policies/policy.ts';

/** A message as a part was given it: its number, in the order in which the run's messages were made, and its head. */
export interface GivenMessage {
  readonly message: number;
  readonly round: number;
  readonly localSteps: number;
  /** whether the server has taken the agent's last answer */
  readonly taken: boolean;
}

/** An answer as a server step without rounds took it in. */
export interface TakenUpdate {
  readonly agent: number;
  readonly answered: GivenMessage;
  /** the answer's own number */
  readonly answer: number;
  readonly weight: number;
}

/** A call of the server's part or of an agent's; the names are those of the parts' functions. */
export type PartCall =
  /** The server opens a round: for all, for one agent of them, or without rounds for one agent. */
  | { readonly kind: 'open'; readonly message: number; readonly round: number; readonly localSteps: number }
  | { readonly kind: 'openTo' | 'openFor'; readonly message: number; readonly agent: number }
  | { readonly kind: 'notice'; readonly message: number }
  /** An agent takes a message up, computes and answers. */
  | {
      readonly kind: 'ask';
      readonly agent: number;
      readonly asked: GivenMessage;
      readonly answer: number;
    }
  | { readonly kind: 'note'; readonly agent: number; readonly noted: GivenMessage }
  /** An agent has lost everything but its stream. */
  | { readonly kind: 'restart'; readonly agent: number }
  /** The server takes the answers of an exchange, and has a further message of the same round, or the round is over. */
  | {
      readonly kind: 'receive';
      readonly answers: readonly number[];
      readonly round: number;
      readonly localSteps: number;
      readonly message: number | undefined;
    }
  | {
      readonly kind: 'answered';
      readonly agent: number;
      readonly answered: GivenMessage;
      readonly answer: number;
    }
  /** A server step without rounds. */
  | { readonly kind: 'step'; readonly updates: readonly TakenUpdate[]; readonly tier: number };

/** The answers that a call of the server's takes in. */
function answersIn(call: PartCall): readonly number[] {
  switch (call.kind) {
    case 'receive':
      return call.answers;
    case 'answered':
      return [call.answer];
    case 'step':
      return call.updates.map(({ answer }) => answer);
    default:
      return [];
  }
}

/** The messages that a call makes or is given. */
export function messagesIn(call: PartCall): readonly number[] {
  const made = 'message' in call && call.message !== undefined ? [call.message] : [];
  switch (call.kind) {
    case 'ask':
      return [call.asked.message, call.answer];
    case 'note':
      return [call.noted.message];
    case 'answered':
      return [call.answered.message, call.answer];
    case 'step':
      return call.updates.flatMap(({ answered, answer }) => [answered.message, answer]);
    default:
      return [...answersIn(call), ...made];
  }
}

/**
 * The same calls with each agent's work as late as may be: before its answer is taken in, or the agent has
 * something else to do. So that fewer vectors are there at once.
 */
export function postponed(calls: readonly PartCall[]): PartCall[] {
  const waiting = new Map<number, Extract<PartCall, { kind: 'ask' }>>();
  const giver = new Map<number, number>();
  const out: PartCall[] = [];
  const flush = (agent: number): void => {
    const call = waiting.get(agent);
    if (call) out.push(call);
    waiting.delete(agent);
  };
  for (const call of calls) {
    if (call.kind === 'ask' || call.kind === 'note' || call.kind === 'restart') flush(call.agent);
    for (const answer of answersIn(call)) flush(giver.get(answer)!);
    if (call.kind !== 'ask') out.push(call);
    else {
      waiting.set(call.agent, call);
      giver.set(call.answer, call.agent);
    }
  }
  return out;
}

/** One seed's run of one algorithm. */
export interface Schedule {
  readonly calls: readonly PartCall[];
  /** how a server step without rounds makes a model of its updates */
  readonly fold: FoldRule | undefined;
  /** θ̄ `[d]` of the same run without noise, after round 1, 2, … */
  readonly noiseFree: readonly Float64Array[];
}
