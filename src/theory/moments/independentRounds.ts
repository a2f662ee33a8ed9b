/** The rounds of a program for agents that are independent given the state: what they are and cost. */
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import { assign, block, type Matrix, matrix, multiplyTransposed, numbersOf } from '../../maths/matrix.ts';
import { averageCost, averagedRound } from './gapAverage.ts';
import { gapLaw, type GapLaw } from './gaps.ts';
import { IndependentRound } from './independentRound.ts';
import { composeCost, type LocalMoments, type LocalNoise, meanMap, secondMap } from './localMoments.ts';
import { type MomentBudget } from '../budgets.ts';
import type { PlannedRounds, WeightedRound } from './momentCurve.ts';
import { outcomeCount } from '../noise/eachOutcome.ts';
import { observationMoments } from './observationMoments.ts';
import { type Places, placesOf } from '../round/registers.ts';
import type { AgentAct, RoundProgram } from '../../algorithms/roundProgram.ts';
import { stagesOf } from './roundStages.ts';
import type { Setting } from './setting.ts';
import { pack, packedLength, unpack } from '../../maths/packed.ts';
import { partialRound, partialRoundCost, whyAllTakePart } from './partialRound.ts';
import { because, tooExpensive, type Unknown } from '../unknown.ts';
import { once } from '../../values/once.ts';

/** From so many gaps on it may be cheaper to average over them once. */
const LEAST_AVERAGED = 3;
/** As many rounds as a spectral radius takes at most. */
const ROUNDS_COMPARED = 150;

/** What both ways to compute the rounds need. */
export interface Parts {
  readonly setting: Setting;
  readonly places: Places;
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
export function independentRounds(setting: Setting, budget: MomentBudget): PlannedRounds | Unknown {
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
  const places = placesOf(program, d, agents.length, carries);
  if (places.keptSize ** 2 > budget.doubles)
    return {
      reason: `the state that all agents share has ${places.keptSize} coordinates (M = ${agents.length}, d = ${d}), more than ${Math.floor(Math.sqrt(budget.doubles))}`,
    };
  const kind =
    sampling !== 'exact' && agents.some(({ law }) => law?.kind === 'finite') ? 'multiplicative' : 'additive';
  const moving = carries ? 2 * d : d;
  const fixed = program.correction === 'none' ? 1 : 1 + d;
  const ofOne = onceCost(setting, moving, fixed, kind);
  const composition = agents.length * composeCost(moving, fixed, kind);
  if (ofOne + composition > budget.multiplications) {
    const subject = `the moments of the agents' observations (M = ${agents.length}, d = ${d}) take`;
    return tooExpensive(subject, ofOne + composition, budget);
  }
  const momentsOf = (act: AgentAct): LocalMoments[] =>
    agents.map(({ mean, law }) =>
      observationMoments({ act, dimension: d, fixed, root }, mean, law, sampling),
    );
  // Not before they are needed: what is too expensive is to be refused without them.
  const single = once(() => momentsOf(program.act));
  const evaluation = (): LocalMoments[] | undefined => program.evaluation && momentsOf({ kind: 'gather' });
  const grows = trigger.kind === 'bernoulli' && program.act.kind !== 'gather';
  const gaps = gapLaw(trigger, grows ? Math.max(...single().map(growthOf)) : 1);
  if ('reason' in gaps) return gaps;
  const start = startOf(setting, places);
  return { setting, places, start, gaps, moving, fixed, kind, once: ofOne, composition, single, evaluation };
}

/** The rounds as the mixture of those of every gap. */
function gapByGap(parts: Parts): PlannedRounds {
  const { setting, places, start, gaps, moving, fixed, kind, once, composition, single, evaluation } = parts;
  const { program, trigger, participation } = setting;
  const compositions = trigger.kind === 'deterministic' ? 2 * Math.log2(1 + trigger.localSteps) : gaps.count;
  const cost = roundCost(places, moving, fixed, kind, program.evaluation !== undefined);
  const perAgent =
    moving * (moving + fixed) +
    packedLength(moving) * (kind === 'additive' ? 2 : packedLength(moving + fixed));
  return {
    ...{ places, start, blocks: 1, size: packedLength(places.keptSize) },
    setupCost: once + compositions * composition + gaps.count * cost.setup,
    roundCost:
      gaps.count *
      ((participation ? partialRoundCost(places, kind) : cost.round) + sentCost(places, program)),
    memory:
      gaps.count * (places.agents.length * (perAgent + places.keptSize * moving) + places.keptSize ** 2),
    *mixture(): Generator<WeightedRound> {
      for (const { stages, weight } of stagesOf(program, gaps, single(), evaluation())) {
        const round = participation
          ? partialRound(program, places, stages, participation)
          : new IndependentRound(places, stages, cost.dense, program.sent);
        yield weighted(round, weight, places);
      }
    },
  };
}

/** The rounds as one map, over whose gaps is averaged once. */
export function averagedOverGaps(parts: Parts): PlannedRounds {
  const { setting, places, start, gaps, moving, fixed, once, composition, single, evaluation } = parts;
  const { program } = setting;
  const cost = averageCost(places, program, gaps.count, moving, fixed);
  return {
    ...{ places, start, blocks: 1, size: packedLength(places.keptSize) },
    setupCost: once + gaps.count * composition + cost.setup,
    roundCost: cost.round,
    memory: cost.memory,
    *mixture(): Generator<WeightedRound> {
      yield weighted(averagedRound(places, program, gaps, single(), evaluation()), 1, places);
    },
  };
}

const weighted = (
  round: { advance(S: Matrix): Matrix },
  weight: number,
  { keptSize: n }: Places,
): WeightedRound => ({
  weight,
  advance: (moments) => pack(round.advance(matrix(n, n, unpack(moments, n))).values, n),
});

/** Of two ways to compute the same rounds the cheaper one, for as many rounds as a spectral radius takes. */
function cheaper(first: PlannedRounds, second: PlannedRounds, budget: MomentBudget): PlannedRounds {
  if (second.memory > budget.doubles) return first;
  const cost = ({ setupCost, roundCost, size }: PlannedRounds): number =>
    setupCost + Math.min(size, ROUNDS_COMPARED) * roundCost;
  return first.memory > budget.doubles || cost(second) < cost(first) ? second : first;
}

/** Spectral radius of the second moments of what moves: by how much they grow per local step. */
function growthOf(moments: LocalMoments): number {
  const { moving, fixed, noise } = moments;
  if (noise.kind === 'additive') return radiusOfHead(meanMap(moments)) ** 2;
  return radiusOfHead(secondMap(moving, fixed, noise.second));
}

/** Of a map's part on what it makes, which comes first. */
const radiusOfHead = (A: Matrix): number =>
  spectralRadius(numbersOf(block(A, [0, A.rows], [0, A.rows])).slice(), A.rows);

function startOf({ agents, initial }: Setting, places: Places): Float64Array {
  const { keptSize: n, keptByAgent, dimension: d } = places;
  const x = matrix(n, 1);
  x.values[0] = 1;
  x.values.set(initial, 1);
  const S = multiplyTransposed(x, x);
  agents.forEach(({ law }, i) => {
    if (places.agents[i]!.noise === undefined) return;
    if (law?.kind !== 'gauss-markov' || law.start === 'zero') return;
    const noise = [n - (agents.length - 1 - i) * keptByAgent - d, d] as const;
    assign(block(S, noise, noise), matrix(d, d, stationaryCovariance(law.Q, d, law.variance)));
  });
  return pack(S.values, n);
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
  return (
    acts * agents.reduce((sum, { law }) => sum + (law?.kind === 'finite' ? outcomeCount(law) * each : 0), 0)
  );
}

/** Multiplications of what is sent at random. */
const sentCost = ({ agents, dimension: d }: Places, { sent }: RoundProgram): number =>
  sent === undefined ? 0 : agents.length * 2 * d * (d + 1) ** 2;

/** Multiplications of one gap's maps: to set up its noise and mean, and in each round. */
function roundCost(
  { keptSize: size, agents: { length: agents }, dimension }: Places,
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
