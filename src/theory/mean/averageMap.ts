/** The agents' local maps and their averages: what the server's averaging makes of a round. */
import { matrixVector } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import type { TriggerConfiguration } from '../../protocol/configuration.ts';
import { localMap } from './localMap.ts';
import type { LocalMap } from './localMap.ts';
import { pullAtRoot } from '../linearProblem.ts';
import type { LinearProblem } from '../linearProblem.ts';

/** A round's local maps at one step size and trigger, averaged in agent order. */
export interface AverageMap {
  /** η */
  readonly stepSize: number;
  /** Γ_i and C_i, in agent order */
  readonly agents: readonly LocalMap[];
  /** (1/M) Σ_i Γ_i, `[d, d]` */
  readonly power: Vector;
  /** (1/M) Σ_i C_i, `[d, d]` */
  readonly sum: Vector;
  /** (1/M) Σ_i η C_i Ḡ_i(θ*), `[d]`: where a round of Local SA takes θ̄ − θ* from 0 */
  readonly drift: Vector;
}

/**
 * The local maps of all agents at a step size η, with their averages.
 *
 * @returns `undefined` where some agent's expectation over the trigger does not exist
 */
export function averageMap(
  problem: LinearProblem,
  stepSize: number,
  trigger: TriggerConfiguration,
): AverageMap | undefined {
  const { dimension: d, agents, root } = problem;
  const maps: LocalMap[] = [];
  const power = new Float64Array(d * d);
  const sum = new Float64Array(d * d);
  const drift = new Float64Array(d);
  for (const agent of agents) {
    const map = localMap(agent.A, d, stepSize, trigger);
    if (map === undefined) return undefined;
    maps.push(map);
    for (let j = 0; j < d * d; j++) {
      power[j]! += map.power[j]! / agents.length;
      sum[j]! += map.sum[j]! / agents.length;
    }
    const pulled = matrixVector(map.sum, pullAtRoot(agent, root), d);
    for (let j = 0; j < d; j++) drift[j]! += (stepSize * pulled[j]!) / agents.length;
  }
  return { stepSize, agents: maps, power, sum, drift };
}
