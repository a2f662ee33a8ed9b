/** What is known of a run's length before it begins. */
import { type PolicyConfiguration, policyOf } from '../policies/index.ts';
import { lawOf, meanGap } from '../triggers/index.ts';
import type { Budget, Limits, RunConfiguration } from './configuration.ts';

/** Whether a run may end before its rounds or local steps are done, which is known only as it happens. */
export const isLimited = ({ seconds, bytes }: Limits): boolean =>
  seconds !== undefined || bytes !== undefined;

/** T; of a number of local steps with random gaps its mean; Infinity where only limits end the run. */
export function budgetedRounds({ trigger, budget }: Pick<RunConfiguration, 'trigger' | 'budget'>): number {
  if (budget.kind === 'limits') return Infinity;
  return budget.kind === 'rounds' ? budget.rounds : Math.floor(budget.steps / (meanGap(trigger) ?? 1));
}

/** Rounds are counted in 32 bits. */
export const MOST_ROUNDS = 2_147_483_647;

/**
 * Why a run's length cannot be given in local steps under a policy.
 *
 * @returns the reason; `undefined` where it can
 */
export function budgetFault(policy: PolicyConfiguration, budget: Budget): string | undefined {
  return budget.kind === 'steps' && !policyOf(policy).everyone
    ? 'agents take local steps that go into no server step, or late, so that their number does not say how many server steps there are; give the number of server steps'
    : undefined;
}

/** −log of the probability with which a seed may have fewer rounds. */
const SURE = Math.log(1e6);

/**
 * The last round that every seed has; Infinity where only limits end them.
 *
 * Under the Bernoulli trigger a budget of K local steps gives each seed its own number of rounds. A
 * seed that has few of them has had long gaps, so the mean over those that get as far as a late round
 * is not the expectation; rounds are common as far as the probability to have fewer is below 10⁻⁶.
 */
export function commonRounds({ trigger, budget }: Pick<RunConfiguration, 'trigger' | 'budget'>): number {
  if (budget.kind !== 'steps') return budgetedRounds({ trigger, budget });
  const law = lawOf(trigger);
  if (law === undefined) return 0;
  return law.kind === 'constant'
    ? Math.floor(budget.steps / law.gap)
    : sureRounds(budget.steps, law.probability);
}

/**
 * The largest t such that t gaps of Geometric(p) sum to at most K except with probability 10⁻⁶, by
 * Chernoff's bound `P(Bin(K, p) < t) ≤ exp(−K D((t − 1)/K ‖ p))` for (t − 1)/K ≤ p, D the relative
 * entropy. Monotone in t, so that bisection finds it.
 *
 * @param steps - K
 * @param probability - p in (0, 1]
 */
export function sureRounds(steps: number, probability: number): number {
  const isSure = (t: number): boolean =>
    t === 0 ||
    ((t - 1) / steps < probability && steps * relativeEntropy((t - 1) / steps, probability) >= SURE);
  let sure = 0;
  let unsure = steps + 1;
  while (unsure - sure > 1) {
    const middle = Math.floor((sure + unsure) / 2);
    if (isSure(middle)) sure = middle;
    else unsure = middle;
  }
  return sure;
}

/** D(a ‖ p) of two coins, 0 ≤ a < 1. */
function relativeEntropy(a: number, p: number): number {
  const heads = a === 0 ? 0 : a * Math.log(a / p);
  return heads + (1 - a) * Math.log((1 - a) / (1 - p));
}
