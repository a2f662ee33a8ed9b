/** The agents’ local maps and their averages, Γ̄ and C̄ of Mathematics (4): what the server’s averaging makes of a round. */
import { column, type Matrix, matrix, meanOf, multiply, scaled } from '../../maths/matrix.ts';
import type { Vector } from '../../maths/vector.ts';
import type { TriggerConfiguration } from '../../configuration/configuration.ts';
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
  /** Γ̄ = (1/M) Σ_i Γ_i, `[d, d]` */
  readonly power: Matrix;
  /** C̄ = (1/M) Σ_i C_i, `[d, d]` */
  readonly sum: Matrix;
  /** (1/M) Σ_i η C_i Ḡ_i(θ*), `[d]`: where a round of Local SA takes θ̄ − θ* from 0 */
  readonly drift: Vector;
}

/**
 * The local maps of all agents at a step size η, with their averages.
 *
 * @returns `undefined` where some agent's expectation over the trigger does not exist
 */
export function averageMap(
  { dimension: d, agents, root }: LinearProblem,
  stepSize: number,
  trigger: TriggerConfiguration,
): AverageMap | undefined {
  const maps: LocalMap[] = [];
  for (const { A } of agents) {
    const map = localMap(matrix(d, d, A), stepSize, trigger);
    if (map === undefined) return undefined;
    maps.push(map);
  }
  const drift = meanOf(maps.map(({ sum }, i) => multiply(sum, column(pullAtRoot(agents[i]!, root)))));
  return {
    ...{ stepSize, agents: maps },
    power: meanOf(maps.map(({ power }) => power)),
    sum: meanOf(maps.map(({ sum }) => sum)),
    drift: scaled(drift, stepSize).values,
  };
}
