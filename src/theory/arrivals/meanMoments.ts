/** The means of a run's vectors: E u = V E v + F E f + Z E z + c of each transition. */
import type { Vector } from '../../maths/vector.ts';
import { combined, type Combination } from '../linearParts.ts';
import type { KnownAgent } from '../moments/setting.ts';
import { IndependentLaw } from './independentLaw.ts';
import type { Made, Observed, RunMoments } from './runSteps.ts';
import type { Before, Transition, TransitionLaw } from './transition.ts';

/** Without noise. */
const noCovariance = (): never => {
  throw new TypeError('means have no covariance');
};

/** Means in numbered slots. */
export class MeanMoments implements RunMoments {
  multiplications = 0;
  readonly #dimension: number;
  readonly #laws: readonly TransitionLaw[];
  readonly #means: Float64Array[];

  /** @param laws - in agent order */
  constructor(laws: readonly TransitionLaw[], dimension: number, slots: number) {
    this.#dimension = dimension;
    this.#laws = laws;
    this.#means = Array.from({ length: slots }, () => new Float64Array(dimension));
  }

  set(slot: number, mean: Vector): void {
    this.#means[slot] = new Float64Array(mean);
  }

  mean(combination: Combination): Float64Array {
    return combined(combination, this.#means, this.#dimension);
  }

  variance(_combination: Combination): number {
    return 0;
  }

  combine(made: readonly Made[], _gone: readonly number[]): void {
    const means = made.map(({ from }) => this.mean(from));
    made.forEach(({ into }, k) => (this.#means[into] = means[k]!));
  }

  observe(observed: Observed): void {
    this.transition(observed, { stream: undefined, covariance: noCovariance, withStream: noCovariance });
  }

  observeBoth(first: Observed, second: Observed): void {
    this.observe(first);
    this.observe(second);
  }

  /** Moves the mean, and says what the observations do besides. */
  protected transition(
    { agent, act, v, f, count, into }: Observed,
    before: Omit<Before, 'v' | 'f'>,
  ): Transition {
    const law = this.#laws[agent]!;
    const spent = law.multiplications;
    const means = { v: this.mean(v), f: f && this.mean(f) };
    const found = law.after(act, f !== undefined, count, { ...means, ...before });
    this.multiplications += law.multiplications - spent;
    this.#means[into] = found.mean;
    return found;
  }
}

/** The means alone, on the mean operators. */
export function exactMeans(agents: readonly KnownAgent[], root: Vector, slots: number): MeanMoments {
  const laws = agents.map((agent) => new IndependentLaw(agent, 'exact', Float64Array.from(root), 1e6));
  return new MeanMoments(laws, root.length, slots);
}
