/**
 * Who takes part in a round, where that does not depend on what happened in earlier ones: a uniformly drawn set of
 * agents, of one size or of a random one.
 *
 * - `sampled:K` draws it.
 * - `first:K` that drops late answers: agents begin each round together, so that with times that are alike and
 *   independent the first K are any K; order at equal times is random.
 * - `deadline:Δ` that drops, with such times: Bin(M, F(Δ)) agents, F the law of a cycle; where nobody has answered, the
 *   first who does.
 */
import { DEFAULT_POLICY, policyOf } from '../../policies/index.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { lawOf } from '../../triggers/index.ts';
import { because, type Unknown } from '../unknown.ts';
import { answeredBy } from './answeredBy.ts';
import { countLaw } from './countLaw.ts';
import { alikeAgents, type Cycle, cycleOf, hasBandwidth } from './cycle.ts';

/** What moments need of the law of |S|, S the set of those who take part. */
export interface Participation {
  /** E[1/|S|] */
  readonly inverseSize: number;
}

/** What schedules depend on of a run. */
export type ScheduledRun = Pick<RunConfiguration, 'trigger'> &
  Partial<Pick<RunConfiguration, 'policy' | 'timing' | 'clock' | 'bits'>>;

/**
 * The law of who takes part, or why there is none in closed form.
 *
 * @param agents - M
 * @param dimension - d
 */
export function participation(agents: number, dimension: number, run: ScheduledRun): Participation | Unknown {
  const policy = policyOf(run.policy ?? DEFAULT_POLICY);
  const pace = policy.pace(agents);
  if (pace?.kind !== 'rounds')
    return because(
      `the policy is ${policy.name}; who takes part in a round has no law that is known in closed form`,
    );
  const { asked, awaited, deadline } = pace;
  if (asked === awaited && deadline === undefined) return { inverseSize: 1 / awaited };
  const cycle = exchangeableCycle(agents, dimension, run);
  if ('reason' in cycle) return cycle;
  if (deadline === undefined) return { inverseSize: 1 / awaited };
  const probability = answeredBy(cycle, deadline);
  return probability === undefined
    ? because('the probability that an agent has answered by the deadline has no closed form')
    : { inverseSize: inverseSize(asked, probability, awaited) };
}

/** E[1/max(1, min(K, N))], N of law Bin(S, p). */
function inverseSize(asked: number, p: number, awaited: number): number {
  const sizes = binomial(asked, p);
  return sizes.reduce((sum, weight, size) => sum + weight / Math.max(1, Math.min(awaited, size)), 0);
}

/** P(N = 0), …, P(N = n). */
function binomial(n: number, p: number): number[] {
  if (p === 0 || p === 1) return Array.from({ length: n + 1 }, (_, k) => Number(k === p * n));
  return countLaw(0, n, n * p, (k) => (((n - k) / (k + 1)) * p) / (1 - p));
}

/** The cycle of all agents, if its times are such that any agents are the first with the same probability. */
function exchangeableCycle(agents: number, dimension: number, run: ScheduledRun): Cycle | Unknown {
  const { timing, trigger, clock } = run;
  const law = lawOf(trigger);
  if (clock === 'wall') return because('on the wall clock times have no law that is known');
  const groups = alikeAgents(timing, agents);
  if (groups.length > 1) return because('the times of the agents are not alike');
  // With random gaps, which all agents share, the first K are still any K; a deadline has no closed form then.
  const { fields } = groups[0]!;
  if (run.bits === true && hasBandwidth(fields))
    return because('messages have sizes of their own, which decide how long they are under way');
  const cycle = cycleOf(fields, law?.kind === 'constant' ? law.gap : NaN, dimension, run.bits);
  if (cycle === undefined)
    return because('the times of different rounds are not independent, or faults are in the way');
  if (cycle.random.some(({ part }) => part === 'downlink'))
    return because('the server’s message is under way for a random time, and may hold up the next round');
  return cycle;
}
