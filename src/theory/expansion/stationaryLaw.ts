/**
 * The stationary law of a program's rounds on curved operators, by a Gaussian closure: mean and covariance of what is
 * kept, with the operators averaged over Gaussian iterates (roundMoments.ts).
 *
 * The mean is found by Newton's method, whose Jacobian is the round's own R; the covariance solves S = R S Rᵀ + Q for
 * the R and Q of the law before, and the agents' slopes and noises are averaged over their iterates of the law before.
 */
import { meanGap, type TriggerConfiguration } from '../../triggers/index.ts';
import type { RoundProgram } from '../../algorithms/roundProgram.ts';
import { identity } from '../../maths/linearAlgebra.ts';
import { solve } from '../../maths/linearSolve.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import { NumericalFailure } from '../../maths/numericalFailure.ts';
import { gapLaw, type WeightedGap } from '../moments/gaps.ts';
import { because, type Unknown } from '../unknown.ts';
import { addScaled } from './register.ts';
import type { RoundPlan } from './plannedRounds.ts';
import {
  averageOf,
  type AveragedAgent,
  type KeptLaw,
  keptSize,
  type LinearisedAgent,
  roundMoments,
  type RoundMoments,
} from './roundMoments.ts';
import { stepNodes } from './stepNodes.ts';

/** The law of θ̄ − θ*. */
export interface StationaryLaw {
  /** `[d]` */
  readonly mean: Float64Array;
  /** `[d, d]` */
  readonly covariance: Float64Array;
  /** C, averaged over agents and iterates `[d, d]` */
  readonly noise: Float64Array;
  /** by how much the spread of iterates changes the agents' average slope `[d, d]` */
  readonly slopeChange: Float64Array;
  /** from which a law near by is found sooner: of all that is kept, of each agent's iterates, and its mean forces */
  readonly kept: KeptLaw;
  readonly iterates: readonly KeptLaw[];
  readonly curved: readonly ReadonlyMap<number, Float64Array>[];
}

/** Local steps of all agents in a round, at most: a hundredth of a second where d is small. */
const MOST_STEPS = 1e5;
/** Laws tried at most: each is nearer by the part of the drift that noise changes. */
const MOST_LAWS = 24;
/** What a law may still change by, beside its size. */
const SETTLED = 1e-6;
/** A mean that is so small beside the spread is none. */
const BESIDE_SPREAD = 1e-3;
const ROUNDING = 1e-14;
/** The part of rounds that longer gaps may hold. */
const LONGER = 1e-6;

/** The rounds of a program, or why their moments are not followed. */
export function roundPlan(
  program: RoundProgram,
  trigger: TriggerConfiguration,
  dimension: number,
  agents: number,
): RoundPlan | Unknown {
  if (meanGap(trigger) * agents > MOST_STEPS)
    return because(`rounds of ${agents} agents and ${meanGap(trigger)} local steps are too long to follow`);
  if (program.correction === 'kept' && program.evaluation !== undefined)
    return because('its rounds keep corrections and have two exchanges');
  const gaps = likelyGaps(gapLaw(trigger, 1)!);
  const steps = stepNodes(gaps, Number(program.evaluation !== undefined));
  return { program, gaps, steps, dimension, agents };
}

function likelyGaps(gaps: Iterable<WeightedGap>): WeightedGap[] {
  const out: WeightedGap[] = [];
  let left = 1;
  for (const { gap, weight } of gaps) {
    const isLast = left - weight < LONGER;
    out.push({ gap, weight: isLast ? left : weight });
    left -= weight;
    if (isLast) break;
  }
  return out;
}

/** Multiplications of one law that is tried, beside those of the operators. */
export function lawCost(plan: RoundPlan): number {
  const { gaps, steps, dimension: d, agents, program } = plan;
  const n = keptSize(plan);
  const q = d * (program.correction === 'kept' ? 3 : 2);
  const ends = gaps.length * ((gaps.length > 1 ? 2 : 0) * n ** 3 + agents * (200 + d * d * (n / d) ** 2));
  return (
    ends + agents * (gaps.at(-1)!.gap * d * d * (q + 2 * d) + steps.nodes.length * 10 * d ** 3) + 40 * n ** 3
  );
}

/**
 * The stationary law.
 *
 * @param near - of the same plan, with other noise
 * @throws NumericalFailure where it is none: rounds do not contract, or the law does not settle
 */
export function stationaryLaw(
  plan: RoundPlan,
  averages: readonly AveragedAgent[],
  near?: StationaryLaw,
): StationaryLaw {
  const { dimension: d } = plan;
  const n = keptSize(plan);
  const zero = { mean: new Float64Array(d), covariance: new Float64Array(d * d) };
  let iterates: readonly KeptLaw[] = near?.iterates ?? averages.map(() => zero);
  const curved = averages.map((_, i) => new Map(near?.curved[i]));
  let law: KeptLaw = near?.kept ?? {
    mean: startOf(plan, averages),
    covariance: new Float64Array(n * n),
  };
  let lastChange = new Float64Array(n * n);
  for (let tried = 0; tried < MOST_LAWS; tried++) {
    const agents = averages.map((agent, i): LinearisedAgent => ({
      averages: agent,
      slope: agent.slope(iterates[i]!.mean, iterates[i]!.covariance),
      noise: agent.noise(iterates[i]!.mean, iterates[i]!.covariance),
      curved: curved[i]!,
    }));
    const round: RoundMoments = roundMoments(plan, agents, law);
    iterates = round.iterates;
    const transfer = onCentredCorrections(plan, round.transfer);
    const found = stationaryCovariance(transfer, n, round.added);
    const change = found.map((x, e) => x - law.covariance[e]!);
    // what gaps of random length spread is carried on from law to law, at a rate that shows
    const rate = plan.gaps.length > 1 && tried % 3 === 2 ? rateOf(lastChange, change) : 0;
    const covariance = found.map((x, e) => x + (rate / (1 - rate)) * change[e]!);
    lastChange = change;
    const step = solve(
      identity(n).map((value, e) => value - transfer[e]!),
      round.mean.map((value, j) => value - law.mean[j]!),
      n,
    );
    const before = law;
    law = { mean: before.mean.map((value, j) => value + step[j]!), covariance };
    if (tried > 0 && hasSettled(before, law, n) && hasSettled(before, law, d)) {
      const still = averages.map(({ slope }, i) => slope(iterates[i]!.mean, zero.covariance));
      const slopes = averageOf(agents.map(({ slope }) => slope));
      addScaled(slopes, averageOf(still), -1);
      const noise = averageOf(agents.map((agent) => agent.noise));
      return { ...firstPart(law, d), noise, slopeChange: slopes, kept: law, iterates, curved };
    }
  }
  throw new NumericalFailure('the mean and the spread do not settle together');
}

/** θ̄ at θ*, and corrections that keep every agent there. */
function startOf(plan: RoundPlan, averages: readonly AveragedAgent[]): Float64Array {
  const { dimension: d, program, agents: M } = plan;
  const out = new Float64Array(keptSize(plan));
  if (program.correction !== 'kept') return out;
  const forces = averages.map(({ force }) => force(new Float64Array(d)));
  const servers = program.memory ? 2 : 1;
  forces.forEach((force, i) => {
    for (let j = 0; j < d; j++)
      out[(servers + i) * d + j] = forces.reduce((sum, other) => sum + other[j]! / M, 0) - force[j]!;
  });
  return out;
}

/** R on states whose corrections sum to 0, as they always do (keptCorrections.ts). */
function onCentredCorrections(plan: RoundPlan, transfer: Float64Array): Float64Array {
  const { dimension: d, program, agents: M } = plan;
  if (program.correction !== 'kept') return transfer;
  const n = keptSize(plan);
  const servers = program.memory ? 2 : 1;
  const out = Float64Array.from(transfer);
  for (let row = 0; row < n; row++) {
    for (let j = 0; j < d; j++) {
      let all = 0;
      for (let i = 0; i < M; i++) all += transfer[row * n + (servers + i) * d + j]!;
      for (let i = 0; i < M; i++) out[row * n + (servers + i) * d + j]! -= all / M;
    }
  }
  return out;
}

/** By which factor changes follow one another, where they fall off; else 0. */
function rateOf(before: Float64Array, after: Float64Array): number {
  const square = before.reduce((sum, x) => sum + x * x, 0);
  const rate = before.reduce((sum, x, e) => sum + x * after[e]!, 0) / square;
  return rate > 0 && rate < 0.99 ? rate : 0;
}

/** Whether the law of the first `count` numbers kept is the same but for rounding. */
function hasSettled(before: KeptLaw, after: KeptLaw, count: number): boolean {
  const [old, now] = [firstPart(before, count), firstPart(after, count)];
  const moved = (part: keyof KeptLaw): number => Math.hypot(...now[part].map((x, j) => x - old[part][j]!));
  const spread = Math.hypot(...now.covariance);
  const close = SETTLED * (Math.hypot(...now.mean) + BESIDE_SPREAD * Math.sqrt(spread)) + ROUNDING;
  return moved('mean') <= close && moved('covariance') <= SETTLED * spread + ROUNDING;
}

/** Of the first `d` numbers kept: of θ̄ − θ*, if that is d. */
function firstPart({ mean, covariance }: KeptLaw, d: number): KeptLaw {
  const n = mean.length;
  return {
    mean: mean.slice(0, d),
    covariance: Float64Array.from({ length: d * d }, (_, e) => covariance[Math.floor(e / d) * n + (e % d)]!),
  };
}
