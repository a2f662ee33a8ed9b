/** Streaming FL, §4 and E.3: what Markov noise and drift do to the gradient norm, exactly. Computed, without a run. */
import { mixingTime, supremumRatio } from '../../maths/mixing.ts';
import { pseudoSpectralGap } from '../../maths/pseudoSpectralGap.ts';
import type { AlgorithmConfiguration } from '../../protocol/configuration.ts';
import { linearProblem } from '../../theory/linearProblem.ts';
import { meanRound } from '../../theory/roundMap.ts';
import type { Claim } from '../claim.ts';
import { plain, solved, stationaryErrors } from '../exactProblem.ts';
import { exactly } from '../statistics/intervals.ts';
import { exactExponent } from '../statistics/slopes.ts';
import { scalarQuadratics } from './scalarQuadratics.ts';

const K = 10;
const TRIGGER = { kind: 'deterministic', localSteps: K } as const;
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

const AGENTS = [1, 2, 4];
const MANY_AGENTS = [1, 2, 4, 8];
/** Slow chains: of fast ones, down to independent observations, no power of the gap is a law. */
const FLIPS = [0.1, 0.04, 0.02];

/** P, ν_ps, C_∞ and τ(¼) of the two-state chain. */
function chain(flip: number) {
  const P = Float64Array.of(1 - flip, flip, flip, 1 - flip);
  const stationary = Float64Array.of(0.5, 0.5);
  return {
    gap: pseudoSpectralGap(P, 2, stationary)!.gap,
    ratio: supremumRatio(P, 2, stationary),
    time: mixingTime(P, 2, stationary, 1 / 4),
  };
}

/** A lazy walk on a circle, reversible. */
function walk(states: number) {
  const P = new Float64Array(states * states);
  for (let s = 0; s < states; s++) {
    P[s * states + s] = 1 / 2;
    P[s * states + ((s + 1) % states)]! += 1 / 4;
    P[s * states + ((s + states - 1) % states)]! += 1 / 4;
  }
  const stationary = new Float64Array(states).fill(1 / states);
  return {
    gap: pseudoSpectralGap(P, states, stationary)!.gap,
    time: mixingTime(P, states, stationary, 1 / 4),
  };
}

/**
 * `E_x ‖(1/MK) Σ noise‖²` from the worst states x of the agents before the round, over `4C_∞σ²/(ν_ps MK)`:
 * with λ = 1 − 2p and all agents in the same state the noise has mean `m = (1/K) Σ_{k=1}^K λ^k` and the
 * agents' variances add up.
 */
function worstGradientError(agents: number, flip: number, localSteps: number): number {
  const lambda = 1 - 2 * flip;
  let [mean, square] = [0, 0];
  for (let k = 1; k <= localSteps; k++) {
    mean += lambda ** k / localSteps;
    for (let l = 1; l <= localSteps; l++) square += lambda ** Math.abs(k - l) / localSteps ** 2;
  }
  const exact = (square - mean ** 2) / agents + mean ** 2;
  const { gap, ratio } = chain(flip);
  return exact / ((4 * ratio ** agents) / (gap * agents * localSteps));
}

/** ‖∇F‖ at the limit without noise, with Hessians 1 ± 0.5 and ∇F_m(w*) = ± 1. */
function driftOf(algorithm: AlgorithmConfiguration): number {
  const { problem, solution } = solved(scalarQuadratics({ agents: 2, flip: 0.5, spread: 0.5, pull: 1 }));
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) throw new RangeError(linear.reason);
  return Math.hypot(...meanRound(linear, algorithm, TRIGGER)!.limit());
}
const momentum = (beta: number): AlgorithmConfiguration => ({
  name: 'local-sgd-m',
  stepSize: 0.01,
  serverStepSize: 0.1,
  momentum: beta,
});
const BETAS = [0.8, 0.4, 0.2, 0.1];

const SETTING =
  'Exact stationary moments of scalar quadratics with noise ± 1 on two-state chains with flip probability p.';

export const EXACT_NOISE: readonly Claim[] = [
  {
    name: 'streaming-fl-gradient-error',
    paper: 'Streaming FL',
    source: 'Lemma D.1',
    quote: 'E_t[‖(1/MK) Σ ∇f_m(w_t; x_t^(m,k)) − ∇F(w_t)‖²] ≤ 4C_∞σ²/(ν_ps MK)',
    statement: 'Given any past, the mean-square error of a minibatch gradient is at most 4C_∞σ²/(ν_ps MK).',
    region:
      'Refuted by a number above 1. The proof prints ≤ Mσ² for σ²/M in between; the lemma has the latter.',
    bound: true,
    conditions:
      'Closed form on two-state chains. C_∞ is that of the system’s chain, the product of the agents’.',
    needs: [],
    test: () => ({
      parts: [
        [1, 0.5, 10],
        [1, 0.1, 1],
        [1, 0.01, 10],
        [1, 0.01, 1000],
        [10, 0.1, 100],
      ].map(([agents, flip, localSteps]) => ({
        statistic: `the error over the bound, worst states before the round, M = ${agents}, p = ${flip}, K = ${localSteps}`,
        value: exactly(worstGradientError(agents!, flip!, localSteps!)),
        claimed: { high: 1 },
      })),
    }),
  },
  {
    name: 'streaming-fl-noise-and-agents',
    paper: 'Streaming FL',
    source: '§4.5, Impact of M',
    quote: 'demonstrating the benefits of collaboration in FL with heterogeneous Markovian data streams',
    statement: 'The noise’s part of the gradient norm of all three algorithms falls like 1/M in the square.',
    region: 'Linear speed-up has the exponent −1. Refuted outside −1.1 to −0.9.',
    conditions: `${SETTING} K = 10.`,
    needs: [],
    test: () => ({
      parts: [
        ['Minibatch SGD', minibatch(0.1)],
        ['Local SGD', plain('local-sa', 0.01)],
        ['Local SGD-M', momentum(0.5)],
      ].map(([title, algorithm]) => ({
        statistic: `${title as string}: exponent of the stationary E ‖∇F‖² in M, M = 1, 2, 4, p = 0.1`,
        value: exactExponent(
          AGENTS,
          AGENTS.map((agents) => floorOf(algorithm as AlgorithmConfiguration, agents, 0.1)),
        ),
        claimed: { low: -1.1, high: -0.9 },
      })),
    }),
  },
  {
    name: 'streaming-fl-bound-and-agents',
    paper: 'Streaming FL',
    source: '§4.5, Impact of M',
    quote: 'The sample complexity of all three algorithms scales with 1/M',
    statement: 'The number of samples K = C_∞σ²/(ν_ps Mε²) of the corollaries falls like 1/M.',
    region:
      'Falling like 1/M has the exponent −1. C_∞ is that of the system’s chain, the product of the M agents’: unless it is 1, as for independent observations, it grows exponentially with M.',
    conditions:
      'It is the bound that loses the speed-up: the algorithms’ noise does fall like 1/M (streaming-fl-noise-and-agents).',
    needs: [],
    test: () => ({
      parts: [0.4, 0.1].map((flip) => ({
        statistic: `exponent of C_∞/(ν_ps M) in M, M = 1 to 8, two-state chains, p = ${flip}`,
        value: exactExponent(
          MANY_AGENTS,
          MANY_AGENTS.map((agents) => chain(flip).ratio ** agents / (chain(flip).gap * agents)),
        ),
        claimed: { low: -1.1, high: -0.9 },
      })),
    }),
  },
  {
    name: 'streaming-fl-spectral-gap',
    paper: 'Streaming FL',
    source: '§4.2',
    quote:
      'the stochastic gradient noise is amplified by a factor inversely proportional to the spectral gap of the system-level Markov chain',
    statement:
      'With rounds much longer than the mixing time, the noise’s part of the gradient norm grows like 1/ν_ps.',
    region: 'In proportion is the exponent 1. Refuted outside 0.8 to 1.2, over gaps from 0.36 to 0.08.',
    conditions: SETTING,
    needs: [],
    test: () => ({
      parts: [
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
    }),
  },
  {
    name: 'streaming-fl-gap-and-mixing-time',
    paper: 'Streaming FL',
    source: '(165)',
    quote: '1/ν_ps ≤ 2τ_mix',
    statement: 'For reversible chains 1/ν_ps is at most twice the mixing time.',
    region: 'Refuted by a number above 1. τ_mix is the time to a total variation of 1/4.',
    bound: true,
    conditions: 'Two-state chains and lazy walks on circles.',
    needs: [],
    test: () => ({
      parts: [
        ...[0.5, 0.1, 0.001, 0.9].map((flip) => ({
          statistic: `1/(2 ν_ps τ_mix) of the two-state chain, p = ${flip}`,
          value: exactly(1 / (2 * chain(flip).gap * chain(flip).time)),
          claimed: { high: 1 },
        })),
        ...[5, 20].map((states) => ({
          statistic: `the same of the lazy walk on a circle of ${states} states`,
          value: exactly(1 / (2 * walk(states).gap * walk(states).time)),
          claimed: { high: 1 },
        })),
      ],
    }),
  },
  {
    name: 'streaming-fl-drift-and-step',
    paper: 'Streaming FL',
    source: 'Theorem 4.7',
    quote: 'this term can be controlled by having a sufficiently small step size',
    statement: 'Local SGD’s drift falls at least in proportion to η in ‖∇F‖², as its term of the bound does.',
    region:
      'The bound’s term is in proportion to η. Refuted by an exponent below 1. (It is 2: the drift itself is in proportion to η.)',
    bound: true,
    conditions: 'Exact limits of two scalar quadratics, ∇²F_m = 1 ± 0.5, ∇F_m(w*) = ± 1.',
    needs: [],
    test: () => ({
      parts: [
        {
          statistic: 'exponent in η of the limit of ‖∇F‖² without noise, η from 0.04 to 0.01, K = 10',
          value: exactExponent(
            [0.04, 0.02, 0.01],
            [0.04, 0.02, 0.01].map((step) => driftOf(plain('local-sa', step)) ** 2),
          ),
          claimed: { low: 1 },
        },
      ],
    }),
  },
  {
    name: 'streaming-fl-momentum-drift',
    paper: 'Streaming FL',
    source: '§4.4, §4.5',
    quote: 'Local SGD-M successfully mitigates the client drift caused by heterogeneity',
    statement: 'At the same local steps Local SGD-M’s drift is smaller than Local SGD’s, in proportion to β.',
    region:
      'Mitigated is a ratio below 1; in proportion to β is an exponent within a tenth of 1. An exponent of 0 would mean that momentum does nothing, a ratio of 0 that the drift is gone, which the paper does not claim at a fixed η.',
    conditions: 'Exact limits of two scalar quadratics, ∇²F_m = 1 ± 0.5, ∇F_m(w*) = ± 1.',
    needs: [],
    test: () => ({
      parts: [
        {
          statistic: 'limit of ‖∇F‖ of Local SGD-M over that of Local SGD, β = 0.8, η = 0.01, K = 10',
          value: exactly(driftOf(momentum(0.8)) / driftOf(plain('local-sa', 0.01))),
          claimed: { high: 1 },
        },
        {
          statistic: 'exponent in β of the limit of ‖∇F‖ of Local SGD-M, β from 0.8 to 0.1',
          value: exactExponent(
            BETAS,
            BETAS.map((beta) => driftOf(momentum(beta))),
          ),
          claimed: { low: 0.9, high: 1.1 },
        },
      ],
    }),
  },
];
