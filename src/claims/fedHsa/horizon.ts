/** FedHSA, Corollary 1, (14) and the doubling trick: the error at a horizon. Computed, without a run. */
import { horizonStep, stepSizeAt } from '../../algorithms/stepSize.ts';
import { mixingRates, mixingTimeOf } from '../../theory/bounds/fedHsa/constants.ts';
import { largestUsefulLocalSteps } from '../../theory/bounds/fedHsa/linearSpeedup.ts';
import type { Claim } from '../claim.ts';
import { errorsAt, plain, solved } from '../exactProblem.ts';
import { exactly } from '../statistics/intervals.ts';
import { exactExponent } from '../statistics/slopes.ts';
import { chainAgents, LIPSCHITZ, MONOTONICITY } from './chainAgents.ts';

const MEMORY = 0.5;
const DIFFERENCES = { spread: 0.5, pull: 3 };

/** E ‖θ̄_T − θ*‖² at Corollary 1's step for T rounds, from 0. */
function errorAt(agents: number, localSteps: number, rounds: number): number {
  const stepSize = horizonStep(agents, localSteps, rounds, MONOTONICITY);
  const [error] = errorsAt(
    solved(chainAgents({ agents, memory: MEMORY, ...DIFFERENCES })),
    { trigger: { kind: 'deterministic', localSteps }, sampling: 'markov' },
    plain('fedhsa', stepSize),
    [rounds],
  );
  return error!.meanSquare;
}

/** The error over log(MHT), which Õ(1/(MHT)) hides. */
const beyondLogarithm = (agents: number, localSteps: number, rounds: number): number =>
  errorAt(agents, localSteps, rounds) / Math.log(agents * localSteps * rounds);

const ROUNDS = [1000, 2000, 4000];
const LOCAL_STEPS = [2, 4, 8];
const AGENTS = [1, 2, 4];

/** (14) with its open constant at 1. */
function mostLocalSteps(agents: number, steps: number): number {
  const { problem } = solved(chainAgents({ agents, memory: MEMORY, ...DIFFERENCES }));
  const rates = mixingRates([problem.agent(0).chain!]);
  if ('reason' in rates) throw new RangeError(rates.reason);
  const alpha = (4 * Math.log(agents * steps)) / (MONOTONICITY * steps);
  return largestUsefulLocalSteps(
    { agents, monotonicity: MONOTONICITY, lipschitz: LIPSCHITZ + DIFFERENCES.spread, growth: 1 },
    { time: mixingTimeOf(rates, alpha ** 2), rate: Math.max(...rates.map(({ rate }) => rate)) },
    steps,
  );
}

const STEPS = 16_384; // R = HT

/** FedHSA of M agents with additive noise in one dimension: E (θ̄ − θ*)² round by round; μ = 1, H local steps. */
function scalarError(
  steps: (round: number) => number,
  rounds: number,
  agents: number,
  localSteps: number,
): number {
  let second = 1;
  for (let t = 1; t <= rounds; t++) {
    const stepSize = steps(t);
    const kept = 1 - stepSize;
    let [map, noise] = [1, 0];
    for (let h = 0; h < localSteps; h++) {
      map *= kept;
      noise = kept ** 2 * noise + stepSize ** 2;
    }
    second = map ** 2 * second + noise / agents;
  }
  return second;
}

const DOUBLING = {
  kind: 'doubling',
  firstRounds: 64,
  agents: 4,
  localSteps: 10,
  monotonicity: MONOTONICITY,
} as const;

/** The largest and the typical loss over horizons at the ends and within the epochs. */
function doublingLosses(): number[] {
  const losses: number[] = [];
  for (let rounds = 960; rounds <= 4032; rounds += 64) {
    const doubled = scalarError((t) => stepSizeAt(DOUBLING, t), rounds, 4, 10);
    const known = horizonStep(4, 10, rounds, MONOTONICITY);
    losses.push(doubled / scalarError(() => known, rounds, 4, 10));
  }
  return losses;
}

export const HORIZON: readonly Claim[] = [
  {
    name: 'fedhsa-linear-speed-up',
    paper: 'FedHSA',
    source: 'Corollary 1, (13)',
    quote: 'd_T ≤ Õ((d_0 + τ̄L²σ²/(μ²(1−ρ))) 1/(MHT))',
    statement:
      'At Corollary 1’s step FedHSA’s error after T rounds falls like 1/(MHT), in T, in H and in M, up to a logarithm.',
    region:
      'Beyond log(MHT) the corollary has the exponent −1 in each of the three. Refuted outside −1.15 to −0.85: 0 in M would be no collaboration, 0 in H that local steps gain nothing.',
    conditions:
      'Exact moments on the joint chain of scalar agents that differ, Ā_i = 1 ± 0.5, Ḡ_i(θ*) = ± 3, with noise that multiplies θ; two states each, λ = 0.5.',
    needs: [],
    test: () => ({
      parts: [
        {
          statistic: 'exponent of E ‖θ̄_T − θ*‖²/log(MHT) in T, M = 4, H = 4',
          value: exactExponent(
            ROUNDS,
            ROUNDS.map((rounds) => beyondLogarithm(4, 4, rounds)),
          ),
          claimed: { low: -1.15, high: -0.85 },
        },
        {
          statistic: 'the same in H, M = 4, T = 2000',
          value: exactExponent(
            LOCAL_STEPS,
            LOCAL_STEPS.map((localSteps) => beyondLogarithm(4, localSteps, 2000)),
          ),
          claimed: { low: -1.15, high: -0.85 },
        },
        {
          statistic: 'the same in M, H = 4, T = 2000',
          value: exactExponent(
            AGENTS,
            AGENTS.map((agents) => beyondLogarithm(agents, 4, 2000)),
          ),
          claimed: { low: -1.15, high: -0.85 },
        },
      ],
    }),
  },
  {
    name: 'fedhsa-largest-local-steps',
    paper: 'FedHSA',
    source: '(14)',
    quote: 'given M and R, one can then set H to be …, T = R/H',
    statement:
      'With the largest H that (14) allows, the same number of samples gives at most twice the error of H = 1.',
    region:
      'At (14) the two terms of the bound are equal, so that the floor may double against one step a round; a number above 2 refutes it. The open constant is 1.',
    bound: true,
    conditions:
      'Exact moments on the joint chain of scalar agents that differ; H is rounded down to a power of two.',
    needs: [],
    test: () => ({
      parts: [2, 4].map((agents) => {
        const most = 2 ** Math.floor(Math.log2(mostLocalSteps(agents, STEPS)));
        return {
          statistic: `E ‖θ̄_T − θ*‖² with H = ${most} over that with H = 1, R = HT = ${STEPS}, M = ${agents}`,
          value: exactly(errorAt(agents, most, STEPS / most) / errorAt(agents, 1, STEPS), 1e-6),
          claimed: { high: 2 },
        };
      }),
    }),
  },
  {
    name: 'fedhsa-local-steps-limit',
    paper: 'FedHSA',
    source: '(14), Communication Complexity',
    quote: 'the gap H between communication rounds cannot be arbitrarily large',
    statement:
      'With too large an H, far beyond (14), the same number of samples gives an error several times that of H = 1.',
    region: 'Several times is more than three. Refuted by less: then H could be as large as one likes.',
    conditions:
      'Exact moments on the joint chain of scalar agents that differ, at the step of Corollary 1 for that T.',
    needs: [],
    test: () => ({
      parts: [
        {
          statistic: `E ‖θ̄_T − θ*‖² with T = 16, H = ${STEPS / 16}, over that with H = 1, R = ${STEPS}, M = 2`,
          value: exactly(errorAt(2, STEPS / 16, 16) / errorAt(2, 1, STEPS), 1e-6),
          claimed: { low: 3 },
        },
      ],
    }),
  },
  {
    name: 'fedhsa-doubling',
    paper: 'FedHSA',
    source: '§4, the doubling trick',
    quote:
      'the price of not knowing R a priori is a degradation by a constant factor that is no worse than 2',
    statement:
      'The doubling trick loses at most a factor of 2 against a known horizon, wherever it is stopped.',
    region:
      'Refuted by a factor above 2 at some horizon. The argument is that the last epoch has at least half of the samples, which is so where an epoch ends; just after a longer one has begun the error is still that of the epoch before.',
    bound: true,
    conditions:
      'Exact, four agents in one dimension with additive independent noise, H = 10, μ = 1; epochs of 64, 128, … rounds, horizons every 64 rounds.',
    needs: [],
    test: () => {
      const losses = doublingLosses();
      return {
        parts: [
          {
            statistic: 'largest E ‖θ̄_T − θ*‖² of doubling over that of the step for T, T from 960 to 4032',
            value: exactly(Math.max(...losses)),
            claimed: { high: 2 },
          },
          {
            statistic: 'the same at the end of an epoch, T = 4032',
            value: exactly(losses.at(-1)!),
            claimed: { high: 2 },
          },
        ],
      };
    },
  },
];
