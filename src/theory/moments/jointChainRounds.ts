/** The rounds of a program on the joint chain of all agents, observation by observation. */
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { affineInto } from '../../maths/vector.ts';
import { gapLaw } from './gaps.ts';
import type { Setting } from './independentRounds.ts';
import { type AgentMove, JointField, type RowMap } from './jointField.ts';
import { MOST_DOUBLES, type MomentRounds, type WeightedRound } from './momentCurve.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import { actRows } from './observationMoments.ts';
import type { AgentAct, Mix, Source } from './roundProgram.ts';
import { packedIndex, packedLength } from './symmetric.ts';

export interface JointChainRounds extends MomentRounds {
  /** packed E[x xᵀ; s] of what is kept between rounds, one joint state after another */
  readonly start: Float64Array;
  readonly jointStates: number;
}

/** Rows of one agent's second-moment operator up to which its growth is computed. */
const LARGEST_OPERATOR = 250;

/** Where x = (1, server, memory, then agent by agent model and correction) holds what. */
interface FullLayout {
  readonly dimension: number;
  readonly agents: number;
  readonly size: number;
  readonly memory: boolean;
  readonly correction: boolean;
  /** the elements that are kept between rounds: 1, server, memory, kept corrections */
  readonly kept: readonly number[];
}

/** The rounds, or why they are not computed. */
export function jointChainRounds(setting: Setting): JointChainRounds | { readonly reason: string } {
  const { program, trigger, initial } = setting;
  const laws = setting.agents.map(({ law }) => law as FiniteObservations);
  const layout = fullLayout(setting);
  const states = laws.map(({ chain }) => chain.states);
  const jointStates = states.reduce((product, count) => product * count, 1);
  const n = layout.size;
  if (jointStates * n * n > MOST_DOUBLES)
    return {
      reason: `under Markov sampling they need the joint chain of all agents, and ${jointStates.toExponential(0)} joint states (M = ${laws.length}) with ${n} coordinates each are too many`,
    };
  const growth =
    trigger.kind === 'deterministic' || program.act.kind === 'gather' ? 1 : growthOf(setting, laws);
  if (growth === undefined)
    return {
      reason: 'the joint chain is too large to tell whether the mean square over the Bernoulli gaps exists',
    };
  const gaps = gapLaw(trigger, growth);
  if (gaps === undefined)
    return { reason: 'the mean square over the Bernoulli gaps does not exist at this step size' };

  const acts = laws.map((law, agent) => agentMoves(setting, layout, law, agent, program.act));
  const evaluations =
    program.evaluation &&
    laws.map((law, agent) => agentMoves(setting, layout, law, agent, { kind: 'gather' }));
  const observe = (field: JointField, moves: readonly (readonly (readonly AgentMove[])[])[]): void => {
    moves.forEach((own, agent) => field.move(agent, own));
  };
  const opening = mixMap(layout, program.opening);
  const evaluation = program.evaluation && mixMap(layout, program.evaluation);
  const closings = gaps.map(({ gap }) => mixMap(layout, program.closing(gap)));
  const advance = (moments: Float64Array): Float64Array => {
    const field = expanded(moments, layout, states);
    field.transform(opening);
    if (evaluations !== undefined && evaluation !== undefined) {
      observe(field, evaluations);
      field.transform(evaluation);
    }
    const out = new Float64Array(moments.length);
    let done = evaluations === undefined ? 0 : 1;
    gaps.forEach(({ gap, weight }, k) => {
      for (; done < gap; done++) observe(field, acts);
      const closed = gaps.length === 1 ? field : field.copy();
      closed.transform(closings[k]!);
      addPacked(out, weight, closed, layout);
    });
    return out;
  };

  const size = jointStates * packedLength(layout.kept.length);
  return {
    jointStates,
    start: startOf(layout, laws, initial, states),
    size,
    setupCost: 0,
    roundCost: costOf(layout, laws, jointStates, gaps.at(-1)!.gap, gaps.length),
    memory: 3 * jointStates * n * n,
    mixture: (): Iterable<WeightedRound> => [{ weight: 1, advance }],
  };
}

function fullLayout({ program, root, agents }: Setting): FullLayout {
  const d = root.length;
  const correction = program.correction !== 'none';
  const shared = 1 + d * (program.memory ? 2 : 1);
  const own = d * (correction ? 2 : 1);
  const kept = Array.from({ length: shared }, (_, k) => k);
  if (program.correction === 'kept') {
    for (let i = 0; i < agents.length; i++) for (let j = 0; j < d; j++) kept.push(shared + i * own + d + j);
  }
  const size = shared + agents.length * own;
  return { dimension: d, agents: agents.length, size, memory: program.memory, correction, kept };
}

/** Where a register begins in x. */
function place(
  layout: FullLayout,
  register: 'server' | 'memory' | 'model' | 'correction',
  agent: number,
): number {
  const { dimension: d } = layout;
  if (register === 'server') return 1;
  if (register === 'memory') return 1 + d;
  const own = 1 + d * (layout.memory ? 2 : 1) + agent * d * (layout.correction ? 2 : 1);
  return register === 'model' ? own : own + d;
}

/** For each state of an agent, its moves and what its act does there. */
function agentMoves(
  { root, program }: Setting,
  layout: FullLayout,
  law: FiniteObservations,
  agent: number,
  act: AgentAct,
): AgentMove[][] {
  const d = layout.dimension;
  const fixed = program.correction === 'none' ? 1 : 1 + d;
  const run = (from: number): number[] => Array.from({ length: d }, (_, j) => from + j);
  const model = run(place(layout, 'model', agent));
  const correction = layout.correction ? run(place(layout, 'correction', agent)) : [];
  const [targets, others] = act.kind === 'step' ? [model, correction] : [correction, model];
  const sources = [...targets, 0, ...others];
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  const r = new Float64Array(d);
  const mapAt = (state: number, next: number): RowMap => {
    law.affine(state, next, A, b);
    affineInto(r, A, b, root);
    const coefficients = new Float64Array(d * sources.length);
    actRows({ act, dimension: d, fixed, root }, A, r, sources.length, coefficients);
    return { targets, sources, coefficients };
  };
  const { states: S, transition } = law.chain;
  return Array.from({ length: S }, (_, state) => {
    const common = law.observes === 'states' ? mapAt(state, state) : undefined;
    const moves: AgentMove[] = [];
    for (let next = 0; next < S; next++) {
      const probability = transition[state * S + next]!;
      if (probability > 0) moves.push({ next, probability, map: common ?? mapAt(state, next) });
    }
    return moves;
  });
}

/** A mix on x. */
function mixMap(layout: FullLayout, mix: Mix): RowMap {
  const { dimension: d, agents, size } = layout;
  const targets: number[] = [];
  const rows: Float64Array[] = [];
  const add = (register: 'server' | 'memory' | 'model' | 'correction', agent: number): void => {
    const combination = mix[register];
    if (combination === undefined) return;
    for (let j = 0; j < d; j++) {
      const row = new Float64Array(size);
      for (const [source, factor] of Object.entries(combination) as [Source, number][]) {
        if (source === 'meanModel' || source === 'meanCorrection') {
          const own = source === 'meanModel' ? 'model' : 'correction';
          for (let i = 0; i < agents; i++) row[place(layout, own, i) + j]! += factor / agents;
        } else row[place(layout, source, agent) + j]! += factor;
      }
      targets.push(place(layout, register, agent) + j);
      rows.push(row);
    }
  };
  add('server', 0);
  add('memory', 0);
  for (let i = 0; i < agents; i++) {
    add('model', i);
    add('correction', i);
  }
  const sources = Array.from({ length: size }, (_, k) => k).filter((k) => rows.some((row) => row[k] !== 0));
  const coefficients = new Float64Array(targets.length * sources.length);
  rows.forEach((row, t) => sources.forEach((k, at) => (coefficients[t * sources.length + at] = row[k]!)));
  return { targets, sources, coefficients };
}

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

function addPacked(out: Float64Array, weight: number, field: JointField, { kept, size }: FullLayout): void {
  let at = 0;
  for (let from = 0; from < field.elements.length; from += size * size) {
    for (let i = 0; i < kept.length; i++) {
      for (let j = 0; j <= i; j++) out[at++]! += weight * field.elements[from + kept[i]! * size + kept[j]!]!;
    }
  }
}

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

/** The largest growth per step, over agents, of E[θ_i θ_iᵀ; s_i] under homogeneous local steps. */
function growthOf({ program, root }: Setting, laws: readonly FiniteObservations[]): number | undefined {
  const { act } = program;
  if (act.kind === 'gather') return 1;
  const d = root.length;
  const pairs = packedLength(d);
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  let largest = 0;
  for (const law of laws) {
    const { states: S, transition } = law.chain;
    const rows = S * pairs;
    if (rows > LARGEST_OPERATOR) return undefined;
    const operator = new Float64Array(rows * rows);
    for (let state = 0; state < S; state++) {
      for (let next = 0; next < S; next++) {
        const p = transition[state * S + next]!;
        if (p === 0) continue;
        law.affine(state, next, A, b);
        const B = A.map((value, j) => (j % (d + 1) === 0 ? 1 : 0) - act.stepSize * value);
        for (let i = 0; i < d; i++) {
          for (let j = 0; j <= i; j++) {
            const row = (next * pairs + packedIndex(i, j)) * rows + state * pairs;
            for (let k = 0; k < d; k++) {
              for (let l = 0; l < d; l++)
                operator[row + packedIndex(k, l)]! += p * B[i * d + k]! * B[j * d + l]!;
            }
          }
        }
      }
    }
    largest = Math.max(largest, spectralRadius(operator, rows));
  }
  return largest;
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
