/** How stale updates are where cycles are exponential: the whole law, for agents of one rate together. */
import { type AnswerLaw, exponentialRates, ownPaced, shares } from './answerLaw.ts';
import type { ScheduledRun } from './participation.ts';
import { stretches } from './stretches.ts';

/** The staleness of the updates of some agents, in server steps. */
export interface StalenessLaw {
  /** neighbours of one rate */
  readonly first: number;
  readonly last: number;
  /** p_i: that the next answer is one agent's */
  readonly chance: number;
  readonly mean: number;
  /** smallest τ with P(staleness ≤ τ) ≥ 1/2, 0.9 and 0.99 */
  readonly quantiles: readonly [number, number, number];
}

const LEVELS = [0.5, 0.9, 0.99] as const;

/**
 * Between an agent's message and its answer come N answers of others, P(N = k) = p (1 − p)^k. They make
 * ⌊(h + N)/K⌋ server steps where the buffer had h of K when it was sent the message, each h as likely in the long run:
 * mean (1 − p)/(pK), and `P(staleness ≥ s) = (1/K) Σ_{j=1}^{K} q^{(s−1)K + j}`, q = 1 − p, for s ≥ 1.
 */
export function stalenessLaws({
  chances,
  answers: K,
}: Pick<AnswerLaw, 'chances' | 'answers'>): StalenessLaw[] {
  return stretches(chances).map(({ first, last, value: chance }) => {
    const q = 1 - chance;
    const atLeastOne = Array.from({ length: K }, (_, j) => q ** (j + 1) / K).reduce((sum, p) => sum + p, 0);
    const [median, high, highest] = LEVELS.map((level) => quantile(1 - level, atLeastOne, q ** K));
    return { first, last, chance, mean: q / (chance * K), quantiles: [median!, high!, highest!] };
  });
}

/** What rounding may leave of a tail. */
const ROUNDING = 1e-12;

/** The smallest τ with P(staleness > τ) = first · ratio^τ ≤ tail. */
function quantile(tail: number, first: number, ratio: number): number {
  if (first <= tail * (1 + ROUNDING)) return 0;
  return Math.ceil(Math.log(tail / first) / Math.log(ratio) - ROUNDING);
}

/**
 * How stale updates are, whatever they weigh; empty where the law is not known. Of agents that are alike the C that are at work
 * answer each as likely.
 */
export function stalenessOf(agents: number, dimension: number, run: ScheduledRun): StalenessLaw[] {
  const paced = ownPaced(agents, run);
  if ('reason' in paced) return [];
  const { answers, working } = paced;
  const rates = exponentialRates(agents, dimension, run);
  if ('reason' in rates) return [];
  if (working === agents) return stalenessLaws({ ...shares(rates), answers });
  if (rates.some((value) => value !== rates[0])) return [];
  const chances = new Array<number>(working).fill(1 / working);
  return stalenessLaws({ chances, answers }).map((law) => ({ ...law, last: agents - 1, chance: 1 / agents }));
}
