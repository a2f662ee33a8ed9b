/**
 * The second moments of a whole system on the joint chain of its agents: for each joint state
 * `s = (s_1, …, s_M)` the matrix `Z_s = E[x xᵀ; s]` of everything x that an algorithm computes with.
 *
 * Given the observations every step is linear in x, and touches few rows of it.
 */
import type { Vector } from '../vector.ts';

/** Rows of x that a step overwrites, each by a combination of the old x. */
export interface RowMap {
  readonly targets: readonly number[];
  /** which elements of x the combinations read */
  readonly sources: readonly number[];
  /** `[targets.length, sources.length]` */
  readonly coefficients: Vector;
}

/** One agent's move from s to s', with what it does to x at that observation. */
export interface AgentMove {
  readonly next: number;
  readonly probability: number;
  readonly map: RowMap;
}

/** Z_s for all joint states, `[jointStates, n, n]`. */
export class JointField {
  readonly n: number;
  readonly jointStates: number;
  readonly #strides: readonly number[];
  readonly #states: readonly number[];
  #scratch = new Float64Array(0);
  #work = new Float64Array(0);
  readonly elements: Float64Array;

  /** @param states - the number of states of each agent's chain; the last agent's runs fastest */
  constructor(n: number, states: readonly number[]) {
    this.n = n;
    this.#states = states;
    const strides: number[] = [];
    let jointStates = 1;
    for (const count of [...states].reverse()) {
      strides.unshift(jointStates);
      jointStates *= count;
    }
    this.#strides = strides;
    this.jointStates = jointStates;
    this.elements = new Float64Array(jointStates * n * n);
  }

  /** Agent `agent`'s state in a joint state. */
  stateOf(joint: number, agent: number): number {
    return Math.floor(joint / this.#strides[agent]!) % this.#states[agent]!;
  }

  copy(): JointField {
    const out = new JointField(this.n, this.#states);
    out.elements.set(this.elements);
    return out;
  }

  /** Z_s ← F Z_s Fᵀ for all s. */
  transform(map: RowMap): void {
    const square = this.n * this.n;
    for (let at = 0; at < this.elements.length; at += square) {
      congruenceInPlace(this.elements, at, this.n, map, this.#scratchFor(map));
    }
  }

  /** `Z_s' ← Σ_s P_i(s_i, s'_i) F Z_s Fᵀ`: agent i acts at its observation and its chain moves. */
  move(agent: number, moves: readonly (readonly AgentMove[])[]): void {
    const square = this.n * this.n;
    const stride = this.#strides[agent]! * square;
    const work = this.#squares(moves.length + 1);
    const last = moves.length * square;
    // the joint states that differ in this agent's state alone move among themselves
    for (let from = 0; from < this.elements.length; from += stride * moves.length)
      for (let others = from; others < from + stride; others += square) {
        for (let state = 0; state < moves.length; state++)
          takeSquare(this.elements, others + state * stride, work, state * square, square);
        moves.forEach((ofState, state) => {
          let made: RowMap | undefined;
          let at = state * square;
          for (const { next, probability, map } of ofState) {
            if (made !== map) {
              at = state * square;
              if (map !== ofState.at(-1)!.map) {
                work.copyWithin(last, at, at + square);
                at = last;
              }
              congruenceInPlace(work, at, this.n, map, this.#scratchFor(map));
              made = map;
            }
            const to = others + next * stride;
            for (let j = 0; j < square; j++) this.elements[to + j]! += probability * work[at + j]!;
          }
        });
      }
  }

  #squares(count: number): Float64Array {
    const length = count * this.n * this.n;
    if (this.#work.length < length) this.#work = new Float64Array(length);
    return this.#work;
  }

  #scratchFor({ targets }: RowMap): Float64Array {
    const length = targets.length * this.n;
    if (this.#scratch.length < length) this.#scratch = new Float64Array(length);
    return this.#scratch;
  }
}

/** Moves numbers out of an array, and leaves zeros. */
function takeSquare(from: Float64Array, at: number, to: Float64Array, place: number, count: number): void {
  for (let j = 0; j < count; j++) {
    to[place + j] = from[at + j]!;
    from[at + j] = 0;
  }
}

/** Z ← F Z Fᵀ for the `[n, n]` at `at`, where F is the identity but for some rows. */
function congruenceInPlace(
  Z: Float64Array,
  at: number,
  n: number,
  { targets, sources, coefficients }: RowMap,
  scratch: Float64Array,
): void {
  const rows = targets.length;
  const width = sources.length;
  for (let t = 0; t < rows; t++) {
    const row = t * n;
    for (let j = 0; j < n; j++) scratch[row + j] = 0;
    for (let k = 0; k < width; k++) {
      const factor = coefficients[t * width + k]!;
      if (factor === 0) continue;
      const from = at + sources[k]! * n;
      for (let j = 0; j < n; j++) scratch[row + j]! += factor * Z[from + j]!;
    }
  }
  for (let t = 0; t < rows; t++) {
    const to = at + targets[t]! * n;
    for (let j = 0; j < n; j++) Z[to + j] = scratch[t * n + j]!;
  }
  for (let i = at; i < at + n * n; i += n) {
    for (let t = 0; t < rows; t++) {
      let sum = 0;
      for (let k = 0; k < width; k++) sum += coefficients[t * width + k]! * Z[i + sources[k]!]!;
      scratch[t] = sum;
    }
    for (let t = 0; t < rows; t++) Z[i + targets[t]!] = scratch[t]!;
  }
}
