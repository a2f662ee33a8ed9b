/**
 * The mean of the error θ̄ − θ* once the start is forgotten, under Markov sampling on finite chains: exact,
 * from the first moments y = E[X; σ] on the joint chain of all agents, X without its constant.
 *
 * A round takes y to R y + r, r what the constant 1 adds at the stationary law of the chains; the stationary y solves
 * (I − R) y = r.
 */
import { assign, block, type Matrix, matrix, multiply, numbersOf, transposed } from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';
import { fixedPoint, matrixOfVectors } from '../../maths/affineMap.ts';
import { centred } from '../round/registers.ts';
import { dominantModulus } from '../../maths/dominantModulus.ts';
import type { MomentMap } from '../stability/momentMap.ts';
import { because, tooExpensive, type Unknown } from '../unknown.ts';
import { jointChain, jointCost, jointGaps, jointMeanRound, jointLaw } from './jointRounds.ts';
import type { MomentBudget } from '../budgets.ts';
import type { Setting } from './setting.ts';
import { once } from '../../values/once.ts';

interface JointMean {
  /** coordinates of y */
  readonly size: number;
  /** multiplications before the first round, and of R y */
  readonly cost: { readonly setup: number; readonly each: number };
  /** R y */
  readonly advance: (y: Float64Array) => Float64Array;
  /** r */
  readonly constant: () => Float64Array;
  /** Σ_σ E[θ̄; σ] of y `[d]` */
  readonly model: (y: Vector) => Float64Array;
}

/**
 * A round of first moments, or why it is not computed.
 *
 * @param setting - sampled from finite chains, Markov
 */
function jointMean(setting: Setting, budget: MomentBudget): JointMean | Unknown {
  const joint = jointChain(setting);
  if ('reason' in joint) return joint;
  const { places, jointStates } = joint;
  const free = places.keptSize - 1;
  if (jointStates * places.size > budget.doubles)
    return because(`the joint chain of all agents has ${jointStates.toExponential(0)} states`);
  const gaps = jointGaps(joint, 'first');
  if ('reason' in gaps) return { ...gaps, reason: 'the mean over the Bernoulli gaps is not known to exist' };
  const { setupCost, roundCost, memory } = jointCost(joint, gaps, false);
  if (memory > budget.doubles) return because('the maps of the mean on the joint chain are too large');
  // of very many gaps not before it is known that they are affordable
  const made = once(() => jointMeanRound(joint, gaps));
  const round = (field: Matrix): Float64Array => {
    // with another sum of the corrections, which may never change, I − R would be singular
    const kept = setting.program.correction === 'kept' ? centred(field, places) : field;
    return numbersOf(block(transposed(made()(transposed(kept))), [1, free])).slice();
  };
  const fieldOf = (y: Vector): Matrix => matrix(free, jointStates, y);
  return {
    size: free * jointStates,
    cost: { setup: setupCost, each: roundCost },
    advance: (y) => {
      const field = matrix(1 + free, jointStates);
      assign(block(field, [1, free]), fieldOf(y));
      return round(field);
    },
    constant: () => {
      const field = matrix(1 + free, jointStates);
      field.values.set(jointLaw(joint.laws, ({ chain }) => chain.stationary));
      return round(field);
    },
    model: (y) => {
      const ones = matrix(jointStates, 1, new Float64Array(jointStates).fill(1));
      return multiply(block(fieldOf(y), [0, places.dimension]), ones).values;
    },
  };
}

/** Applications that a spectral radius takes where it is not written out. */
const MOST_APPLICATIONS = 150;

/** The map of first moments, for its spectral radius; or why it is not computed. */
export function jointMeanMap(setting: Setting, budget: MomentBudget): MomentMap | Unknown {
  const mean = jointMean(setting, budget);
  if ('reason' in mean) return mean;
  const { size, advance } = mean;
  if (MOST_APPLICATIONS * size > budget.doubles)
    return because('the mean round on the joint chain has too many coordinates');
  const cost = mean.cost.setup + Math.min(size, MOST_APPLICATIONS) * mean.cost.each;
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
  const { size: n, cost, advance, constant, model } = mean;
  if (n ** 2 > budget.doubles || n ** 3 > 3 * budget.multiplications)
    return because(`the mean on the joint chain of all agents has ${n} coordinates`);
  if (cost.setup + (n + 1) * cost.each > budget.multiplications)
    return because('the mean round on the joint chain takes too long');
  const R = matrixOfVectors(n, advance);
  const radius = dominantModulus(n, (x) => multiply(R, matrix(n, 1, x)).values);
  return radius < 1 ? model(fixedPoint(R, constant())) : 'unstable';
}
