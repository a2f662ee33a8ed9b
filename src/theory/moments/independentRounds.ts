/** The rounds of a program for agents that are independent given the state: what they are and cost. */
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import type { Vector } from '../../maths/vector.ts';
import { averageCost, averagedRound } from './gapAverage.ts';
import { gapLaw, type GapLaw } from './gaps.ts';
import { IndependentRound } from './independentRound.ts';
import { composeCost, type LocalMoments, type LocalNoise } from './localMoments.ts';
import { type MomentBudget } from './momentBudget.ts';
import type { MomentRounds, WeightedRound } from './momentCurve.ts';
import { observationMoments, outcomes } from './observationMoments.ts';
import { layoutOf, type StateLayout } from './registers.ts';
import type { AgentAct, RoundProgram } from '../../algorithms/roundProgram.ts';
import { stagesOf } from './roundStages.ts';
import type { Setting } from './setting.ts';
import { pack, packedLength, unpack } from '../../maths/packed.ts';
import { partialRound, partialRoundCost, whyAllTakePart } from './partialRound.ts';
import { because, tooExpensive, type Unknown } from '../unknown.ts';

/** From so many gaps on it may be cheaper to average over them once. */
const LEAST_AVERAGED = 3;
/** As many rounds as a spectral radius takes at most. */
const ROUNDS_COMPARED = 150;

/** What one run of the rounds begins with, and the rounds. */
export interface IndependentRounds extends MomentRounds {
  readonly layout: StateLayout;
  /** packed E[X Xᵀ] at the start */
  readonly start: Float64Array;
}

/** What both ways to compute the rounds need. */
export interface Parts {
  readonly setting: Setting;
  readonly layout: StateLayout;
  /** packed E[X Xᵀ] at the start */
  readonly start: Float64Array;
  readonly gaps: GapLaw;
  readonly moving: number;
  readonly fixed: number;
  readonly kind: LocalNoise['kind'];
  /** multiplications for the moments of one observation of each agent, and to compose two stretches of each */
  readonly once: number;
  readonly composition: number;
  /** the moments of one act and of an evaluation, in agent order; computed when they are asked for */
  readonly single: () => readonly LocalMoments[];
  readonly evaluation: () => readonly LocalMoments[] | undefined;
}

/** The rounds, or why they are not computed. */
export function independentRounds(setting: Setting, budget: MomentBudget): IndependentRounds | Unknown {
  const parts = partsOf(setting, budget);
  if ('reason' in parts) return parts;
  const oneByOne = gapByGap(parts);
  const { participation, program } = setting;
  if (participation || program.sent !== undefined || parts.gaps.count < LEAST_AVERAGED) return oneByOne;
  return cheaper(oneByOne, averagedOverGaps(parts), budget);
}

/** What the rounds are made of, or why they are not computed. */
export function partsOf(setting: Setting, budget: MomentBudget): Parts | Unknown {
  const { program, sampling, agents, root, trigger } = setting;
  const d = root.length;
  const { sent } = program;
  if (sent !== undefined && sent.secondMoment === undefined)
    return because(`what ${sent.name} adds to the variance is no quadratic form of what is sent`);
  if (setting.participation !== undefined) {
    const reason =
      sent === undefined
        ? whyAllTakePart(program)
        : 'its agents send at random, and not all of them take part';
    if (reason !== undefined) return because(reason);
  }
  const carries = sampling === 'markov';
  const layout = layoutOf(program, d, agents.length, carries);
  if (layout.size ** 2 > budget.doubles)
    return {
      reason: `the state that all agents share has ${layout.size} coordinates (M = ${agents.length}, d = ${d}), more than ${Math.floor(Math.sqrt(budget.doubles))}`,
    };
  const kind =
    sampling !== 'exact' && agents.some(({ law }) => law?.kind === 'finite') ? 'multiplicative' : 'additive';
  const moving = carries ? 2 * d : d;
  const fixed = program.correction === 'none' ? 1 : 1 + d;
  const once = onceCost(setting, moving, fixed, kind);
  const composition = agents.length * composeCost(moving, fixed, kind);
  if (once + composition > budget.multiplications) {
    const subject = `the moments of the agents' observations (M = ${agents.length}, d = ${d}) take`;
    return tooExpensive(subject, once + composition, budget);
  }
  const momentsOf = (act: AgentAct): LocalMoments[] =>
    agents.map(({ mean, law }) =>
      observationMoments({ act, dimension: d, fixed, root }, mean, law, sampling),
    );
  // Not before they are needed: what is too expensive is to be refused without them.
  let computed: LocalMoments[] | undefined;
  const single = (): LocalMoments[] => (computed ??= momentsOf(program.act));
  const evaluation = (): LocalMoments[] | undefined => program.evaluation && momentsOf({ kind: 'gather' });
  const grows = trigger.kind === 'bernoulli' && program.act.kind !== 'gather';
  const gaps = gapLaw(trigger, grows ? Math.max(...single().map(growthOf)) : 1);
  if (gaps === undefined)
    return { reason: 'the mean square over the Bernoulli gaps does not exist at this step size' };
  const start = startOf(setting, layout);
  return { setting, layout, start, gaps, moving, fixed, kind, once, composition, single, evaluation };
}

/** The rounds as the mixture of those of every gap. */
function gapByGap(parts: Parts): IndependentRounds {
  const { setting, layout, start, gaps, moving, fixed, kind, once, composition, single, evaluation } = parts;
  const { program, trigger, participation } = setting;
  const compositions = trigger.kind === 'deterministic' ? 2 * Math.log2(1 + trigger.localSteps) : gaps.count;
  const cost = roundCost(layout, moving, fixed, kind, program.evaluation !== undefined);
  const perAgent =
    moving * (moving + fixed) +
    packedLength(moving) * (kind === 'additive' ? 2 : packedLength(moving + fixed));
  return {
    layout,
    start,
    size: packedLength(layout.size),
    setupCost: once + compositions * composition + gaps.count * cost.setup,
    roundCost:
      gaps.count *
      ((participation ? partialRoundCost(layout, kind) : cost.round) + sentCost(layout, program)),
    memory: gaps.count * (layout.agents * (perAgent + layout.size * moving) + layout.size ** 2),
    *mixture(): Generator<WeightedRound> {
      for (const { stages, weight } of stagesOf(program, gaps, single(), evaluation())) {
        const round = participation
          ? partialRound(layout, stages, participation)
          : new IndependentRound(layout, stages, cost.dense, program.sent);
        yield weighted(round, weight, layout);
      }
    },
  };
}

/** The rounds as one map, over whose gaps is averaged once. */
export function averagedOverGaps(parts: Parts): IndependentRounds {
  const { setting, layout, start, gaps, moving, fixed, once, composition, single, evaluation } = parts;
  const { program } = setting;
  const cost = averageCost(layout, program, gaps.count, moving, fixed);
  return {
    layout,
    start,
    size: packedLength(layout.size),
    setupCost: once + gaps.count * composition + cost.setup,
    roundCost: cost.round,
    memory: cost.memory,
    *mixture(): Generator<WeightedRound> {
      yield weighted(averagedRound(layout, program, gaps, single(), evaluation()), 1, layout);
    },
  };
}

const weighted = (
  round: { advance(S: Vector): Float64Array },
  weight: number,
  { size }: StateLayout,
): WeightedRound => ({
  weight,
  advance: (moments) => pack(round.advance(unpack(moments, size)), size),
});

/** Of two ways to compute the same rounds the cheaper one, for as many rounds as a spectral radius takes. */
function cheaper(
  first: IndependentRounds,
  second: IndependentRounds,
  budget: MomentBudget,
): IndependentRounds {
  if (second.memory > budget.doubles) return first;
  const cost = ({ setupCost, roundCost, size }: IndependentRounds): number =>
    setupCost + Math.min(size, ROUNDS_COMPARED) * roundCost;
  return first.memory > budget.doubles || cost(second) < cost(first) ? second : first;
}

/** Spectral radius of the second moments of what moves: by how much they grow per local step. */
function growthOf({ moving, fixed, mean, noise }: LocalMoments): number {
  const additive = noise.kind === 'additive';
  const rows = additive ? moving : packedLength(moving);
  const stride = additive ? moving + fixed : packedLength(moving + fixed);
  const from = additive ? mean : noise.second;
  const block = new Float64Array(rows * rows);
  for (let i = 0; i < rows; i++) block.set(from.subarray(i * stride, i * stride + rows), i * rows);
  const radius = spectralRadius(block, rows);
  return additive ? radius * radius : radius;
}

function startOf({ agents, initial }: Setting, layout: StateLayout): Float64Array {
  const n = layout.size;
  const d = layout.dimension;
  const x = new Float64Array(n);
  x[0] = 1;
  x.set(initial, 1);
  const S = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) S[i * n + j] = x[i]! * x[j]!;
  if (layout.carriesNoise) {
    agents.forEach(({ law }, agent) => {
      if (law?.kind !== 'gauss-markov' || law.start === 'zero') return;
      const covariance = stationaryCovariance(law.Q, d, law.variance);
      const from = layout.agentStart + (agent + 1) * layout.agentSize - d;
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) S[(from + i) * n + from + j] = covariance[i * d + j]!;
      }
    });
  }
  return pack(S, n);
}

function onceCost(
  { agents, program }: Setting,
  moving: number,
  fixed: number,
  kind: 'additive' | 'multiplicative',
): number {
  if (kind === 'additive') return agents.length * moving ** 3;
  const each = 2 * packedLength(moving) * packedLength(moving + fixed);
  const acts = program.evaluation === undefined ? 1 : 2;
  return acts * agents.reduce((sum, { law }) => sum + (law?.kind === 'finite' ? outcomes(law) * each : 0), 0);
}

/** Multiplications of what is sent at random. */
const sentCost = ({ agents, dimension: d }: StateLayout, { sent }: RoundProgram): number =>
  sent === undefined ? 0 : agents * 2 * d * (d + 1) ** 2;

/** Multiplications of one gap's maps: to set up its noise and mean, and in each round. */
function roundCost(
  { size, agents, dimension }: StateLayout,
  moving: number,
  fixed: number,
  kind: 'additive' | 'multiplicative',
  twice: boolean,
): { readonly dense: boolean; readonly setup: number; readonly round: number } {
  const all = moving + fixed;
  const stages = twice ? 2 : 1;
  const program = agents * stages * (moving * all + 4 * dimension);
  const dense = size * size <= program;
  const mean = 2 * size * (dense ? size * size : program);
  const width = size - 1 - dimension;
  const effects =
    (twice ? agents * (size * moving * moving + (size * size * moving) / 2) : 0) +
    (size * size * moving) / 2 +
    moving * (agents * moving * moving + 2 * width * size);
  const inputs = agents * stages * (2 * all * all * all + packedLength(moving) * packedLength(all));
  const disturbances = agents * moving * (twice ? agents * moving * all : 4 * dimension);
  if (kind === 'additive') return { dense, setup: mean + effects + disturbances, round: mean };
  return { dense, setup: 2 * mean + disturbances, round: mean + effects + inputs };
}
