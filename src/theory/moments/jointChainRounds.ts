/** The rounds of a program on the joint chain of all agents, observation by observation. */
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import { gapLaw, type WeightedGap } from './gaps.ts';
import { type AgentMove, JointField, type RowMap } from './jointField.ts';
import { growthOf } from './jointGrowth.ts';
import { type FullLayout, fullLayout, mixMap } from './jointLayout.ts';
import { agentMoves } from './jointMoves.ts';
import type { MomentBudget } from './momentBudget.ts';
import type { MomentRounds, WeightedRound } from './momentCurve.ts';
import type { Setting } from './setting.ts';
import { packedIndex, packedLength } from '../../maths/packed.ts';
import type { Unknown } from '../unknown.ts';

export interface JointChainRounds extends MomentRounds {
  /** packed E[x xᵀ; s] of what is kept between rounds, one joint state after another */
  readonly start: Float64Array;
  readonly jointStates: number;
}

/** The rounds, or why they are not computed. */
export function jointChainRounds(setting: Setting, budget: MomentBudget): JointChainRounds | Unknown {
  const { program, trigger, initial } = setting;
  const laws = setting.agents.map(({ law }) => law as FiniteObservations);
  const layout = fullLayout(setting);
  const states = laws.map(({ chain }) => chain.states);
  const jointStates = states.reduce((product, count) => product * count, 1);
  const n = layout.size;
  if (jointStates * n * n > budget.doubles)
    return {
      reason: `under Markov sampling they need the joint chain of all agents, and ${jointStates === Infinity ? 'more than 1e+308' : jointStates.toExponential(0)} joint states (M = ${laws.length}) with ${n} coordinates each are too many`,
    };
  const growth =
    trigger.kind === 'deterministic' || program.act.kind === 'gather' ? 1 : growthOf(setting, laws);
  if (growth === undefined)
    return {
      reason: 'the joint chain is too large to decide whether the mean square over the Bernoulli gaps exists',
    };
  const gaps = gapLaw(trigger, growth);
  if (gaps === undefined)
    return { reason: 'the mean square over the Bernoulli gaps does not exist at this step size' };

  const acts = laws.map((law, agent) => agentMoves(setting, layout, law, agent, program.act));
  const evaluations =
    program.evaluation &&
    laws.map((law, agent) => agentMoves(setting, layout, law, agent, { kind: 'gather' }));
  const observe = (field: JointField, moves: readonly (readonly (readonly AgentMove[])[])[]): void => {
    moves.forEach((move, agent) => field.move(agent, move));
  };
  const opening = mixMap(layout, program.opening);
  const evaluation = program.evaluation && mixMap(layout, program.evaluation);
  // of very many gaps not before it is known that they are affordable
  let ends: (WeightedGap & { readonly closing: RowMap })[] | undefined;
  const advance = (moments: Float64Array): Float64Array => {
    const field = expanded(moments, layout, states);
    field.transform(opening);
    if (evaluations !== undefined && evaluation !== undefined) {
      observe(field, evaluations);
      field.transform(evaluation);
    }
    ends ??= Array.from(gaps, ({ gap, weight }) => {
      return { gap, weight, closing: mixMap(layout, program.closing(gap)) };
    });
    const out = new Float64Array(moments.length);
    let done = evaluations === undefined ? 0 : 1;
    for (const { gap, weight, closing } of ends) {
      for (; done < gap; done++) observe(field, acts);
      const closed = gaps.count === 1 ? field : field.copy();
      closed.transform(closing);
      addPacked(out, weight, closed, layout);
    }
    return out;
  };

  const size = jointStates * packedLength(layout.kept.length);
  return {
    jointStates,
    start: startOf(layout, laws, initial, states),
    size,
    setupCost: 0,
    roundCost: costOf(layout, laws, jointStates, gaps.longest, gaps.count),
    memory: 3 * jointStates * n * n,
    mixture: (): Iterable<WeightedRound> => [{ weight: 1, advance }],
  };
}

/** Small matrices take about three times as long as their multiplications would in long loops. */
const SMALL_MATRICES = 3;

/** Multiplications of one round. */
function costOf(
  { size, dimension: d, agents, correction }: FullLayout,
  laws: readonly FiniteObservations[],
  jointStates: number,
  steps: number,
  closings: number,
): number {
  const sources = correction ? 2 * d + 1 : d + 1;
  const act = 2 * d * sources * size;
  let observation = 0;
  for (const { chain, observes } of laws) {
    const successors = chain.transition.reduce((count, p) => count + (p > 0 ? 1 : 0), 0) / chain.states;
    observation += successors * size * size + (observes === 'states' ? 1 : successors) * act;
  }
  const mixing = 4 * size * size * d * agents;
  return SMALL_MATRICES * jointStates * (steps * observation + (2 + closings) * mixing);
}

/** All moments of x from those of what is kept, the rest of x being 0. */
function expanded(moments: Float64Array, { kept, size }: FullLayout, states: readonly number[]): JointField {
  const field = new JointField(size, states);
  let at = 0;
  for (let from = 0; from < field.elements.length; from += size * size) {
    for (let i = 0; i < kept.length; i++) {
      for (let j = 0; j <= i; j++) {
        const element = moments[at++]!;
        field.elements[from + kept[i]! * size + kept[j]!] = element;
        field.elements[from + kept[j]! * size + kept[i]!] = element;
      }
    }
  }
  return field;
}

/** out += weight · the moments of what is kept. */
function addPacked(out: Float64Array, weight: number, field: JointField, { kept, size }: FullLayout): void {
  let at = 0;
  for (let from = 0; from < field.elements.length; from += size * size) {
    for (let i = 0; i < kept.length; i++) {
      for (let j = 0; j <= i; j++) out[at++]! += weight * field.elements[from + kept[i]! * size + kept[j]!]!;
    }
  }
}

/** The moments at the start. */
function startOf(
  { kept }: FullLayout,
  laws: readonly FiniteObservations[],
  initial: Float64Array,
  states: readonly number[],
): Float64Array {
  const field = new JointField(1, states);
  const block = packedLength(kept.length);
  const out = new Float64Array(field.jointStates * block);
  const x = new Float64Array(kept.length);
  x[0] = 1;
  x.set(initial, 1);
  for (let joint = 0; joint < field.jointStates; joint++) {
    const mass = laws.reduce((product, { start }, i) => product * start[field.stateOf(joint, i)]!, 1);
    for (let i = 0; i < x.length; i++) {
      for (let j = 0; j <= i; j++) out[joint * block + packedIndex(i, j)] = mass * x[i]! * x[j]!;
    }
  }
  return out;
}
