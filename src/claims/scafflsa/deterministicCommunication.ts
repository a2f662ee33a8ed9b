/** SCAFFLSA with a fixed number of local steps, §5 and B.2: bound and Lyapunov function. Computed. */
import { largestRatio } from '../../maths/symmetricEigenvalues.ts';
import type { Claim } from '../claim.ts';
import { exactly } from '../statistics/intervals.ts';
import { fixedRound, lyapunov, startOf, worstGrowth } from './controlledMoments.ts';
import { population, scalarConstants } from './scalarAgents.ts';

const AGENTS = population(4);
const QUIET = AGENTS.map((agent) => ({ ...agent, noise: 0 }));
const { monotonicity, largestSquare, rootNoise, pullSpread } = scalarConstants(AGENTS);
/** A 2's a: half of A 3's. */
const a = monotonicity / 2;
/** The largest ηH of Theorem B.5. */
const MOST_TIME = Math.min(1, 1 / a, a / (16 * largestSquare));
const LOCAL_STEPS = [1, 5, 25];
const SETTING =
  'Exact moments of four scalar agents, Ā = 1, 2, 1, 2, Var A = 0.25, noise of variance 1 at θ*; ηH = a/(16 max(‖Ā‖² + ‖Σ_Ã‖)), the most that Theorem B.5 allows. Theorem 5.3 prints 32C_A² for the same, and B.5 σ̄_ε for σ̄_ω.';

/** The largest E ψ_t over its bound (52), until both have settled. */
function worstOverBound(localSteps: number): number {
  const stepSize = MOST_TIME / localSteps;
  const factor = 1 - (MOST_TIME * a) / 4;
  const floor = ((16 * stepSize) / a) * rootNoise;
  const start = 1 + MOST_TIME ** 2 * pullSpread;
  const advance = fixedRound(AGENTS, stepSize, localSteps);
  let moments = startOf(AGENTS, 1);
  let worst = 0;
  for (let t = 1; t <= 1000; t++) {
    moments = advance(moments);
    worst = Math.max(worst, lyapunov(moments, MOST_TIME) / (factor ** t * start + floor));
  }
  return worst;
}

/** E ψ after a round over (1 − ηaH/4)ψ, at the worst state. */
function worstContraction(localSteps: number): number {
  const advance = fixedRound(QUIET, MOST_TIME / localSteps, localSteps);
  const growth = worstGrowth(AGENTS.length, advance, MOST_TIME, true);
  return largestRatio(...growth) / (1 - (MOST_TIME * a) / 4);
}

export const DETERMINISTIC_COMMUNICATION: readonly Claim[] = [
  {
    name: 'scafflsa-bound',
    paper: 'SCAFFLSA',
    source: 'Theorem 5.3, (52)',
    quote: 'E‖θ_T − θ*‖² ≤ (1 − ηaH/4)^T E[ψ_0] + (16η/a) σ̄_ω',
    statement:
      'With H local steps a round SCAFFLSA’s Lyapunov function stays below the bound of Theorem 5.3.',
    region: 'Refuted by a number above 1: a round after which E ψ_t exceeds the bound.',
    bound: true,
    conditions: SETTING,
    needs: [],
    test: () => ({
      parts: LOCAL_STEPS.map((localSteps) => ({
        statistic: `largest E ψ_t over the bound, H = ${localSteps}`,
        value: exactly(worstOverBound(localSteps)),
        claimed: { high: 1 },
      })),
    }),
  },
  {
    name: 'scafflsa-lyapunov',
    paper: 'SCAFFLSA',
    source: '§5, (51)',
    quote: 'we can analyze SCAFFLSA under H 2, by studying the following Lyapunov function',
    statement: 'Each round of H local steps contracts SCAFFLSA’s ψ by 1 − ηaH/4, from every state.',
    region:
      'Refuted by a number above 1: a state from which a round shrinks ψ by less than 1 − ηaH/4 in expectation.',
    bound: true,
    conditions: SETTING,
    needs: [],
    test: () => ({
      parts: LOCAL_STEPS.map((localSteps) => ({
        statistic: `E ψ after a round over (1 − ηaH/4)ψ, worst state, H = ${localSteps}`,
        value: exactly(worstContraction(localSteps)),
        claimed: { high: 1 },
      })),
    }),
  },
];
