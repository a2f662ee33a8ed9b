/** The means alone of a run's vectors, on the mean operators. */
import type { Vector } from '../../maths/vector.ts';
import type { Combination } from '../linearParts.ts';
import type { KnownAgent } from '../moments/setting.ts';
import { IndependentLaw } from './independentLaw.ts';
import type { Made, Observed, RunMoments } from './runMoments.ts';

/** Means in numbered slots. */
export class MeanMoments implements RunMoments {
  readonly isRandom: boolean = false;
  readonly isCarried: boolean = false;
  multiplications = 0;
  readonly #dimension: number;
  readonly #laws: readonly IndependentLaw[];
  readonly #means: Float64Array[];

  constructor(agents: readonly KnownAgent[], root: Vector, slots: number) {
    this.#dimension = root.length;
    const options = { sampling: 'exact', root, doubles: 1e6 } as const;
    this.#laws = agents.map(({ mean }) => new IndependentLaw(mean, undefined, options));
    this.#means = Array.from({ length: slots }, () => new Float64Array(root.length));
  }

  set(slot: number, mean: Vector): void {
    this.#means[slot] = new Float64Array(mean);
  }

  clear(_slot: number): void {
    // The next vector in the slot is written as a whole.
  }

  mean(combination: Combination): Float64Array {
    const out = new Float64Array(this.#dimension);
    for (const [slot, factor] of combination)
      for (let j = 0; j < out.length; j++) out[j]! += factor * this.#means[slot]![j]!;
    return out;
  }

  variance(_combination: Combination): number {
    return 0;
  }

  combine(made: readonly Made[]): void {
    const means = made.map(({ from }) => this.mean(from));
    made.forEach(({ into }, k) => (this.#means[into] = means[k]!));
  }

  observe({ agent, act, v, f, count, into }: Observed): void {
    const registers = { v: this.mean(v), f: f && this.mean(f), carried: undefined };
    const none = (): Float64Array => new Float64Array(0);
    const input = { ...registers, covariance: none, withCarried: none };
    this.#means[into] = new Float64Array(this.#laws[agent]!.after(act, f !== undefined, count, input).mean);
  }
}
