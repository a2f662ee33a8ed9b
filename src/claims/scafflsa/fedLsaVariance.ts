/** SCAFFLSA, Theorem 4.1: FedLSA's fluctuation about its bias, by agents. Computed. */
import type { ClaimDefinition } from '../claim.ts';
import { plain, solved, type SolvedProblem, stationaryErrors } from '../exactProblem.ts';
import { exactly } from '../statistics/intervals.ts';
import { exactExponent } from '../statistics/slopes.ts';
import { twoKinds } from './independentAgents.ts';

const AGENTS = [2, 4, 8, 16];
const SHORT_STEP = 0.01; // η
const LOCAL_STEPS = 20; // H
const TRIGGER = { kind: 'deterministic', localSteps: LOCAL_STEPS } as const;

/** E ‖θ̄ − E θ̄‖² in the long run. */
function variance(problem: SolvedProblem, stepSize: number): number {
  const { meanSquare, biasSquare } = stationaryErrors(
    problem,
    { trigger: TRIGGER, sampling: 'iid' },
    plain('local-sa', stepSize),
  );
  return meanSquare - biasSquare;
}

export const FED_LSA_VARIANCE: readonly ClaimDefinition[] = [
  {
    name: 'scafflsa-fedlsa-speed-up',
    source: 'Theorem 4.1, Corollary 4.3',
    quote: 'the fluctuation and heterogeneity terms scale in linearly with N',
    statement: 'FedLSA has linear speed-up on agents that differ: the variance of its error falls like 1/N.',
    region:
      'Linear speed-up has the exponent −1. The noise of an agent’s own local steps, were it not averaged, would give 0. The level is at least that of the noise at θ*, η/3 over N, and at most twice that, for the noise that multiplies θ away from θ*.',
    conditions:
      'Exact moments of scalar agents of two kinds, Ā = 1 and 2, as many of each, roots 1.5 apart, i.i.d. observations; N = 2 to 16, H = 20, η = 0.01.',
    test: () => {
      const variances = AGENTS.map((agents) => variance(solved(twoKinds(agents)), SHORT_STEP));
      return [
        {
          statistic: 'exponent of the stationary variance in N',
          value: exactExponent(AGENTS, variances),
          claimed: { low: -1.05, high: -0.95 },
        },
        ...AGENTS.map((agents, at) => ({
          statistic: `N times the stationary variance over η/3, N = ${agents}`,
          value: exactly((variances[at]! * agents * 3) / SHORT_STEP, 1e-5),
          claimed: { low: 1, high: 2 },
        })),
      ];
    },
  },
];
