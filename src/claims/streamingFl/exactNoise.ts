/** Streaming FL, §4 and E.3: what Markov noise and drift do to the gradient norm, computed; noise and agents simulated. */
import { supremumRatio } from '../../maths/mixing.ts';
import { pseudoSpectralGap } from '../../maths/pseudoSpectralGap.ts';
import type { AlgorithmConfiguration } from '../../configuration/configuration.ts';
import type { ScenarioDefinition } from '../../configuration/scenario.ts';
import { linearProblem } from '../../theory/linearProblem.ts';
import { meanRound } from '../../theory/mean/roundMap.ts';
import type { ClaimDefinition } from '../claim.ts';
import { errorsAt, plain, solved, stationaryErrors } from '../exactProblem.ts';
import { tailMeans } from '../runData.ts';
import { exactly, jointLevel, meanInterval } from '../statistics/intervals.ts';
import { exactExponent } from '../statistics/slopes.ts';
import { knownQuadratics, scalarQuadratics } from './scalarQuadratics.ts';

const K = 10;
const minibatch = (serverStepSize: number): AlgorithmConfiguration => ({
  name: 'minibatch-sgd',
  serverStepSize,
});

/** The stationary E ‖∇F‖². */
const floorOf = (algorithm: AlgorithmConfiguration, agents: number, flip: number, localSteps = K): number =>
  stationaryErrors(
    solved(scalarQuadratics({ agents, flip })),
    { trigger: { kind: 'deterministic', localSteps }, sampling: 'markov' },
    algorithm,
  ).meanSquare;

const AGENTS = [2, 4];
const MANY_AGENTS = [1, 2, 4, 8];
/** Slow chains: of fast ones, down to independent observations, no power of the gap is a law. */
const FLIPS = [0.1, 0.04, 0.02];

/** ν_ps and C_∞ of the two-state chain. */
function chain(flip: number) {
  const P = Float64Array.of(1 - flip, flip, flip, 1 - flip);
  const stationary = Float64Array.of(0.5, 0.5);
  return {
    gap: pseudoSpectralGap(P, 2, stationary)!.gap,
    ratio: supremumRatio(P, 2, stationary),
  };
}

/**
 * `E_x ‖(1/MK) Σ noise‖²` from the worst states x of the agents before the round, over `4C_∞σ²/(ν_ps MK)`: where a
 * round of Minibatch SGD with γ = 1 goes from w*, all agents having been in one state.
 */
function worstGradientError(agents: number, flip: number, localSteps: number): number {
  const { agents: all, ...rest } = scalarQuadratics({ agents, flip });
  const initial = { distribution: [1 - flip, flip] };
  const [error] = errorsAt(
    solved({ ...rest, agents: all.map((agent) => ({ ...agent, initial })) }),
    { trigger: { kind: 'deterministic', localSteps }, sampling: 'markov', initial: [1] },
    minibatch(1),
    [1],
  );
  const { gap, ratio } = chain(flip);
  return error!.meanSquare / ((4 * ratio ** agents) / (gap * agents * localSteps));
}

/** ‖∇F‖ at the limit without noise, with Hessians 1 ± 0.5 and ∇F_m(w*) = ± 1. */
function driftOf(algorithm: AlgorithmConfiguration, localSteps = K): number {
  const { problem, solution } = solved(scalarQuadratics({ agents: 2, flip: 0.5, spread: 0.5, pull: 1 }));
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) throw new RangeError(linear.reason);
  return Math.hypot(...meanRound(linear, algorithm, { kind: 'deterministic', localSteps })!.limit());
}
const DRIFT_STEPS = [0.01, 0.005, 0.0025];

/** p */
const SLOW = 0.1;
/** (1 + λ)/(1 − λ) at p = 0.1 */
const LONG_RUN = 9;
/** γ, and ηK of the others */
const STEP = 0.05;
/** M times the variance of ∇F: independent noise of its long-run variance, averaged over K, under a step γ or ηK. */
const FIRST_ORDER = (STEP / (2 * K)) * LONG_RUN;
const ALGORITHMS = [
  { title: 'Minibatch SGD', algorithm: minibatch(STEP) },
  { title: 'Local SGD', algorithm: { name: 'local-sa', stepSize: STEP / K } },
  {
    title: 'Local SGD-M',
    algorithm: { name: 'local-sgd-m', stepSize: STEP / K, serverStepSize: STEP, momentum: 0.5 },
  },
] as const;

const differing = (agents: number) => scalarQuadratics({ agents, flip: SLOW, spread: 0.5, pull: 1 });

/** ‖θ̄ − θ*‖² is ‖∇F‖²; the drift of Local SGD adds a hundredth to it. */
const SIMULATED: ScenarioDefinition = {
  name: 'claim-noise-and-agents',
  title: 'Noise of two and of four agents',
  question: 'Does the noise’s part of the gradient norm fall like 1/M?',
  reproduces: 'Streaming FL, §4.5',
  problem: differing(AGENTS[0]!),
  algorithms: ALGORITHMS.map(({ algorithm }) => algorithm),
  sampling: 'markov',
  localSteps: K,
  rounds: 10_000,
  record: { every: 10 },
  seeds: 40,
  quick: { seeds: 20, rounds: 5000 },
  panels: Object.fromEntries(
    AGENTS.map((agents) => [
      `m-${agents}`,
      { title: `M = ${agents}`, problem: { agents: differing(agents).agents } },
    ]),
  ),
};

const SETTING =
  'Exact stationary moments of scalar quadratics with noise ± 1 on two-state chains with flip probability p.';

export const EXACT_NOISE: readonly ClaimDefinition[] = [
  {
    name: 'streaming-fl-gradient-error',
    source: 'Lemma D.1',
    quote: 'E_t[‖(1/MK) Σ ∇f_m(w_t; x_t^(m,k)) − ∇F(w_t)‖²] ≤ 4C_∞σ²/(ν_ps MK)',
    statement: 'Given any past, the mean-square error of a minibatch gradient is at most 4C_∞σ²/(ν_ps MK).',
    region:
      'Refuted by a number above 1; below a hundredth there would be no noise. The proof prints ≤ Mσ² for σ²/M in between; the lemma has the latter.',
    bound: true,
    conditions:
      'Exact moments on two-state chains. C_∞ is that of the system’s chain, the product of the agents’.',
    test: () =>
      [
        [1, 0.5, 10],
        [1, 0.1, 1],
        [1, 0.01, 10],
        [1, 0.01, 1000],
        [4, 0.1, 100],
      ].map(([agents, flip, localSteps]) => ({
        statistic: `the error over the bound, worst states before the round, M = ${agents}, p = ${flip}, K = ${localSteps}`,
        value: exactly(worstGradientError(agents!, flip!, localSteps!)),
        claimed: { low: 0.01, high: 1 },
      })),
  },
  {
    name: 'streaming-fl-noise-and-agents',
    source: '§4.5, Impact of M',
    quote: 'demonstrating the benefits of collaboration in FL with heterogeneous Markovian data streams',
    statement:
      'On agents that differ the noise’s part of the gradient norm of all three algorithms falls like 1/M in the square.',
    region:
      'The level is that of noise whose long-run variance is (1 + λ)/(1 − λ) under a step γ or ηK, over M, to first order, within a fifth: without collaboration that of four agents would be four times as high.',
    conditions: `Scalar quadratics with noise ± 1 on two-state chains. ∇²F_m = 1 ± 0.5, ∇F_m(w*) = ± 1, K = 10, p = 0.1, M = 2 and 4.`,
    needs: [{ scenario: SIMULATED.name, definition: SIMULATED }],
    test: (data) =>
      ALGORITHMS.flatMap(({ title, algorithm }) =>
        data.runs(SIMULATED.name).map((run, at) => ({
          statistic: `${title}: E ‖∇F‖² over the noise’s first order, M = ${AGENTS[at]}`,
          value: meanInterval(
            tailMeans(run, algorithm.name, 'error', 0.9).map(
              (square) => (square * AGENTS[at]!) / FIRST_ORDER,
            ),
            jointLevel(ALGORITHMS.length * AGENTS.length),
          ),
          claimed: { low: 0.8, high: 1.2 },
        })),
      ),
  },
  {
    name: 'streaming-fl-bound-and-agents',
    source: '§4.5, Impact of M',
    quote: 'The sample complexity of all three algorithms scales with 1/M',
    statement: 'The number of samples K = C_∞σ²/(ν_ps Mε²) of the corollaries falls like 1/M.',
    region:
      'Falling like 1/M has the exponent −1. C_∞ is that of the system’s chain, the product of the M agents’: unless it is 1, as for independent observations, it grows exponentially with M.',
    conditions:
      'It is the bound that loses the speed-up: the algorithms’ noise does fall like 1/M (streaming-fl-noise-and-agents).',
    test: () =>
      [0.4, 0.1].map((flip) => ({
        statistic: `exponent of C_∞/(ν_ps M) in M, M = 1 to 8, two-state chains, p = ${flip}`,
        value: exactExponent(MANY_AGENTS, (agents) => {
          const { constants } = knownQuadratics(scalarQuadratics({ agents, flip }), 1);
          return constants.supremumRatio / (constants.pseudoSpectralGap * agents);
        }),
        claimed: { low: -1.1, high: -0.9 },
      })),
  },
  {
    name: 'streaming-fl-spectral-gap',
    source: '§4.2',
    quote:
      'the stochastic gradient noise is amplified by a factor inversely proportional to the spectral gap of the system-level Markov chain',
    statement:
      'With rounds much longer than the mixing time, the noise’s part of the gradient norm grows like 1/ν_ps.',
    region: 'In proportion is the exponent 1. Refuted outside 0.8 to 1.2, over gaps from 0.36 to 0.08.',
    conditions: SETTING,
    test: () => [
      {
        statistic:
          'Minibatch SGD: exponent of the stationary E ‖∇F‖² in 1/ν_ps, p from 0.1 to 0.02, K = 600, M = 1',
        value: exactExponent(
          FLIPS.map((flip) => 1 / chain(flip).gap),
          FLIPS.map((flip) => floorOf(minibatch(0.1), 1, flip, 600)),
        ),
        claimed: { low: 0.8, high: 1.2 },
      },
    ],
  },
  {
    name: 'streaming-fl-drift-and-step',
    source: 'Theorems 4.5, 4.7',
    quote: 'this term can be controlled by having a sufficiently small step size',
    statement:
      'Without noise Local SGD stops at a gradient norm that grows with K and falls like η² in the square, Minibatch SGD at 0.',
    region:
      'The bound’s term is in proportion to η, so below 1 refutes it; the drift itself, η(K − 1)/2 times mean (∇²F_m − ∇²F)∇F_m(w*), has 2 in the square and K − 1 in the norm. Exponent and levels within a tenth. The theorem’s term is an upper bound: how fast the floor grows with K is its first order’s.',
    conditions: 'Exact limits of two scalar quadratics, ∇²F_m = 1 ± 0.5, ∇F_m(w*) = ± 1.',
    test: () => {
      const drifts = DRIFT_STEPS.map((step) => driftOf(plain('local-sa', step)));
      return [
        {
          statistic: 'exponent in η of the limit of ‖∇F‖² without noise, η from 0.01 to 0.0025, K = 10',
          value: exactExponent(
            DRIFT_STEPS,
            drifts.map((drift) => drift ** 2),
          ),
          claimed: { low: 1.9, high: 2.1 },
        },
        {
          statistic: 'limit of ‖∇F‖ over its first order, η = 0.0025',
          value: exactly(drifts.at(-1)! / ((DRIFT_STEPS.at(-1)! * (K - 1)) / 4)),
          claimed: { low: 0.9, high: 1.1 },
        },
        {
          statistic: 'limit of ‖∇F‖ at K = 19 over that at K = 10, η = 0.0025',
          value: exactly(driftOf(plain('local-sa', DRIFT_STEPS.at(-1)!), 2 * K - 1) / drifts.at(-1)!),
          claimed: { low: 1.8, high: 2.2 },
        },
        {
          statistic: 'Local SGD-M’s limit of ‖∇F‖ over the first order at the step ηβ, β = 0.5, ηβ = 0.0025',
          value: exactly(
            driftOf({ ...ALGORITHMS[2].algorithm, stepSize: 2 * DRIFT_STEPS.at(-1)! }) /
              ((DRIFT_STEPS.at(-1)! * (K - 1)) / 4),
          ),
          claimed: { low: 0.9, high: 1.1 },
        },
        {
          statistic: 'Minibatch SGD’s limit of ‖∇F‖ over Local SGD’s',
          value: exactly(driftOf(minibatch(0.05)) / drifts.at(-1)!, 1e-9),
          claimed: { high: 1e-6 },
        },
      ];
    },
  },
];
