/** The largest step size of an algorithm that is stable, by the map of moments at each step size. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { balance } from '../../maths/balance.ts';
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import { meanGap, type TriggerConfiguration } from '../../triggers/index.ts';
import { attempted } from '../attempted.ts';
import type { LinearProblem } from '../linearProblem.ts';
import type { MomentBudget } from '../budgets.ts';
import { allRunsOf } from '../round/runsOf.ts';
import { withStep } from './scannedStep.ts';
import { tooExpensive, type Unknown } from '../unknown.ts';
import { largestStable, type StabilityQuery } from './largestStable.ts';
import type { MomentMap } from './momentMap.ts';

/** What step sizes are looked for in. */
export interface StepScan {
  readonly linear: LinearProblem;
  readonly trigger: TriggerConfiguration;
  /** for each largest step */
  readonly budget: MomentBudget;
  /** for each factor on the way: those of large steps may take much more than the others */
  readonly each: MomentBudget;
}

/** Factors of the most expensive kind that a scan may take. */
const MOST_EXPENSIVE = 4;

/** The step sizes of a problem. */
export const stepScan = (
  linear: LinearProblem,
  trigger: TriggerConfiguration,
  budget: MomentBudget,
): StepScan => ({
  linear,
  trigger,
  budget,
  each: { ...budget, multiplications: budget.multiplications / MOST_EXPENSIVE },
});

/** Where it is looked for, if that is known better than by the scale of the problem. */
export type Window = Partial<Pick<StabilityQuery, 'from' | 'most' | 'precision'>>;

/** η max‖Ā_i‖ at which scans for a step size give up. */
const LARGEST_SCALED_STEP = 1e4;

/**
 * The largest stable step size, all other parameters as they are, whatever the algorithm's own is.
 *
 * @returns 0 if no small one is stable, Infinity if all in the window are
 */
export function largestStep(
  { linear, trigger, budget }: StepScan,
  algorithm: ConfiguredAlgorithm,
  mapOf: (scanned: ConfiguredAlgorithm) => MomentMap | Unknown,
  window: Window = {},
): number | Unknown {
  const { agents } = linear;
  const scale = sizeOf(linear);
  const otherwise = dividesByStep(algorithm, trigger, agents.length) ? 'larger' : 'smaller';
  const range = { from: 1e-3 / (scale * meanGap(trigger)), most: LARGEST_SCALED_STEP / scale, ...window };
  const mapAt = (step: number): MomentMap | Unknown =>
    attempted('the map of moments', () => mapOf(withStep(algorithm, step)));
  const first = mapAt(range.from);
  if ('reason' in first) return first;
  let spent = 0;
  return largestStable({
    ...range,
    otherwise,
    cost: first.cost,
    budget: budget.multiplications,
    factor: (step) => {
      const map = mapAt(step);
      if ('reason' in map) return map;
      spent += map.cost;
      return spent > budget.multiplications
        ? tooExpensive('the scan for it takes', spent, budget)
        : map.factor();
    },
  });
}

/** Beside the size in given coordinates, that in balanced ones; a smaller difference is nothing to the window. */
const FAR_SMALLER = 1 / 16;

/** max ‖Ā_i‖, in coordinates in which the agents' matrices are balanced where the given ones are far from that. */
export function sizeOf({ agents, dimension: d }: LinearProblem): number {
  const largest = (sizeAt: (A: Vector) => number): number =>
    Math.sqrt(agents.reduce((most, agent) => Math.max(most, sizeAt(agent.A)), 0));
  const given = largest(squaredNorm);
  const sizes = new Float64Array(d * d);
  for (const { A } of agents) for (let j = 0; j < d * d; j++) sizes[j]! += Math.abs(A[j]!);
  const units = balance(sizes, d);
  const balanced = largest((M) =>
    squaredNorm(Float64Array.from(M, (value, at) => (value * units[at % d]!) / units[Math.floor(at / d)]!)),
  );
  return balanced < FAR_SMALLER * given ? balanced : given;
}

/** Whether the server's step is in proportion to 1/η, as in Local SGD-M: small η are then no smaller steps. */
function dividesByStep(
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
  agents: number,
): boolean {
  const [once, twice] = [1, 2].map((step) => {
    const runs = allRunsOf(withStep(algorithm, step), trigger, agents);
    return 'reason' in runs ? [] : runs.map(({ program }) => program.closing(1).server?.meanModel ?? 0);
  });
  return once!.some((x, k) => Math.abs(x - twice![k]!) > ROUNDING * Math.abs(x));
}

/** What rounding may leave of a difference of two maps of size 1. */
const ROUNDING = 1e-12;
