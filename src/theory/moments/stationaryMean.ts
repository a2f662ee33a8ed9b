/**
 * The mean of the error θ̄ − θ* once the start is forgotten, under Markov sampling on finite chains: exact,
 * from the first moments E[x; s] on the joint chain of all agents, x all that an algorithm keeps.
 *
 * A round takes y = (E[x; s])_s to R y + r, r what the constant 1 adds at the stationary law of the chains;
 * the stationary y solves (I − R) y = r.
 */
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { fixedPoint, matrixOfVectors } from '../mean/affineMap.ts';
import { dominantModulus } from '../stability/dominantModulus.ts';
import { centreCorrections } from '../mean/keptCorrections.ts';
import { gapLaw, type GapLaw } from './gaps.ts';
import { type AgentMove, type RowMap, stateIn } from './jointField.ts';
import { meanGrowthOf } from './jointGrowth.ts';
import { type FullLayout, fullLayout, mixMap, place } from './jointLayout.ts';
import { agentMoves } from './jointMoves.ts';
import type { MomentBudget } from './momentBudget.ts';
import type { Setting } from './setting.ts';
import type { MomentMap } from '../stability/momentMap.ts';
import { tooExpensive, type Unknown } from '../unknown.ts';

interface JointMean {
  /** coordinates of y: the joint states times what is kept but the constant */
  readonly size: number;
  readonly dimension: number;
  /** multiplications of R y */
  readonly cost: number;
  /** R y */
  readonly advance: (y: Float64Array) => Float64Array;
  /** r */
  readonly constant: () => Float64Array;
  /** Σ_s E[θ̄; s] of y `[d]` */
  readonly model: (y: Vector) => Float64Array;
}

/**
 * A round of first moments, or why it is not computed.
 *
 * @param setting - sampled from finite chains, Markov
 */
function jointMean(setting: Setting, budget: MomentBudget): JointMean | Unknown {
  const laws: FiniteObservations[] = [];
  for (const { law } of setting.agents) {
    if (law?.kind !== 'finite') return { reason: 'not every agent has a finite chain' };
    laws.push(law);
  }
  const layout = fullLayout(setting);
  const states = laws.map(({ chain }) => chain.states);
  const jointStates = states.reduce((product, count) => product * count, 1);
  const kept = layout.kept.length;
  const size = jointStates * (kept - 1);
  if (jointStates * layout.size > budget.doubles)
    return { reason: `the joint chain of all agents has ${jointStates.toExponential(0)} states` };
  const growth =
    setting.trigger.kind === 'deterministic' || setting.program.act.kind === 'gather'
      ? 1
      : meanGrowthOf(setting, laws);
  const gaps = growth === undefined ? undefined : gapLaw(setting.trigger, growth);
  if (gaps === undefined) return { reason: 'the mean over the Bernoulli gaps is not known to exist' };
  let made: ReturnType<typeof meanRoundOn> | undefined;
  // of very many gaps not before it is known that they are affordable
  const round = (y: Float64Array): Float64Array => (made ??= meanRoundOn(setting, layout, laws, gaps))(y);
  const free = (y: Float64Array): Float64Array => y.filter((_, e) => e % kept !== 0);
  return {
    size,
    dimension: layout.dimension,
    cost: SMALL_MAPS * gaps.longest * states.length * jointStates * layout.size * Math.max(...states),
    advance: (y) => {
      const whole = new Float64Array(jointStates * kept);
      y.forEach((value, e) => {
        whole[Math.floor(e / (kept - 1)) * kept + 1 + (e % (kept - 1))] = value;
      });
      return free(round(whole));
    },
    constant: () => {
      const start = new Float64Array(jointStates * kept);
      for (let joint = 0; joint < jointStates; joint++)
        start[joint * kept] = laws.reduce(
          (product, { chain }, i) => product * chain.stationary[stateIn(states, joint, i)]!,
          1,
        );
      return free(round(start));
    },
    model: (y) => {
      const mean = new Float64Array(layout.dimension);
      for (let joint = 0; joint < jointStates; joint++)
        for (let j = 0; j < mean.length; j++) mean[j]! += y[joint * (kept - 1) + j]!;
      return mean;
    },
  };
}

/** Maps of few coordinates take about so many times as long as their multiplications would in long loops. */
const SMALL_MAPS = 10;

/** Applications that a spectral radius takes where it is not written out. */
const MOST_APPLICATIONS = 150;

/** The map of first moments, for its spectral radius; or why it is not computed. */
export function jointMeanMap(setting: Setting, budget: MomentBudget): MomentMap | Unknown {
  const mean = jointMean(setting, budget);
  if ('reason' in mean) return mean;
  const { size, advance } = mean;
  if (MOST_APPLICATIONS * size > budget.doubles)
    return { reason: 'the mean round on the joint chain has too many coordinates' };
  const cost = Math.min(size, MOST_APPLICATIONS) * mean.cost;
  if (cost > budget.multiplications) return tooExpensive('the mean on the joint chain takes', cost, budget);
  return { cost, factor: () => dominantModulus(size, advance) };
}

/**
 * E[θ̄] − θ* `[d]`, or why it is not computed; `unstable` where the mean does not settle.
 *
 * @param setting - sampled from finite chains, Markov
 */
export function stationaryMean(setting: Setting, budget: MomentBudget): Float64Array | Unknown | 'unstable' {
  const mean = jointMean(setting, budget);
  if ('reason' in mean) return mean;
  const { size: n, advance, constant, model } = mean;
  if (n ** 2 > budget.doubles || n ** 3 > 3 * budget.multiplications)
    return { reason: `the mean on the joint chain of all agents has ${n} coordinates` };
  if ((n + 1) * mean.cost > budget.multiplications)
    return { reason: 'the mean round on the joint chain takes too long' };
  const R = matrixOfVectors(n, advance);
  const radius = dominantModulus(n, (x) => {
    const out = new Float64Array(n);
    for (let i = 0; i < n; i++) out[i] = dot(R.values, x, n, i * n);
    return out;
  });
  return radius < 1 ? model(fixedPoint(R, constant())) : 'unstable';
}

/** A round of E[x; s], x of what is kept between rounds, `[jointStates, kept]`. */
function meanRoundOn(
  setting: Setting,
  layout: FullLayout,
  laws: readonly FiniteObservations[],
  gaps: GapLaw,
): (y: Float64Array) => Float64Array {
  const { program } = setting;
  const { size, kept } = layout;
  const states = laws.map(({ chain }) => chain.states);
  // with another sum of the corrections, which may never change, I − R would be singular
  const corrections =
    program.correction === 'kept'
      ? {
          dimension: layout.dimension,
          corrections: laws.map((_, agent) => place(layout, 'correction', agent)),
        }
      : undefined;
  const movesOf = (act: typeof program.act): AgentMove[][][] =>
    laws.map((law, agent) => agentMoves(setting, layout, law, agent, act));
  const acts = movesOf(program.act);
  const evaluations = program.evaluation && movesOf({ kind: 'gather' });
  const opening = mixMap(layout, program.opening);
  const evaluation = program.evaluation && mixMap(layout, program.evaluation);
  const ends = Array.from(gaps, ({ gap, weight }) => {
    return { gap, weight, closing: mixMap(layout, program.closing(gap)) };
  });
  const observe = (x: Float64Array, moves: readonly AgentMove[][][]): Float64Array =>
    moves.reduce((field, move, agent) => moved(field, move, agent, states, size), x);
  return (y) => {
    let x: Float64Array = new Float64Array((y.length / kept.length) * size);
    y.forEach((value, e) => {
      x[Math.floor(e / kept.length) * size + kept[e % kept.length]!] = value;
    });
    if (corrections !== undefined)
      for (let at = 0; at < x.length; at += size) centreCorrections(x, corrections, at, 1);
    mapAll(x, size, opening);
    let done = 0;
    if (evaluations !== undefined && evaluation !== undefined) {
      x = observe(x, evaluations);
      mapAll(x, size, evaluation);
      done = 1;
    }
    const out = new Float64Array(y.length);
    for (const { gap, weight, closing } of ends) {
      for (; done < gap; done++) x = observe(x, acts);
      const closed = Float64Array.from(x);
      mapAll(closed, size, closing);
      out.forEach((_, e) => {
        out[e]! += weight * closed[Math.floor(e / kept.length) * size + kept[e % kept.length]!]!;
      });
    }
    return out;
  };
}

/** An agent acts at its observation, and its chain moves. */
function moved(
  x: Float64Array,
  moves: readonly (readonly AgentMove[])[],
  agent: number,
  states: readonly number[],
  size: number,
): Float64Array {
  const out = new Float64Array(x.length);
  const unit = new Float64Array(size);
  const stride = states.slice(agent + 1).reduce((product, count) => product * count, 1);
  for (let joint = 0; joint < x.length / size; joint++) {
    const state = stateIn(states, joint, agent);
    let made: RowMap | undefined;
    for (const { next, probability, map } of moves[state]!) {
      if (made !== map) {
        unit.set(x.subarray(joint * size, (joint + 1) * size));
        mapAll(unit, size, map);
        made = map;
      }
      const to = (joint + (next - state) * stride) * size;
      for (let j = 0; j < size; j++) out[to + j]! += probability * unit[j]!;
    }
  }
  return out;
}

/** x ← F x in every joint state, in place. */
function mapAll(x: Float64Array, size: number, { targets, sources, coefficients }: RowMap): void {
  const values = new Float64Array(targets.length);
  for (let at = 0; at < x.length; at += size) {
    for (let t = 0; t < targets.length; t++) {
      let sum = 0;
      for (let k = 0; k < sources.length; k++)
        sum += coefficients[t * sources.length + k]! * x[at + sources[k]!]!;
      values[t] = sum;
    }
    for (let t = 0; t < targets.length; t++) x[at + targets[t]!] = values[t]!;
  }
}
