/** FedAvg's stationary variance by agents and step size. Computed, without a run. */
import { expansion } from '../../theory/expansion/expansion.ts';
import type { Claim } from '../claim.ts';
import { plain, solved, stationaryErrors } from '../exactProblem.ts';
import { exactly } from '../statistics/intervals.ts';
import { exactExponent } from '../statistics/slopes.ts';

const AGENTS = [1, 4, 16];
const STEPS = [4e-3, 2e-3, 1e-3];
const TRIGGER = { kind: 'deterministic', localSteps: 10 } as const;

/** E ‖θ̄ − E θ̄‖² in the long run, and the trace of (γ/N) A C. */
function variances(agents: number, stepSize: number): { readonly exact: number; readonly first: number } {
  const problem = solved({
    kind: 'gauss-markov-quadratic',
    agents,
    dimension: 4,
    noiseVariance: 0.01,
    noiseSpectralRadius: 0.5,
    curvature: 'convex',
    offsetScale: 10,
    initialNoise: 'stationary',
    seed: 1,
  });
  const { meanSquare, biasSquare } = stationaryErrors(
    problem,
    { trigger: TRIGGER, sampling: 'iid' },
    plain('local-sa', stepSize),
  );
  const order = expansion(problem.problem, problem.solution, { stepSize, trigger: TRIGGER, sampling: 'iid' });
  if (order.kind === 'refused') throw new RangeError(order.reason);
  const d = problem.problem.dimension;
  const first = order.covariance.reduce((sum, value, at) => (at % (d + 1) === 0 ? sum + value : sum), 0);
  return { exact: meanSquare - biasSquare, first };
}

export const VARIANCE: Claim = {
  name: 'richardson-romberg-variance',
  paper: 'Richardson–Romberg',
  source: 'Theorem 2',
  quote: 'the variance of the stationary distribution of FedAvg scales with 1/N, up to higher order terms',
  statement:
    'FedAvg’s stationary variance is (γ/N) A C to first order: linear speed-up in the number of agents N.',
  region:
    'Ratios to the formula within 5 %, which at N = 1, 4 and 16 leaves no room for another power of N, and the exponent 1 in γ within a tenth.',
  conditions: 'Exact moments under i.i.d. sampling; quadratics of dimension 4, H = 10.',
  needs: [],
  test: () => ({
    parts: [
      ...AGENTS.map((agents) => {
        const { exact, first } = variances(agents, STEPS.at(-1)!);
        return {
          statistic: `exact variance over tr (γ/N) A C, N = ${agents}, γ = ${STEPS.at(-1)}`,
          value: exactly(exact / first, 1e-5),
          claimed: { low: 0.95, high: 1.05 },
        };
      }),
      {
        statistic: 'exponent of the variance in γ, N = 4',
        value: exactExponent(
          STEPS,
          STEPS.map((stepSize) => variances(4, stepSize).exact),
        ),
        claimed: { low: 0.9, high: 1.1 },
      },
    ],
  }),
};
