/**
 * Streaming federated learning with Markovian data (Huynh et al. 2025): bounds on `E ‖∇F(ŵ_T)‖²`, ŵ_T
 * uniform on w_0, …, w_{T−1}. The theorems print O(·), but the proofs of 4.5 and 4.7 have all constants, (86)
 * and (100): these are bounds. That of 4.9 leaves one open, which is 1 here: a shape. (The proof of Lemma D.1
 * ends in "≤ Mσ²"; the variance of a mean of M independent terms is at most σ²/M, which the lemma states.)
 */
import { digits, statementOf, type Term, type TermedStatement, tooLarge } from '../statement.ts';
import { because, type Unknown } from '../../unknown.ts';

/** How the agents' chains enter, all of them as one chain; 1 both for i.i.d. observations. */
export interface SystemChain {
  /** C_∞ */
  readonly supremumRatio: number;
  /** ν_ps */
  readonly pseudoSpectralGap: number;
}

/** What the three theorems are made of. */
export interface StreamingConstants extends SystemChain {
  /** M */
  readonly agents: number;
  /** L: ∇f_m(·; x) is L-Lipschitz for each x */
  readonly smoothness: number;
  /** σ²: ‖∇f_m(w; x) − ∇F_m(w)‖² ≤ σ², for all w and x (Assumption 4.3) */
  readonly noise: number;
  /** Δ_0 = F(w_0) − min F */
  readonly initialGap: number;
}

/** mean ‖∇F_m(w)‖² ≤ θ² + δ² ‖∇F(w)‖² (Assumption 4.4). */
export interface Dissimilarity {
  /** θ² */
  readonly constant: number;
  /** δ² ≥ 1 */
  readonly factor: number;
}

/** A run of K local steps a round for T rounds. */
export interface StreamingRun {
  /** K */
  readonly localSteps: number;
  /** T */
  readonly rounds: number;
}

/**
 * C_∞σ²/(ν_ps M K) times a constant: what no step size makes smaller.
 *
 * @param constant - with its symbol
 */
function floor(
  { agents, noise, supremumRatio, pseudoSpectralGap }: StreamingConstants,
  { localSteps }: StreamingRun,
  [symbol, constant]: readonly [string, number] = ['', 1],
): Term {
  return {
    symbol: `${symbol}C_∞σ²/(ν_ps MK)`,
    value: (constant * supremumRatio * noise) / (pseudoSpectralGap * agents * localSteps),
  };
}

/**
 * Theorem 4.5, Minibatch SGD: `2Δ_0/(γT) + 4C_∞σ²/(ν_ps MK)` for γ ≤ 1/L (86).
 *
 * @param stepSize - γ
 */
export function minibatchSgdBound(
  constants: StreamingConstants,
  run: StreamingRun,
  stepSize: number,
): TermedStatement | Unknown {
  return (
    tooLarge('γ ≤ 1/L =', stepSize, 1 / constants.smoothness) ??
    statementOf('bound', [
      { symbol: '2Δ_0/(γT)', value: (2 * constants.initialGap) / (stepSize * run.rounds) },
      floor(constants, run, ['4', 4]),
    ])
  );
}

/**
 * Theorem 4.7, Local SGD: `98/45 Δ_0/(ηKT) + 392/45 C_∞σ²/(ν_ps MK) + 40/45 LKη(θ² + σ²)/δ²` for
 * `ηK ≤ 1/(10Lδ²)`, (100) under (88).
 *
 * @param stepSize - η
 */
export function localSgdBound(
  constants: StreamingConstants,
  dissimilarity: Dissimilarity,
  run: StreamingRun,
  stepSize: number,
): TermedStatement | Unknown {
  const { smoothness: L, noise } = constants;
  const { constant, factor } = dissimilarity;
  const failed = tooLarge('η ≤ 1/(10LKδ²) =', stepSize, 1 / (10 * L * run.localSteps * factor));
  if (failed) return failed;
  const time = stepSize * run.localSteps;
  return statementOf('bound', [
    { symbol: '98/45 Δ_0/(ηKT)', value: (98 * constants.initialGap) / (45 * time * run.rounds) },
    floor(constants, run, ['392/45 ', 392 / 45]),
    { symbol: '40/45 LKη(θ²+σ²)/δ²', value: (40 * L * time * (constant + noise)) / (45 * factor) },
  ]);
}

/** The steps of Local SGD-M, and where it starts. */
export interface MomentumSteps {
  /** η */
  readonly stepSize: number;
  /** γ */
  readonly serverStepSize: number;
  /** β in (0, 1] */
  readonly momentum: number;
  /** G_0 = mean ‖∇F_m(w_0)‖² */
  readonly initialGradients: number;
}

/**
 * Theorem 4.9, Local SGD-M: `LΔ_0/(βT) + C_∞σ²/(ν_ps MK)` for γ ≤ β/L and the ηKL of (16), constants 1.
 * (The theorem's γ is of the order of β/L: a smaller one, which (16) allows, is slower than this says.)
 */
export function localSgdMomentumShape(
  constants: StreamingConstants,
  run: StreamingRun,
  steps: MomentumSteps,
): TermedStatement | Unknown {
  const { smoothness: L, initialGap } = constants;
  const { stepSize, serverStepSize, momentum } = steps;
  const failed = tooLarge('γ ≤ β/L =', serverStepSize, momentum / L);
  if (failed) return failed;
  const most = largestLocalTime(constants, run, steps);
  const time = stepSize * run.localSteps * L;
  if (!(time <= most)) return because(`needs ηKL ≤ ${digits(most)} (16), has ${digits(time)}`);
  return statementOf('shape', [
    { symbol: 'LΔ_0/(βT)', value: (L * initialGap) / (momentum * run.rounds) },
    floor(constants, run),
  ]);
}

/** (16): the largest ηKL, constants 1. */
export function largestLocalTime(
  { agents, smoothness: L, initialGap, supremumRatio, pseudoSpectralGap }: StreamingConstants,
  { localSteps: K, rounds: T }: StreamingRun,
  { serverStepSize, momentum: beta, initialGradients }: MomentumSteps,
): number {
  return Math.min(
    1 / beta,
    Math.sqrt(supremumRatio / (pseudoSpectralGap * agents * K * beta ** 2)),
    Math.sqrt((L * initialGap) / (beta ** 3 * T * initialGradients)),
    1 / (1 - beta),
    1 / (beta * serverStepSize * L * T),
  );
}
