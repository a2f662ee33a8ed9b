/** The rounds of a program for agents that are independent given the state: what they are and cost. */
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import type { LinearMean, Sampling } from '../../problems/operator.ts';
import type { TriggerConfiguration } from '../../protocol/configuration.ts';
import { gapLaw, type WeightedGap } from './gaps.ts';
import { IndependentRound, type RoundStage } from './independentRound.ts';
import { compose, composeCost, type LocalMoments, repeated } from './localMoments.ts';
import { MOST_DOUBLES, MOST_MULTIPLICATIONS, type MomentRounds, type WeightedRound } from './momentCurve.ts';
import type { ObservationLaw } from '../../problems/observationLaw.ts';
import { observationMoments, outcomes } from './observationMoments.ts';
import { layoutOf, type StateLayout } from './registers.ts';
import type { AgentAct, RoundProgram } from './roundProgram.ts';
import { pack, packedLength, unpack } from './symmetric.ts';

/** One agent: its mean and, but for exact sampling, the law of its observations. */
export interface KnownAgent {
  readonly mean: LinearMean;
  readonly law: ObservationLaw | undefined;
}

export interface Setting {
  readonly program: RoundProgram;
  readonly trigger: TriggerConfiguration;
  readonly sampling: Sampling;
  readonly agents: readonly KnownAgent[];
  /** θ* `[d]` */
  readonly root: Float64Array;
  /** θ̄_0 − θ* `[d]` */
  readonly initial: Float64Array;
}

/** What one run of the rounds begins with, and the rounds. */
export interface IndependentRounds extends MomentRounds {
  readonly layout: StateLayout;
  /** packed E[X Xᵀ] at the start */
  readonly start: Float64Array;
}

/** The rounds, or why they are not computed. */
export function independentRounds(setting: Setting): IndependentRounds | { readonly reason: string } {
  const { program, sampling, agents, root, trigger } = setting;
  const d = root.length;
  const carries = sampling === 'markov';
  const layout = layoutOf(program, d, agents.length, carries);
  if (layout.size ** 2 > MOST_DOUBLES)
    return {
      reason: `the state that all agents share has ${layout.size} coordinates (M = ${agents.length}, d = ${d}), more than ${Math.floor(Math.sqrt(MOST_DOUBLES))}`,
    };
  const kind =
    sampling !== 'exact' && agents.some(({ law }) => law?.kind === 'finite') ? 'multiplicative' : 'additive';
  const moving = carries ? 2 * d : d;
  const fixed = program.correction === 'none' ? 1 : 1 + d;
  const once = onceCost(setting, moving, fixed, kind);
  const composition = agents.length * composeCost(moving, fixed, kind);
  if (once + composition > MOST_MULTIPLICATIONS)
    return {
      reason: `the moments of the agents' observations (M = ${agents.length}, d = ${d}) take about ${(once + composition).toExponential(0)} multiplications, more than ${MOST_MULTIPLICATIONS.toExponential(0)}`,
    };
  const momentsOf = (act: AgentAct): LocalMoments[] =>
    agents.map(({ mean, law }) =>
      observationMoments({ act, dimension: d, fixed, root }, mean, law, sampling),
    );
  const single = momentsOf(program.act);
  const evaluation = program.evaluation && momentsOf({ kind: 'gather' });
  const gaps = gapLaw(trigger, program.act.kind === 'gather' ? 1 : Math.max(...single.map(growthOf)));
  if (gaps === undefined)
    return { reason: 'the mean square over the Bernoulli gaps does not exist at this step size' };
  const compositions = trigger.kind === 'deterministic' ? 2 * Math.log2(1 + trigger.localSteps) : gaps.length;
  const cost = roundCost(layout, moving, fixed, kind, program.evaluation !== undefined);
  const perAgent =
    moving * (moving + fixed) +
    packedLength(moving) * (kind === 'additive' ? 2 : packedLength(moving + fixed));
  return {
    layout,
    start: startOf(setting, layout),
    size: packedLength(layout.size),
    setupCost: once + compositions * composition + gaps.length * cost.setup,
    roundCost: gaps.length * cost.round,
    memory: gaps.length * (agents.length * (perAgent + layout.size * moving) + layout.size ** 2),
    *mixture(): Generator<WeightedRound> {
      for (const { stages, weight } of stagesOf(program, gaps, single, evaluation)) {
        const round = new IndependentRound(layout, stages, cost.dense);
        yield {
          weight,
          advance: (moments) => pack(round.advance(unpack(moments, layout.size)), layout.size),
        };
      }
    },
  };
}

/** E[X] after round upon round without noise and with one gap: `visit` sees it at the wanted rounds. */
export function meanRounds(
  setting: Setting,
  wanted: readonly number[],
  visit: (state: Float64Array) => void,
): string | undefined {
  const { program, agents, root, trigger } = setting;
  const d = root.length;
  const layout = layoutOf(program, d, agents.length, false);
  const fixed = program.correction === 'none' ? 1 : 1 + d;
  const count = wanted.at(-1) ?? 0;
  const steps = trigger.kind === 'deterministic' ? 2 * Math.log2(1 + trigger.localSteps) : 1;
  const cost = agents.length * (count * d * (d + fixed) + steps * composeCost(d, fixed, 'additive'));
  if (cost > MOST_MULTIPLICATIONS)
    return `${count} rounds take about ${cost.toExponential(0)} multiplications, more than ${MOST_MULTIPLICATIONS.toExponential(0)}`;
  const momentsOf = (act: AgentAct): LocalMoments[] =>
    agents.map(({ mean }) =>
      observationMoments({ act, dimension: d, fixed, root }, mean, undefined, 'exact'),
    );
  const evaluation = program.evaluation && momentsOf({ kind: 'gather' });
  const gaps = gapLaw(trigger, 1)!;
  const [only] = [...stagesOf(program, gaps, momentsOf(program.act), evaluation)];
  const round = new IndependentRound(layout, only!.stages, false);
  let state: Float64Array = new Float64Array(layout.size);
  state[0] = 1;
  state.set(setting.initial, 1);
  let done = 0;
  for (const next of wanted) {
    for (; done < next; done++) state = round.advanceMean(state, 1);
    visit(state);
  }
  return undefined;
}

/** A round's stages for each gap, the moments of K acts from those of K − 1 where gaps follow one another. */
function* stagesOf(
  program: RoundProgram,
  gaps: readonly WeightedGap[],
  single: readonly LocalMoments[],
  evaluation: readonly LocalMoments[] | undefined,
): Generator<{ readonly weight: number; readonly stages: RoundStage[] }> {
  let acts: readonly LocalMoments[] = [];
  let done = 0;
  for (const { gap, weight } of gaps) {
    const count = evaluation === undefined ? gap : gap - 1;
    if (count === done + 1 && done > 0) acts = acts.map((moments, i) => compose(single[i]!, moments));
    else if (count > 0) acts = single.map((moments) => repeated(moments, count));
    done = count;
    const stages: RoundStage[] = [{ kind: 'mix', mix: program.opening }];
    if (evaluation !== undefined) {
      stages.push({ kind: 'observed', act: 'gather', moments: evaluation });
      stages.push({ kind: 'mix', mix: program.evaluation! });
    }
    if (count > 0) stages.push({ kind: 'observed', act: program.act.kind, moments: acts });
    stages.push({ kind: 'mix', mix: program.closing(gap) });
    yield { weight, stages };
  }
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
  const own = size - 1 - dimension;
  const effects =
    (twice ? agents * (size * moving * moving + (size * size * moving) / 2) : 0) +
    (size * size * moving) / 2 +
    moving * (agents * moving * moving + 2 * own * size);
  const inputs = agents * stages * (2 * all * all * all + packedLength(moving) * packedLength(all));
  const disturbances = agents * moving * (twice ? agents * moving * all : 4 * dimension);
  if (kind === 'additive') return { dense, setup: mean + effects + disturbances, round: mean };
  return { dense, setup: 2 * mean + disturbances, round: mean + effects + inputs };
}
