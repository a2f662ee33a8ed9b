/** Moments of one agent's round with additive noise. */
import type { Moves } from './moves.ts';

/** An agent's round whose noise does not depend on the state. */
export interface FixedRound {
  readonly chain: Pick<Moves, 'states' | 'stationary' | 'start'>;
  /** Φ̄ `[d, size]` */
  readonly meanOverall: Float64Array;
  /** P^H `[n, n]` */
  readonly kernel: Float64Array;
  /** E[ỹ | s_0 = s] `[n, d]` */
  readonly conditionalMeans: Float64Array;
  /** E[ỹ ỹᵀ] `[d, d]`, then E[ỹ 1{s'}] `[n, d]` */
  readonly image: Float64Array;
}
