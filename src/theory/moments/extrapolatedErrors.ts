/**
 * The moments of Richardson–Romberg extrapolation, whose error is e = w_f e_f + w_c e_c of two runs
 * of Local SA.
 *
 * Runs on independent noise: each by itself, and E e_f e_cᵀ = E e_f E e_cᵀ; not so under the Bernoulli
 * trigger, whose gaps both share. Runs on common noise, or without any: both at once, as Local SA with
 * step γ on θ' = (θ_f, θ_c) with A' = diag(A, 2A) and b' = (b, 2b).
 */
import { coarseRound, extrapolate, extrapolationWeights } from '../../algorithms/richardsonRomberg.ts';
import { squaredNorm } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { LinearMean } from '../../problems/operator.ts';
import type { AlgorithmConfiguration } from '../../protocol/configuration.ts';
import type { ErrorCurve, ErrorMoments, MomentsOf } from './errorMoments.ts';
import type { KnownAgent } from './setting.ts';
import type { KnownProblem } from './knownProblem.ts';
import type { MomentBudget, Refusal } from './momentBudget.ts';
import { localSaRound } from './programOf.ts';

type Extrapolated = Extract<AlgorithmConfiguration, { readonly name: 'richardson-romberg' }>;

/** E‖e‖² and ‖E e‖² at the rounds asked for. */
export interface ExtrapolatedCurve {
  readonly meanSquare: readonly number[];
  readonly biasSquare: readonly number[];
  readonly multiplications: number;
  /** what a closure leaves out; absent where the errors are exact */
  readonly neglects?: string;
}

/** The errors of the extrapolated model at the given rounds, or why they are not computed. */
export function extrapolatedErrors(
  known: KnownProblem,
  algorithm: Extrapolated,
  rounds: readonly number[],
  budget: MomentBudget,
  momentsOf: MomentsOf,
): ExtrapolatedCurve | Refusal {
  const noisy = known.sampling !== 'exact';
  if (algorithm.extrapolation === 'local-steps' || (noisy && algorithm.extrapolationNoise === 'independent'))
    return separately(known, algorithm, rounds, budget, momentsOf);
  return together(known, algorithm, rounds, budget, momentsOf);
}

function separately(
  known: KnownProblem,
  { stepSize, extrapolation }: Extrapolated,
  rounds: readonly number[],
  budget: MomentBudget,
  momentsOf: MomentsOf,
): ExtrapolatedCurve | Refusal {
  const { trigger } = known;
  if (trigger.kind === 'bernoulli')
    return { reason: 'the two runs have independent noise but share the gaps of the Bernoulli trigger' };
  const doubled = coarseRound(extrapolation, stepSize, trigger.localSteps);
  const fine = momentsOf({ ...known, program: localSaRound(stepSize) }, rounds, half(budget));
  if ('reason' in fine) return twice(fine);
  const coarse = momentsOf(
    {
      ...known,
      trigger: { kind: 'deterministic', localSteps: doubled.localSteps },
      program: localSaRound(doubled.stepSize),
    },
    rounds,
    half(budget),
  );
  if ('reason' in coarse) return twice(coarse);
  const weights = extrapolationWeights(extrapolation, trigger.localSteps);
  const biasSquare = fine.moments.map(({ mean }, at) =>
    squaredNorm(extrapolate(weights, mean, coarse.moments[at]!.mean)),
  );
  // E‖e‖² = ‖E e‖² + the variances, which independent noise does not mix
  const meanSquare = fine.moments.map(
    (one, at) =>
      biasSquare[at]! +
      weights.fine ** 2 * variance(one) +
      weights.coarse ** 2 * variance(coarse.moments[at]!),
  );
  return {
    meanSquare,
    biasSquare,
    multiplications: fine.multiplications + coarse.multiplications,
    ...neglected(fine),
  };
}

const neglected = ({ neglects }: ErrorCurve): { neglects?: string } =>
  neglects === undefined ? {} : { neglects };

const half = (budget: MomentBudget): MomentBudget => ({
  ...budget,
  multiplications: budget.multiplications / 2,
});

/** One run that is too dear makes two that are. */
function twice(refusal: Refusal): Refusal {
  return refusal.needed === undefined ? refusal : { ...refusal, needed: 2 * refusal.needed };
}

/** E‖e − E e‖² */
function variance({ mean, second }: ErrorMoments): number {
  const d = mean.length;
  let sum = 0;
  for (let j = 0; j < d; j++) sum += second[j * d + j]! - mean[j]! * mean[j]!;
  return sum;
}

function together(
  known: KnownProblem,
  { stepSize, extrapolation }: Extrapolated,
  rounds: readonly number[],
  budget: MomentBudget,
  momentsOf: MomentsOf,
): ExtrapolatedCurve | Refusal {
  const d = known.root.length;
  const agents: KnownAgent[] = [];
  for (const { mean, law } of known.agents) {
    if (law?.kind === 'gauss-markov')
      return { reason: 'Gauss–Markov noise that is common to both runs is not followed' };
    agents.push({ mean: doubledMean(mean), law: law && doubledLaw(law, d) });
  }
  const curve = momentsOf(
    {
      ...known,
      agents,
      root: repeated(known.root),
      initial: repeated(known.initial),
      program: localSaRound(stepSize),
    },
    rounds,
    budget,
  );
  if ('reason' in curve) return curve;
  const weights = extrapolationWeights(extrapolation, 1);
  return {
    meanSquare: curve.moments.map(({ second }) => {
      let sum = 0;
      for (let j = 0; j < d; j++) {
        const [f, c] = [j, d + j];
        sum +=
          weights.fine ** 2 * second[f * 2 * d + f]! +
          weights.coarse ** 2 * second[c * 2 * d + c]! +
          2 * weights.fine * weights.coarse * second[f * 2 * d + c]!;
      }
      return sum;
    }),
    biasSquare: curve.moments.map(({ mean }) =>
      squaredNorm(extrapolate(weights, mean.subarray(0, d), mean.subarray(d))),
    ),
    multiplications: curve.multiplications,
    ...neglected(curve),
  };
}

function repeated(x: Float64Array): Float64Array {
  const out = new Float64Array(2 * x.length);
  out.set(x);
  out.set(x, x.length);
  return out;
}

function doubledMean({ A, b }: LinearMean): LinearMean {
  const d = b.length;
  const out = { kind: 'linear' as const, A: new Float64Array(4 * d * d), b: new Float64Array(2 * d) };
  writeDoubled(A, b, out.A, out.b);
  return out;
}

function doubledLaw(law: FiniteObservations, d: number): FiniteObservations {
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  return {
    ...law,
    affine: (state, next, outA, outB) => {
      law.affine(state, next, A, b);
      writeDoubled(A, b, outA, outB);
    },
  };
}

/** diag(A, 2A) and (b, 2b). */
function writeDoubled(
  A: Readonly<Float64Array>,
  b: Readonly<Float64Array>,
  outA: Float64Array,
  outB: Float64Array,
): void {
  const d = b.length;
  outA.fill(0);
  for (let i = 0; i < d; i++) {
    outB[i] = b[i]!;
    outB[d + i] = 2 * b[i]!;
    for (let j = 0; j < d; j++) {
      outA[i * 2 * d + j] = A[i * d + j]!;
      outA[(d + i) * 2 * d + d + j] = 2 * A[i * d + j]!;
    }
  }
}
