/** Pace of a policy, for theory, reports and notes: how many answers a step takes, how stale they are, in which orders they come. */
/**
 * How much of one agent is enough to hold the server up for good: `silence`, an answer that never comes;
 * `absence`, that the agent is gone.
 */
export type HeldUpBy = 'silence' | 'absence' | undefined;

/**
 * How many answers a policy waits for.
 *
 * - `own`: so many answers make a step, and every agent is always at work; or so many of them, the next drawn uniformly from
 *   the others;
 * - `rounds`: so many agents begin each round together, and the first so many answers end it, or so many seconds,
 *   if there has been an answer by then.
 */
export type Pace =
  | { readonly kind: 'own'; readonly answers: number; readonly working?: number }
  | {
      readonly kind: 'rounds';
      readonly asked: number;
      readonly awaited: number;
      readonly deadline?: number;
    };

/** A pace without rounds. */
export type OwnPace = Extract<Pace, { readonly kind: 'own' }>;

/** C, the number of the M agents that are at work at a time. */
export const workingOf = ({ working = Infinity }: OwnPace, agents: number): number =>
  Math.min(working, agents);

/**
 * The mean staleness of updates, in server steps: in each step of K answers all but one of the C dispatches under way grow older
 * by a step, so that it is (C − 1)/K.
 */
export const meanStaleness = (pace: OwnPace, agents: number): number =>
  (workingOf(pace, agents) - 1) / pace.answers;

/** In which orders a policy without rounds takes answers in, where every agent is always at work. */
export interface OrderRule {
  /**
   * - `buffer`: a step takes in the next so many answers, and agents are sent to when they answer;
   * - `waiting`: a step takes one answer in, unless an agent would fall too far behind by it: then it waits for these, and
   *   takes in what has come meanwhile; agents are sent to with the step.
   */
  readonly kind: 'buffer' | 'waiting';
  /** that a step of `buffer` takes in */
  readonly answers: number;
  /** largest staleness of what is taken in; Infinity where there is no bound */
  readonly largestStaleness: number;
  /** how far the policy goes in a step: a setting, its value, and what it may be at most */
  readonly strength: {
    readonly setting: 'mixing' | 'serverStepSize';
    readonly value: number;
    readonly most: number;
  };
  /** whether every update weighs the same, however stale */
  readonly alike: boolean;
}

/** Weights of updates, by staleness in server steps and age in seconds. */
interface Weighing {
  weight(staleness: number, age: number): number;
}

/** Staleness and age at which weights are looked at: laws of them are monotone. */
const FAR = 1e9;

/** The weight of every update, however stale and old; `undefined` where they differ. */
export function constantWeight(step: Weighing): number | undefined {
  const fresh = step.weight(0, 0);
  const isConstant = !weighsByAge(step) && step.weight(1, 0) === fresh && step.weight(FAR, 0) === fresh;
  return isConstant ? fresh : undefined;
}

/** Ages in seconds, by which updates may weigh, follow from no order of answers. */
export const weighsByAge = (step: Weighing): boolean => step.weight(0, FAR) !== step.weight(0, 0);
