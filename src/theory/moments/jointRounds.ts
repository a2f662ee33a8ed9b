/** The rounds of a program on the joint chain of all agents: exact moments under Markov sampling on finite chains. */
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import {
  column,
  combination,
  identityMatrix,
  kron,
  type Matrix,
  matrix,
  square,
} from '../../maths/matrix.ts';
import { pack, packedLength, unpack } from '../../maths/packed.ts';
import type { LocalChain } from '../../maths/jumpLinear/jumpSystem.ts';
import { chainSize, localChain, localShape } from '../chain/localSteps.ts';
import { growthOf, transferCost, transfersAlong } from '../../maths/jumpLinear/transfer.ts';
import { stagesOf } from '../round/exchanges.ts';
import { type Places, placesOf } from '../round/registers.ts';
import { because, type Unknown } from '../unknown.ts';
import { once } from '../../values/once.ts';
import { gapLaw, type GapLaw } from './gaps.ts';
import { firstsThrough, type JointStage, secondsThrough } from './jointStage.ts';
import type { MomentBudget } from '../budgets.ts';
import type { PlannedRounds, WeightedRound } from './momentCurve.ts';
import type { Setting } from './setting.ts';

/** Rows of an operator of one agent's moments up to which its growth is computed. */
const LARGEST_OPERATOR = 250;
/** Small matrices take about so many times as long as their multiplications would in long loops. */
const SMALL_MATRICES = 3;

/** The joint chain of a setting, before anything is built on it. */
export interface JointChain {
  readonly setting: Setting;
  readonly places: Places;
  readonly laws: readonly FiniteObservations[];
  readonly states: readonly number[];
  readonly jointStates: number;
  readonly chains: () => readonly LocalChain[];
}

/** The joint chain, or why there is none. */
export function jointChain(setting: Setting): JointChain | Unknown {
  const laws: FiniteObservations[] = [];
  for (const { law } of setting.agents) {
    if (law?.kind !== 'finite') return because('not every agent has a finite chain');
    laws.push(law);
  }
  const states = laws.map(({ chain }) => chain.states);
  return {
    ...{ setting, laws, states, jointStates: states.reduce((product, count) => product * count, 1) },
    places: placesOf(setting.program, setting.root.length, laws.length),
    chains: once(() => laws.map((law) => localChain(law, setting.root))),
  };
}

/** The gaps of rounds over which moments of an order exist; or why they do not, or are not known to. */
export function jointGaps(
  { setting: { program, trigger, root }, states, chains }: JointChain,
  moment: 'first' | 'second',
): GapLaw | Unknown {
  const { act } = program;
  let growth = 1;
  if (trigger.kind !== 'deterministic' && act.kind !== 'gather') {
    const size = moment === 'first' ? root.length : packedLength(root.length);
    if (states.some((count) => count * size > LARGEST_OPERATOR))
      return because(
        'the joint chain is too large to decide whether the moments over the Bernoulli gaps exist',
      );
    const shape = localShape(act, root.length, false);
    growth = Math.max(...chains().map((chain) => growthOf(chain, shape, moment)));
  }
  return gapLaw(trigger, growth);
}

/** The rounds of second moments, or why they are not computed. */
export function jointRounds(setting: Setting, budget: MomentBudget): PlannedRounds | Unknown {
  const joint = jointChain(setting);
  if ('reason' in joint) return joint;
  const { places, laws, jointStates } = joint;
  const n = places.keptSize;
  if (jointStates * places.size ** 2 > budget.doubles)
    return because(
      `under Markov sampling they need the joint chain of all agents, and ${jointStates === Infinity ? 'more than 1e+308' : jointStates.toExponential(0)} joint states (M = ${laws.length}) with ${places.size} coordinates each are too many`,
    );
  const gaps = jointGaps(joint, 'second');
  if ('reason' in gaps) return gaps;
  const length = packedLength(n);
  const advanceOf = (): ((moments: Float64Array) => Float64Array) => {
    const rounds = [...gapStages(joint, gaps, 'second')];
    return (moments) => {
      const field = Array.from({ length: jointStates }, (_, k) =>
        matrix(n, n, unpack(moments, n, k * length)),
      );
      const ends = rounds.map(({ stages }) => stages.reduce(secondsThrough, field));
      const out = new Float64Array(moments.length);
      for (let k = 0; k < jointStates; k++)
        out.set(packedOf(combination(rounds.map(({ weight }, g) => [weight, ends[g]![k]!]))), k * length);
      return out;
    };
  };
  return {
    ...{ places, start: startOf(joint), blocks: jointStates, size: jointStates * length },
    ...jointCost(joint, gaps, true),
    *mixture(): Generator<WeightedRound> {
      yield { weight: 1, advance: advanceOf() };
    },
  };
}

const packedOf = (C: Matrix): Float64Array => pack(C.values, C.rows);

/** A round of first moments E[X; σ] `[joint states, n]`. */
export function jointMeanRound(joint: JointChain, gaps: GapLaw): (field: Matrix) => Matrix {
  const rounds = [...gapStages(joint, gaps, 'first')];
  return (field) =>
    combination(rounds.map(({ weight, stages }) => [weight, stages.reduce(firstsThrough, field)]));
}

/** For each gap its stages with the agents' transfers. */
function* gapStages(
  { setting: { program }, places, chains }: JointChain,
  gaps: GapLaw,
  order: 'first' | 'second',
): Generator<{ readonly weight: number; readonly stages: readonly JointStage[] }> {
  const all = Array.from(gaps, ({ gap, weight }) => ({ weight, stages: stagesOf(program, places, gap) }));
  const transfers = all[0]!.stages.map(({ local }, k) => {
    const counts = all.map(({ stages }) => stages[k]!.steps);
    // what is evaluated takes one observation, whatever the gap
    const isAlways = counts.every((count) => count === counts[0]);
    return chains().map((chain) => {
      const along = [...transfersAlong(chain, local, isAlways ? counts.slice(0, 1) : counts, order)];
      return (g: number) => along[isAlways ? 0 : g]!;
    });
  });
  for (const [g, { weight, stages }] of all.entries())
    yield {
      weight,
      stages: stages.map((stage, k) => ({ ...stage, transfers: transfers[k]!.map((ofGap) => ofGap(g)) })),
    };
}

/** Multiplications before the first round and of each, and doubles that are kept. */
export function jointCost(
  { setting, places, laws, jointStates, states }: JointChain,
  gaps: GapLaw,
  squares: boolean,
): { readonly setupCost: number; readonly roundCost: number; readonly memory: number } {
  const { program, trigger, root } = setting;
  const d = root.length;
  const M = laws.length;
  const n = places.keptSize;
  const products = trigger.kind === 'deterministic' ? 2 * Math.log2(1 + trigger.localSteps) : gaps.count;
  const ofStages: readonly (readonly [n: number, m: number, act: RoundAct, products: number])[] =
    program.evaluation === undefined
      ? [[n, n, program.act, products]]
      : [
          [n, n + M * d, { kind: 'gather' }, 1],
          [n + M * d, n, program.act, products],
        ];
  let [setupCost, roundCost, memory] = [0, 0, 3 * jointStates * (2 * n + M * d) ** 2];
  for (const [n, m, act, products] of ofStages) {
    const local = localShape(act, d, program.correction !== 'none');
    const width = squares ? n + m : 1;
    let each = jointStates * m * n * (squares ? n + m : 1);
    for (const [i, law] of laws.entries()) {
      const size = chainSize(law, root);
      const [S, q] = [states[i]!, local.size];
      const cost = transferCost(size, local, { products, steps: gaps.longest, width, squares });
      setupCost += cost.setup;
      memory += gaps.count * cost.doubles;
      each += (jointStates / S) * cost.each + jointStates * width * (q * n + S * (n + m) + m * d);
      if (squares) each += jointStates * (q * q * n + d * d * m);
    }
    roundCost += gaps.count * SMALL_MATRICES * each;
  }
  return { setupCost, roundCost, memory };
}

type RoundAct = Setting['program']['act'];

/** The law of σ where every chain has a law of its own. */
export const jointLaw = (
  laws: readonly FiniteObservations[],
  lawOf: (law: FiniteObservations) => ArrayLike<number>,
): Float64Array =>
  laws.reduce((all, law) => kron(all, column(Float64Array.from(lawOf(law)))), identityMatrix(1)).values;

function startOf({ laws, places: { keptSize: n }, setting }: JointChain): Float64Array {
  const x = new Float64Array(n);
  x[0] = 1;
  x.set(setting.initial, 1);
  const packed = pack(square(column(x)).values, n);
  return kron(column(jointLaw(laws, ({ start }) => start)), column(packed)).values;
}
