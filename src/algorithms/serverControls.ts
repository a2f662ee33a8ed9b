/**
 * SCAFFLSA's control variates where agents go at their own pace. There is no round whose average an
 * agent's model went into, so the server keeps an agent's latest progress without its correction, v_i,
 * and sends `ξ_i = v̄ − v_i` along with the model, v̄ the mean over the agents that have answered. Over
 * these the ξ_i that belong to one v̄ sum to zero, however stale the v_i are, and a run that comes to
 * rest does so at θ*: each agent stands still where `Ḡ_i(θ̄) + ξ_i = 0`, and these sum to `Σ Ḡ_i(θ̄) = 0`.
 *
 * To move each agent's own ξ_i by `gain·(d̄ − Δ_i)`, d̄ the mean of the latest progress *with* correction,
 * would not do: the d̄ of different agents are of different times, what they leave in Σ ξ_i stays
 * there, and the run comes to rest anywhere.
 */
import type { Vector } from '../maths/vector.ts';

/**
 * `v_i = gain·(θ̂_i − θ̄_i) − ξ_i`: an agent's progress without its correction, per local step. With H
 * local steps it is the mean of G_i over them, whatever ξ_i was. In a synchronous round the v_i average
 * to `gain·(θ̄ − θ̄_i)`, since the ξ_i sum to zero, and ξ_i's move comes to `ξ_i ← v̄ − v_i`.
 *
 * @param model - θ̂_i `[d]`
 * @param origin - θ̄_i `[d]`, the model that the agent started from
 * @param control - ξ_i `[d]`, the correction of its local steps
 */
function uncorrectedProgress(model: Vector, origin: Vector, control: Vector, gain: number): Vector {
  const progress = new Float64Array(control.length);
  for (let j = 0; j < progress.length; j++) progress[j] = -control[j]! + gain * (model[j]! - origin[j]!);
  return progress;
}

/** The control variates of all agents. */
export class ServerControls {
  readonly #progress: (Vector | undefined)[];
  readonly #sum: Float64Array;
  #answered = 0;
  /** answers taken in since the sum was formed anew */
  #sinceSummed = 0;

  /**
   * @param agents - M
   * @param dimension - d
   */
  constructor(agents: number, dimension: number) {
    this.#progress = new Array<Vector | undefined>(agents).fill(undefined);
    this.#sum = new Float64Array(dimension);
  }

  /** ξ_i `[d]`, the receiver's to keep; zero before the agent's first answer. */
  control(agent: number): Float64Array {
    const control = this.#progress[agent];
    if (!control) return new Float64Array(this.#sum.length);
    return this.#sum.map((sum, j) => sum / this.#answered - control[j]!);
  }

  /**
   * Takes in an agent's model θ̂_i `[d]` as it comes, before it goes into a step; it was sent θ̄_i and ξ_i `[d]`.
   *
   * @param gain - of the dispatch that it answers: see controlGain
   */
  take(
    agent: number,
    model: Vector,
    sent: { readonly theta: Vector; readonly control: Vector },
    gain: number,
  ): void {
    const before = this.#progress[agent];
    const now = uncorrectedProgress(model, sent.theta, sent.control, gain);
    this.#progress[agent] = now;
    if (!before) this.#answered++;
    this.#sinceSummed++;
    // Once in a while the sum is formed anew, or the rounding of each change would stay in it.
    if (this.#sinceSummed >= this.#progress.length) this.#sumAnew();
    else for (let j = 0; j < this.#sum.length; j++) this.#sum[j]! += now[j]! - (before ? before[j]! : 0);
  }

  /** All vectors that it keeps, themselves. */
  kept(): readonly Vector[] {
    return [this.#sum, ...this.#progress.flatMap((entry) => entry ?? [])];
  }

  #sumAnew(): void {
    this.#sinceSummed = 0;
    this.#sum.fill(0);
    for (const progress of this.#progress) {
      if (progress) for (let j = 0; j < this.#sum.length; j++) this.#sum[j]! += progress[j]!;
    }
  }
}
