/**
 * The parameters with which the papers' corollaries reach E‖θ̄_t − θ*‖² ≤ ε, where their assumptions hold and their constants
 * are known. Precisions of the papers are √ε. Constants that a paper leaves open are 1: such a recommendation is a shape.
 */
import type { Algorithm } from '../../algorithms/algorithm.ts';
import { fedHsa } from '../../algorithms/fedHsa.ts';
import { localSa } from '../../algorithms/localSa.ts';
import { minibatchSgd } from '../../algorithms/minibatchSgd.ts';
import { algorithmOf } from '../../algorithms/parts.ts';
import { richardsonRomberg } from '../../algorithms/richardsonRomberg.ts';
import { scafflsa } from '../../algorithms/scafflsa.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { solveEquilibrated } from '../../maths/equilibrated.ts';
import { smallestEigenvalue } from '../../maths/symmetricEigenvalues.ts';
import { squaredDistance } from '../../maths/vector.ts';
import { policyOf } from '../../policies/index.ts';
import type { ChainLaw, ObservationLaw } from '../../problems/observationLaw.ts';
import type { Problem, ValueFeatures } from '../../problems/operator.ts';
import { attempted } from '../../theory/attempted.ts';
import {
  type FedHsaConstants,
  fedHsaConstants,
  type MixingRate,
  slowestMixing,
} from '../../theory/bounds/fedHsa/constants.ts';
import {
  largestUsefulLocalSteps,
  speedupPlan,
  speedupStep,
} from '../../theory/bounds/fedHsa/linearSpeedup.ts';
import { ratesOf } from '../../theory/bounds/fedHsaStatements.ts';
import { gradientLaw } from '../../theory/bounds/gradientLaw.ts';
import {
  extrapolatedCommunication,
  plainCommunication,
} from '../../theory/bounds/richardsonRomberg/complexity.ts';
import { lsaConstants, type LsaConstants } from '../../theory/bounds/scafflsa/assumptions.ts';
import { deterministicCommunicationPlan } from '../../theory/bounds/scafflsa/deterministicCommunication.ts';
import { heterogeneousPlan, synchronousPlan } from '../../theory/bounds/scafflsa/fedLsa.ts';
import { randomCommunicationPlan } from '../../theory/bounds/scafflsa/randomCommunication.ts';
import {
  featureSpread,
  temporalDifferenceConstants,
  withinLemma,
} from '../../theory/bounds/scafflsa/temporalDifference.ts';
import { chainsOf, lawsOf } from '../../theory/bounds/statedRun.ts';
import { type RunPlan, type Strength } from '../../theory/bounds/statement.ts';
import { localSgdComplexity, minibatchSgdComplexity } from '../../theory/bounds/streamingFl/complexity.ts';
import { quadraticDissimilarity } from '../../theory/bounds/streamingFl/constants.ts';
import { ingredientsOf } from '../../theory/bounds/streamingStatements.ts';
import { type LinearProblem, linearProblem } from '../../theory/linearProblem.ts';
import { because, type Unknown } from '../../theory/unknown.ts';
import type { GapKind } from './searchRange.ts';
import type { PlannedRun } from './plannedErrors.ts';

/** What one corollary recommends. */
export interface Recommendation {
  /** the paper and the corollary */
  readonly source: string;
  readonly kind: Strength;
  /** η, or γ of an algorithm that has none */
  readonly stepSize: number;
  /** H, a whole number, or p */
  readonly gap: number;
  /** T by the corollary */
  readonly rounds: number;
}

/** A corollary that does not apply, and why. */
export interface NoRecommendation {
  readonly source: string;
  readonly reason: string;
}

/** What the corollaries are made of. */
interface KnownRun {
  readonly problem: Problem;
  readonly configuration: RunConfiguration;
  readonly linear: LinearProblem;
  readonly laws: readonly (ObservationLaw | undefined)[];
  /** `undefined` where one is not finite */
  readonly chains: readonly ChainLaw[] | undefined;
  readonly start: Float64Array;
  /** ‖θ_0 − θ*‖ */
  readonly distance: number;
  /** α_g or γ, where the algorithm has it */
  readonly serverStepSize: number | undefined;
}

interface Corollary {
  readonly source: string;
  /** the trigger that it is stated for; both if left out */
  readonly gap: GapKind;
  /** @param precision - √ε */
  readonly plan: (run: KnownRun, precision: number) => RunPlan | Unknown;
}

const SCAFFLSA = 'SCAFFLSA Cor.';
const ROMBERG = 'Richardson–Romberg Th.';
const STREAMING = 'Streaming FL Cor.';

/** By SCAFFLSA's constants of the problem, or those of its Lemma 3.1 for TD(0). */
const byLsa =
  (
    constantsOf: (run: KnownRun) => LsaConstants | Unknown,
    plan: (constants: LsaConstants, precision: number, distance: number) => RunPlan | Unknown,
  ): Corollary['plan'] =>
  (run, precision) => {
    const constants = constantsOf(run);
    return 'reason' in constants ? constants : plan(constants, precision, run.distance);
  };

const COROLLARIES = new Map<Algorithm, readonly Corollary[]>([
  [
    localSa,
    [
      { source: `${SCAFFLSA} 4.4`, gap: 'localSteps', plan: byLsa(problemConstants, synchronousPlan) },
      { source: `${SCAFFLSA} 4.5`, gap: 'localSteps', plan: byLsa(problemConstants, heterogeneousPlan) },
      { source: `${SCAFFLSA} 4.6`, gap: 'localSteps', plan: byLsa(valueConstants, heterogeneousPlan) },
      { source: `${ROMBERG} 4`, gap: 'localSteps', plan: byGradients(plainCommunication) },
      { source: `${STREAMING} 4.8`, gap: 'localSteps', plan: localSgdPlan },
    ],
  ],
  [
    scafflsa,
    [
      {
        source: `${SCAFFLSA} 5.2`,
        gap: 'communicationProbability',
        plan: byLsa(problemConstants, randomCommunicationPlan),
      },
      {
        source: `${SCAFFLSA} 5.4`,
        gap: 'localSteps',
        plan: byLsa(problemConstants, deterministicCommunicationPlan),
      },
      {
        source: `${SCAFFLSA} 5.5`,
        gap: 'localSteps',
        plan: byLsa(valueConstants, deterministicCommunicationPlan),
      },
    ],
  ],
  [fedHsa, [{ source: 'FedHSA Cor. 1, (14)', gap: 'localSteps', plan: fedHsaPlan }]],
  [
    richardsonRomberg,
    [{ source: `${ROMBERG} 5`, gap: 'localSteps', plan: byGradients(extrapolatedCommunication) }],
  ],
  [minibatchSgd, [{ source: `${STREAMING} 4.6`, gap: 'localSteps', plan: minibatchSgdPlan }]],
]);

/** What each corollary about an algorithm recommends for ε, with its trigger; none of algorithms without corollaries. */
export function recommendationsOf(
  run: PlannedRun,
  gap: GapKind,
  epsilon: number,
): (Recommendation | NoRecommendation)[] {
  const { algorithm } = run;
  if (algorithm.own) return [];
  const corollaries = COROLLARIES.get(algorithmOf(algorithm)) ?? [];
  const known = corollaries.length === 0 ? because('') : attempted('its constants', () => knownRun(run));
  return corollaries
    .filter((corollary) => corollary.gap === gap)
    .map(({ source, plan }) => {
      if ('reason' in known) return { source, reason: known.reason };
      const found = attempted('its parameters', () => plan(known, Math.sqrt(epsilon)));
      if ('reason' in found) return { source, reason: found.reason };
      const { kind, stepSize, localSteps, rounds } = found;
      const place = gap === 'localSteps' ? Math.max(1, Math.round(localSteps)) : Math.min(1, 1 / localSteps);
      return { source, kind, stepSize, gap: place, rounds: Math.ceil(rounds) };
    });
}

function knownRun({ problem, solution, configuration, algorithm }: PlannedRun): KnownRun | Unknown {
  const { sampling, initial } = configuration;
  if (!policyOf(configuration.policy).everyone) return because('needs all agents in each round');
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) return linear;
  const laws = lawsOf(problem, sampling);
  if ('reason' in laws) return laws;
  const start = Float64Array.from(initial);
  const distance = Math.sqrt(squaredDistance(start, linear.root));
  if (!(distance > 0)) return because('needs a start other than θ*');
  const { serverStepSize } = algorithm as { serverStepSize?: number };
  return {
    ...{ problem, configuration, linear, laws, start, distance, serverStepSize },
    chains: chainsOf(laws),
  };
}

/** Streams as Markov chains: theorems about them use every observation. */
function skippedObservations({ configuration: { sampling, stride } }: KnownRun): Unknown | undefined {
  return sampling === 'markov' && stride !== 1
    ? because('stated for streams of which every observation is used')
    : undefined;
}

const needsIndependent = ({ configuration: { sampling } }: KnownRun): Unknown | undefined =>
  sampling === 'markov' ? because('needs i.i.d. observations') : undefined;

function problemConstants(run: KnownRun): LsaConstants | Unknown {
  return needsIndependent(run) ?? lsaConstants(run.linear, run.laws);
}

/** SCAFFLSA's Lemma 3.1. */
function valueConstants(run: KnownRun): LsaConstants | Unknown {
  const { problem, linear } = run;
  const { dimension: d } = linear;
  const unmet = needsIndependent(run);
  if (unmet) return unmet;
  const known: { values: ValueFeatures; chain: ChainLaw }[] = [];
  for (let index = 0; index < problem.agents; index++) {
    const { values, chain } = problem.agent(index);
    if (values === undefined || chain === undefined) return because('is about TD(0)');
    if (!withinLemma(values)) return because(`needs ‖φ(s)‖ ≤ 1 and rewards in [0, 1], unlike agent ${index}`);
    known.push({ values, chain });
  }
  const spread = Math.min(...known.map(({ values, chain }) => featureSpread(values, chain)));
  if (!(spread > 0)) return because('needs ν > 0');
  const local = linear.agents.map(({ A, b }) => solveEquilibrated(A, b, d));
  const discount = Math.max(...known.map(({ values }) => values.discount));
  return temporalDifferenceConstants(discount, spread, { local, common: linear.root });
}

/** Of quadratics under i.i.d. sampling. */
function byGradients(plan: (precision: number) => RunPlan): Corollary['plan'] {
  return (run, precision) => {
    const unmet = needsIndependent(run);
    if (unmet) return unmet;
    const law = gradientLaw(run.linear, run.laws);
    if ('reason' in law) return law;
    return precision < 1 ? plan(precision) : because('needs ε < 1');
  };
}

/** Steps of the fixed point of H and R at most. */
const MOST_STEPS = 100;

/**
 * The least R = HT for which Corollary 1's right side is ε, at the largest H that keeps its speed-up by (14): both depend on the
 * mixing time, and that on the effective step, so they are iterated to a fixed point.
 */
function fedHsaPlan(run: KnownRun, precision: number): RunPlan | Unknown {
  const { linear, laws, chains, distance, serverStepSize = 1, configuration } = run;
  if (configuration.sampling !== 'markov') return because('is stated for Markov sampling');
  const unmet = skippedObservations(run);
  if (unmet) return unmet;
  if (serverStepSize !== 1) return because(`needs α_g = 1, has ${serverStepSize}`);
  const constants = fedHsaConstants(linear, laws);
  if ('reason' in constants) return constants;
  const rates = ratesOf(chains);
  if ('reason' in rates) return rates;
  let at = { localSteps: 1, steps: 2 };
  for (let k = 0; k < MOST_STEPS; k++) {
    const next = improved(constants, rates, at, { target: precision ** 2, initialSquare: distance ** 2 });
    if (next.localSteps === at.localSteps && Math.abs(next.steps / at.steps - 1) < 1e-12) break;
    at = next;
  }
  const { localSteps, steps } = at;
  const rounds = Math.ceil(steps / localSteps);
  return { kind: 'shape', stepSize: speedupStep(constants, localSteps, rounds), localSteps, rounds };
}

function improved(
  constants: FedHsaConstants,
  rates: readonly MixingRate[],
  { localSteps, steps }: { readonly localSteps: number; readonly steps: number },
  { target, initialSquare }: { readonly target: number; readonly initialSquare: number },
): { readonly localSteps: number; readonly steps: number } {
  const rounds = steps / localSteps;
  const effective = localSteps * speedupStep(constants, localSteps, rounds);
  const mixing = slowestMixing(rates, effective);
  const { meanSquare, leastRounds } = speedupPlan(constants, mixing, localSteps, rounds, initialSquare);
  return {
    localSteps: Math.max(1, Math.floor(largestUsefulLocalSteps(constants, mixing, steps))),
    steps: Math.max(2, (steps * meanSquare) / target, localSteps * leastRounds),
  };
}

/**
 * Streaming FL's corollaries bound E‖∇F(ŵ_T)‖² of a drawn iterate; with μ the least eigenvalue of Ā, ‖∇F(w)‖ ≥ μ‖w − θ*‖, so
 * that the precision μ√ε is enough.
 */
function streamingRun(
  run: KnownRun,
  precision: number,
): (Exclude<ReturnType<typeof ingredientsOf>, Unknown> & { readonly precision: number }) | Unknown {
  const unmet = skippedObservations(run);
  if (unmet) return unmet;
  const { sampling } = run.configuration;
  const ingredients = ingredientsOf({ ...run, sampling });
  if ('reason' in ingredients) return ingredients;
  const { A, dimension } = run.linear;
  const convexity = smallestEigenvalue(Float64Array.from(A), dimension);
  if (!(convexity > 0)) return because('needs a strongly convex objective');
  return { ...ingredients, precision: convexity * precision };
}

/** Corollary 4.6, γ = 1/L. */
function minibatchSgdPlan(run: KnownRun, precision: number): RunPlan | Unknown {
  const known = streamingRun(run, precision);
  if ('reason' in known) return known;
  const { kind, localSteps, rounds } = minibatchSgdComplexity(known.constants, known.precision);
  return { kind, stepSize: 1 / known.constants.smoothness, localSteps: Math.ceil(localSteps), rounds };
}

/** Corollary 4.8, `ηK = min(3δ²ε²/(8L(θ² + σ²)), 1/(10Lδ²))`. */
function localSgdPlan(run: KnownRun, precision: number): RunPlan | Unknown {
  const known = streamingRun(run, precision);
  if ('reason' in known) return known;
  const { constants, law } = known;
  const { smoothness: L, noise } = constants;
  const dissimilarity = quadraticDissimilarity(run.linear, law);
  const { constant, factor } = dissimilarity;
  const { kind, localSteps, rounds } = localSgdComplexity(constants, dissimilarity, known.precision);
  const time = Math.min(
    (3 * factor * known.precision ** 2) / (8 * L * (constant + noise)),
    1 / (10 * L * factor),
  );
  const whole = Math.max(1, Math.ceil(localSteps));
  return { kind, stepSize: time / whole, localSteps: whole, rounds };
}
