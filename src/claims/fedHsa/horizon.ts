/** FedHSA, Corollary 1, (14) and the doubling trick: the error at a horizon. Computed, without a run. */
import { horizonStep } from '../../algorithms/stepSize.ts';
import { mixingRates, slowestMixing } from '../../theory/bounds/fedHsa/constants.ts';
import { largestUsefulLocalSteps } from '../../theory/bounds/fedHsa/linearSpeedup.ts';
import type { ClaimDefinition } from '../claim.ts';
import { errorsAt, plain, solved } from '../exactProblem.ts';
import { mean } from '../../report/statistics.ts';
import type { ScenarioDefinition } from '../../configuration/scenario.ts';
import { type RunData, seriesOf } from '../runData.ts';
import { exactly, jointLevel, ratioInterval } from '../statistics/intervals.ts';
import { exactExponent } from '../statistics/slopes.ts';
import { chainAgents, LIPSCHITZ, MONOTONICITY } from '../chainAgents.ts';
import { noiseFloor } from './predictedFloor.ts';

const MEMORY = 0.5;
const DIFFERENCES = { spread: 0.5, pull: 3 };

const SCALARS = (agents: number) => chainAgents({ agents, memory: MEMORY, ...DIFFERENCES });

/** E ‖θ̄_T − θ*‖² at Corollary 1's step for T rounds, from 0. */
function errorAt(agents: number, localSteps: number, rounds: number): number {
  const stepSize = horizonStep(agents, localSteps, rounds, MONOTONICITY);
  const [error] = errorsAt(
    solved(SCALARS(agents)),
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
  const { problem } = solved(SCALARS(agents));
  const rates = mixingRates([problem.agent(0).chain!]);
  if ('reason' in rates) throw new RangeError(rates.reason);
  const alpha = (4 * Math.log(agents * steps)) / (MONOTONICITY * steps);
  return largestUsefulLocalSteps(
    { agents, monotonicity: MONOTONICITY, lipschitz: LIPSCHITZ + DIFFERENCES.spread, growth: 1 },
    slowestMixing(rates, alpha),
    steps,
  );
}

const STEPS = 16_384; // R = HT

const DOUBLING = 'claim-doubling';
/** Where the epoch of 1,024 rounds ends, and early and late in the one of 2,048. */
const HORIZONS = [1984, 2304, 4032];

/** Twelve coordinates, so that the mean over seeds does not scatter. */
const DOUBLING_RUNS: ScenarioDefinition = {
  name: DOUBLING,
  title: 'Doubling the horizon',
  question: 'What does it cost not to know how long a run will be?',
  reproduces: 'FedHSA, §4',
  problem: {
    kind: 'gauss-markov-quadratic',
    agents: 4,
    dimension: 12,
    noiseVariance: 1,
    noiseSpectralRadius: 0.5,
    curvature: 'convex',
    offsetScale: 1,
    initialNoise: 'stationary',
    seed: 1,
  },
  algorithms: ['fedhsa'],
  sampling: 'markov',
  localSteps: 10,
  seeds: 240,
  quick: { seeds: 30 },
  panels: {
    doubling: {
      title: 'Doubling',
      stepSize: { kind: 'doubling', firstRounds: 64, monotonicity: 1 },
      rounds: HORIZONS.at(-1)!,
      record: 'all',
    },
    ...Object.fromEntries(
      HORIZONS.map((rounds) => [
        `t-${rounds}`,
        { title: `T = ${rounds}`, stepSize: { kind: 'corollary-1', monotonicity: 1 }, rounds, record: 'all' },
      ]),
    ),
  },
};

/** The mean error of the fifty rounds before T, one a seed. */
function errorsBefore(run: RunData, rounds: number): number[] {
  return seriesOf(run, 'fedhsa').map(({ columns: { round, error } }) =>
    mean(error.filter((_, row) => round[row]! > rounds - 50 && round[row]! <= rounds)),
  );
}

export const HORIZON: readonly ClaimDefinition[] = [
  {
    name: 'fedhsa-linear-speed-up',
    source: 'Corollary 1, (13)',
    quote: 'd_T ≤ Õ((d_0 + τ̄L²σ²/(μ²(1−ρ))) 1/(MHT))',
    statement:
      'At Corollary 1’s step FedHSA’s error after T rounds falls like 1/(MHT), in T, in H and in M, up to a logarithm.',
    region:
      'Beyond log(MHT) the corollary has the exponent −1 in each of the three. Refuted outside −1.15 to −0.85: 0 in M would be no collaboration, 0 in H that local steps gain nothing. The level is the floor of the noise to first order, within a tenth.',
    conditions:
      'Exact moments on the joint chain of scalar agents that differ, Ā_i = 1 ± 0.5, Ḡ_i(θ*) = ± 3, with noise that multiplies θ; two states each, λ = 0.5.',
    test: () => [
      {
        statistic: 'exponent of E ‖θ̄_T − θ*‖²/log(MHT) in T, M = 4, H = 4',
        value: exactExponent(ROUNDS, (rounds) => beyondLogarithm(4, 4, rounds)),
        claimed: { low: -1.15, high: -0.85 },
      },
      {
        statistic: 'the same in H, M = 4, T = 2000',
        value: exactExponent(LOCAL_STEPS, (localSteps) => beyondLogarithm(4, localSteps, 2000)),
        claimed: { low: -1.15, high: -0.85 },
      },
      {
        statistic: 'the same in M, H = 4, T = 2000',
        value: exactExponent(AGENTS, (agents) => beyondLogarithm(agents, 4, 2000)),
        claimed: { low: -1.15, high: -0.85 },
      },
      {
        statistic: 'E ‖θ̄_T − θ*‖² over the noise’s floor at that step, M = 4, H = 4, T = 2000',
        value: exactly(
          errorAt(4, 4, 2000) / noiseFloor(SCALARS(4), horizonStep(4, 4, 2000, MONOTONICITY), 4),
          1e-6,
        ),
        claimed: { low: 0.9, high: 1.1 },
      },
    ],
  },
  {
    name: 'fedhsa-local-steps-limit',
    source: '(14), Communication Complexity',
    quote:
      'the gap H between communication rounds cannot be arbitrarily large; instead, it needs to satisfy the constraint imposed in (14)',
    statement:
      'With the largest H that (14) allows, the same number of samples gives at most twice the error of H = 1; far beyond (14), several times that.',
    region:
      'At (14) the two terms of the bound are equal, so that the floor may double against one step a round; a number above 1 refutes it, and one below a quarter, where so many local steps would be a gain. The open constant is 1. Several times is more than three: below, H could be as large as one likes.',
    conditions:
      'Exact moments on the joint chain of scalar agents that differ, at the step of Corollary 1 for that T; H is rounded down to a power of two.',
    test: () => [
      ...[2, 4].map((agents) => {
        const most = 2 ** Math.floor(Math.log2(mostLocalSteps(agents, STEPS)));
        return {
          statistic: `E ‖θ̄_T − θ*‖² with H = ${most} over twice that with H = 1, R = HT = ${STEPS}, M = ${agents}`,
          value: exactly(errorAt(agents, most, STEPS / most) / (2 * errorAt(agents, 1, STEPS)), 1e-6),
          claimed: { low: 0.25, high: 1 },
        };
      }),
      {
        statistic: `E ‖θ̄_T − θ*‖² with T = 16, H = ${STEPS / 16}, over that with H = 1, R = ${STEPS}, M = 2`,
        value: exactly(errorAt(2, STEPS / 16, 16) / errorAt(2, 1, STEPS), 1e-6),
        claimed: { low: 3 },
      },
    ],
  },
  {
    name: 'fedhsa-doubling',
    source: '§4, the doubling trick',
    quote:
      'the price of not knowing R a priori is a degradation by a constant factor that is no worse than 2',
    statement:
      'The doubling trick loses at most a factor of 2 against a known horizon, wherever it is stopped.',
    region:
      'Refuted by a factor above 2 at some horizon, or below a half, where not knowing would be a gain. The argument is that the last epoch has at least half of the samples, which is so where an epoch ends; just after a longer one has begun the error is still that of the epoch before.',
    conditions:
      'Four quadratics in twelve dimensions with Markov noise, H = 10, μ = 1; epochs of 64, 128, … rounds, stopped at three horizons.',
    needs: [{ scenario: DOUBLING, definition: DOUBLING_RUNS }],
    test: (data) =>
      HORIZONS.map((rounds) => ({
        statistic: `error of doubling over that of the step for T, T = ${rounds}`,
        value: ratioInterval(
          errorsBefore(data.run(DOUBLING, 'doubling'), rounds),
          errorsBefore(data.run(DOUBLING, `t-${rounds}`), rounds),
          jointLevel(HORIZONS.length),
        ),
        claimed: { low: 0.5, high: 2 },
      })),
  },
];
