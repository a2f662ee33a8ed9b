/**
 * When to replace a machine that wears out: a control task in which each agent runs a machine of its
 * own, and all learn one table of action values.
 *
 * The state is the wear w, 0 (new) to W − 1. Action 0 runs the machine: a period earns
 * `1 − c_i w/(W − 1)`. Action 1 replaces it and runs the new one: the period earns `1 − price`. During
 * the period the machine that runs becomes more worn by one level with probability q_i, up to W − 1.
 * Agents differ in q_i and c_i. For a single machine the best policy replaces from some wear on
 * (Derman, "On optimal replacement rules when changes of state are Markovian", 1963).
 */
import { generatorFor } from '../../maths/generator.ts';
import { interval, real, type SpecificationOf, variant, whole } from '../../values/value.ts';
import { type DecisionProcess, MOST_PAIRS } from './decisionProcess.ts';

const fields = {
  /** W, levels of wear, at least 2 */
  levels: whole(2, MOST_PAIRS / 2),
  /** q_i ∼ U(low, high), in (0, 1): probability of wearing by one level in a period */
  wear: interval((low, high) => low > 0 && high < 1, 'must lie in (0, 1)'),
  /** c_i ∼ U(low, high): what running at the last level costs a period; a period earns 1 */
  runningCost: interval(),
  /** what a replacement costs */
  price: real(),
};

/** Machines that wear out and can be replaced. */
export type MachineReplacement = SpecificationOf<'machine-replacement', typeof fields>;
export const machine = variant('machine-replacement', fields);

/** Agent `index`'s machine, with `q_i ∼ U(wear)` and `c_i ∼ U(runningCost)`. */
export function machineReplacement(
  machine: MachineReplacement,
  seed: number,
  index: number,
): DecisionProcess {
  const { levels: W, price } = machine;
  const generator = generatorFor(seed, 'problem', 'machine', index);
  const between = ([low, high]: readonly [number, number]): number =>
    low + (high - low) * generator.uniform();
  const wearProbability = between(machine.wear);
  const runningCost = between(machine.runningCost);
  const kernel = new Float64Array(2 * W * W);
  const rewards = new Float64Array(2 * W);
  for (let wear = 0; wear < W; wear++) {
    for (const action of [0, 1]) {
      const running = action === 1 ? 0 : wear;
      const row = (2 * wear + action) * W;
      kernel[row + running]! += 1 - wearProbability;
      kernel[row + Math.min(running + 1, W - 1)]! += wearProbability;
      rewards[2 * wear + action] = action === 1 ? 1 - price : 1 - (runningCost * wear) / (W - 1);
    }
  }
  return { states: W, actions: 2, kernel, rewards };
}
