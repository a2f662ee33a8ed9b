/**
 * The mean of the error θ̄ − θ* once the start is forgotten, under Markov sampling on finite chains: exact,
 * from the first moments E[x; s] on the joint chain of all agents, x all that an algorithm keeps.
 *
 * A round takes y = (E[x; s])_s to R y + r, r what the constant 1 adds at the stationary law of the chains;
 * the stationary y solves (I − R) y = r.
 */
import { solve } from '../../maths/linearSolve.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import { dominantModulus } from '../dominantModulus.ts';
import { gapLaw, type WeightedGap } from './gaps.ts';
import { type AgentMove, type RowMap, stateIn } from './jointField.ts';
import { growthOf } from './jointGrowth.ts';
import { type FullLayout, fullLayout, mixMap, place } from './jointLayout.ts';
import { agentMoves } from './jointMoves.ts';
import type { MomentBudget } from './momentBudget.ts';
import type { Setting } from './setting.ts';
import type { Unknown } from '../unknown.ts';

/**
 * E[θ̄] − θ* `[d]`, or why it is not computed; `unstable` where the mean does not settle.
 *
 * @param setting - sampled from finite chains, Markov
 */
export function stationaryMean(setting: Setting, budget: MomentBudget): Float64Array | Unknown | 'unstable' {
  const laws: FiniteObservations[] = [];
  for (const { law } of setting.agents) {
    if (law?.kind !== 'finite') return { reason: 'not every agent has a finite chain' };
    laws.push(law);
  }
  const layout = fullLayout(setting);
  const states = laws.map(({ chain }) => chain.states);
  const jointStates = states.reduce((product, count) => product * count, 1);
  const kept = layout.kept.length;
  const n = jointStates * (kept - 1);
  if (n ** 2 + jointStates * layout.size > budget.doubles || n ** 3 > 3 * budget.multiplications)
    return { reason: `the joint chain of all agents has ${jointStates.toExponential(0)} states` };
  const growth =
    setting.trigger.kind === 'deterministic' || setting.program.act.kind === 'gather'
      ? 1
      : growthOf(setting, laws);
  const gaps = growth === undefined ? undefined : gapLaw(setting.trigger, growth);
  if (gaps === undefined) return { reason: 'the mean over the Bernoulli gaps is not known to exist' };
  const last = gaps.at(-1)!.gap;
  const successors = Math.max(...states);
  if ((n + 1) * last * states.length * jointStates * layout.size * successors > budget.multiplications)
    return { reason: 'the mean round on the joint chain takes too long' };

  const round = meanRoundOn(setting, layout, laws, gaps);
  const start = new Float64Array(jointStates * kept);
  for (let joint = 0; joint < jointStates; joint++)
    start[joint * kept] = laws.reduce(
      (product, { chain }, i) => product * chain.stationary[stateIn(states, joint, i)]!,
      1,
    );
  const free = (y: Float64Array): Float64Array => y.filter((_, e) => e % kept !== 0);
  const constant = free(round(start));
  const R = new Float64Array(n * n);
  for (let column = 0; column < n; column++) {
    const unit = new Float64Array(jointStates * kept);
    unit[Math.floor(column / (kept - 1)) * kept + 1 + (column % (kept - 1))] = 1;
    free(round(unit)).forEach((x, row) => (R[row * n + column] = x));
  }
  const radius = dominantModulus(n, (x) => {
    const out = new Float64Array(n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) out[i]! += R[i * n + j]! * x[j]!;
    return out;
  });
  if (!(radius < 1)) return 'unstable';
  const system = R.map((x, e) => (e % (n + 1) === 0 ? 1 : 0) - x);
  const y = solve(system, constant, n);
  const d = layout.dimension;
  const mean = new Float64Array(d);
  for (let joint = 0; joint < jointStates; joint++)
    for (let j = 0; j < d; j++) mean[j]! += y[joint * (kept - 1) + j]!;
  return mean;
}

/** A round of E[x; s], x of what is kept between rounds, `[jointStates, kept]`. */
function meanRoundOn(
  setting: Setting,
  layout: FullLayout,
  laws: readonly FiniteObservations[],
  gaps: readonly WeightedGap[],
): (y: Float64Array) => Float64Array {
  const { program } = setting;
  const { size, kept } = layout;
  const states = laws.map(({ chain }) => chain.states);
  const movesOf = (act: typeof program.act): AgentMove[][][] =>
    laws.map((law, agent) => agentMoves(setting, layout, law, agent, act));
  const acts = movesOf(program.act);
  const evaluations = program.evaluation && movesOf({ kind: 'gather' });
  const opening = mixMap(layout, program.opening);
  const evaluation = program.evaluation && mixMap(layout, program.evaluation);
  const closings = gaps.map(({ gap }) => mixMap(layout, program.closing(gap)));
  const observe = (x: Float64Array, moves: readonly AgentMove[][][]): Float64Array =>
    moves.reduce((field, own, agent) => moved(field, own, agent, states, size), x);
  return (y) => {
    let x: Float64Array = new Float64Array((y.length / kept.length) * size);
    y.forEach((value, e) => {
      x[Math.floor(e / kept.length) * size + kept[e % kept.length]!] = value;
    });
    if (program.correction === 'kept') consistent(x, layout);
    mapAll(x, size, opening);
    let done = 0;
    if (evaluations !== undefined && evaluation !== undefined) {
      x = observe(x, evaluations);
      mapAll(x, size, evaluation);
      done = 1;
    }
    const out = new Float64Array(y.length);
    gaps.forEach(({ gap, weight }, k) => {
      for (; done < gap; done++) x = observe(x, acts);
      const closed = Float64Array.from(x);
      mapAll(closed, size, closings[k]!);
      out.forEach((_, e) => {
        out[e]! += weight * closed[Math.floor(e / kept.length) * size + kept[e % kept.length]!]!;
      });
    });
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
  const stride = states.slice(agent + 1).reduce((product, count) => product * count, 1);
  for (let joint = 0; joint < x.length / size; joint++) {
    const state = stateIn(states, joint, agent);
    for (const { next, probability, map } of moves[state]!) {
      const own = x.slice(joint * size, (joint + 1) * size);
      mapAll(own, size, map);
      const to = (joint + (next - state) * stride) * size;
      for (let j = 0; j < size; j++) out[to + j]! += probability * own[j]!;
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

/** Kept corrections moved to where they always are: they sum to 0. Another average may never change, and I − R be singular. */
function consistent(x: Float64Array, layout: FullLayout): void {
  const { dimension: d, agents, size } = layout;
  for (let at = 0; at < x.length; at += size) {
    for (let j = 0; j < d; j++) {
      let excess = 0;
      for (let i = 0; i < agents; i++) excess += x[at + place(layout, 'correction', i) + j]! / agents;
      for (let i = 0; i < agents; i++) x[at + place(layout, 'correction', i) + j]! -= excess;
    }
  }
}
