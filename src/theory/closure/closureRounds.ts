/**
 * The rounds of a closure: mean and covariance of the state, and for each agent the first moments
 * `V_i(s) = E[(X − m) 1{s_i = s}]` that tie the state to where its chain stands between rounds.
 *
 * A round is `X⁺ = R X + k + Σ_i E_i ỹ_i`, with ỹ_i = y_i − Φ̄_i x_i what agent i's chain adds to the mean.
 * Neglected: how ỹ_i and ỹ_j of two agents depend on each other beyond their common start, and how the
 * covariance of X depends on one agent's state. At M = 1 the second alone is missing.
 */
import { transpose } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ErrorMoments } from '../moments/errorMoments.ts';
import type { FixedRound } from './fixedRound.ts';
import type { AgentRound } from './agentRound.ts';
import type { ExchangeRound } from './exchangeRound.ts';
import { forgets } from './forgetfulNoise.ts';
import { Remembered } from './remembered.ts';
import { closed, meanRound, placeOf, type ServerState } from './serverState.ts';
import { change, momentsOf } from './sharedRounds.ts';

/** An agent with what is kept of it between rounds. */
interface Member {
  readonly round: AgentRound | FixedRound;
  /** `undefined` where the noise is fixed */
  readonly noise: Remembered | undefined;
  /** law of its state `[n]` */
  law: Float64Array;
  /** V_i `[size, n]` in full, or what alone is left of it where chains forget within a round: u_i `[n, d]` */
  boundary: Float64Array;
}

/** Part of a round's noise that a remembered input may leave out, while noise is all of the error. */
const TOLERANCE = 3e-3;
/** How many times more it may be while bias is most of it: that noise stays when the bias has gone. */
const MOST_TOLERANT = 20;
/** Change of a round, beside the largest element, below which all rounds after are the same. */
const SETTLED = 1e-13;

/** What the rounds are of. */
export interface ClosureRoundsInput {
  readonly state: ServerState;
  readonly agents: readonly (AgentRound | ExchangeRound | FixedRound)[];
  /** X at the start */
  readonly initial: Float64Array;
  /** weights of the coordinates of x_i, for comparing inputs */
  readonly weights: readonly Vector[];
  /** passes along chains, of all agents together; then what is known of them must do */
  readonly mostPasses: number;
}

/** Mean and covariance of the state, round by round. */
export class ClosureRounds {
  /** E[X], and Cov(X) `[size, size]` */
  mean: Float64Array;
  covariance: Float64Array;
  /** passes along chains so far, of all agents, and how many there may be */
  passes: number;
  readonly #mostPasses: number;
  /** whether rounds change nothing any more */
  settled = false;
  readonly #state: ServerState;
  readonly #members: readonly Member[];
  readonly #maps: readonly Float64Array[];
  readonly #forgets: boolean;
  /** trace of what noise added to θ̄'s covariance in the last round */
  #added = 0;

  constructor({ state, agents, initial, weights, mostPasses }: ClosureRoundsInput) {
    this.#state = state;
    this.#mostPasses = mostPasses;
    this.passes = agents.length;
    this.mean = initial;
    this.covariance = new Float64Array(state.size * state.size);
    this.#forgets = agents.every(forgets);
    this.#members = agents.map((round, i) => ({
      round,
      noise:
        'respond' in round
          ? new Remembered(
              (input) => round.respond(input),
              inputWeights(round, weights[i]!),
              atRoot(round, state.shape.size),
            )
          : undefined,
      law: Float64Array.from(round.chain.start),
      boundary: new Float64Array(round.chain.states * (this.#forgets ? state.shape.dimension : state.size)),
    }));
    this.#maps = agents.map(({ meanOverall }) => meanOverall);
  }

  moments(): ErrorMoments {
    return momentsOf(this.mean, this.covariance, this.#state.size, this.#state.shape.dimension);
  }

  /** One round. */
  advance(): void {
    if (this.settled) return;
    const { size: D, shape, agents: M } = this.#state;
    const { dimension: d } = shape;
    const omegas = this.#exchangeNoises();
    const wanted = TOLERANCE * Math.min(MOST_TOLERANT, Math.max(1, this.#errorOverNoise()));
    const noises: Float64Array[] = [];
    const shifts: Float64Array[] = [];
    const ties: Float64Array[] = [];
    const carried: Float64Array[] = [];
    this.#members.forEach((member, i) => {
      const tolerance = this.passes < this.#mostPasses ? wanted : Infinity;
      const { round, law } = member;
      const n = round.chain.states;
      const x = this.#meanOf(i);
      const boundary = this.#boundaryOf(member, i);
      const { rises, shift } =
        'rises' in round ? fixedRises(round, law, d) : risesOf(round, law, x, boundary, d);
      let image: Float64Array;
      if ('rises' in round) image = round.image;
      else {
        const response = member.noise!.at(this.#inputOf(i, x, boundary, law, omegas?.[i]), tolerance);
        if (response.applied) this.passes++;
        image = response.image;
      }
      const noise = image.slice(0, d * d);
      for (let a = 0; a < d; a++) for (let b = 0; b < d; b++) noise[a * d + b]! -= shift[a]! * shift[b]!;
      noises.push(noise);
      shifts.push(shift);
      member.law = advanced(law, round.kernel, n);
      const u = image.slice(d * d);
      for (let s = 0; s < n; s++) for (let a = 0; a < d; a++) u[s * d + a]! -= member.law[s]! * shift[a]!;
      carried.push(u);
      ties.push(this.#tieOf(member, i, rises));
    });

    const zero = new Float64Array(D);
    const shifted = closed(this.#state, zero, shifts, 1);
    const mean = meanRound(this.#state, this.#maps, this.mean, 1, 1);
    for (let j = 0; j < D; j++) mean[j]! += shifted[j]!;

    const half = meanRound(this.#state, this.#maps, this.covariance, D, 0);
    const covariance = meanRound(this.#state, this.#maps, transpose(half, D), D, 0);
    const before = traceOf(covariance, D, d);
    this.#addNoise(covariance, noises);
    this.#addTies(covariance, ties);
    this.#added = Math.max(0, traceOf(covariance, D, d) - before);
    for (let i = 0; i < D; i++) {
      for (let j = 0; j < i; j++) {
        const middle = (covariance[i * D + j]! + covariance[j * D + i]!) / 2;
        covariance[i * D + j] = middle;
        covariance[j * D + i] = middle;
      }
    }
    let moved = 0;
    this.#members.forEach((member, i) => {
      const next = this.#forgets ? carried[i]! : this.#advancedBoundary(member, i, carried[i]!);
      moved = Math.max(moved, change(member.boundary, next));
      member.boundary = next;
    });
    moved = Math.max(moved, change(this.mean, mean), change(this.covariance, covariance));
    this.settled = moved <= SETTLED && M > 0;
    this.mean = mean;
    this.covariance = covariance;
  }

  /** How much greater E‖θ̄ − θ*‖² is than what noise has to do with it. */
  #errorOverNoise(): number {
    const { size: D, shape } = this.#state;
    const variance = traceOf(this.covariance, D, shape.dimension);
    let bias = 0;
    for (let j = 0; j < shape.dimension; j++) bias += this.mean[j]! ** 2;
    const noise = variance + this.#added;
    return noise > 0 ? (variance + bias) / noise : 1;
  }

  /** E[x_i] `[size of x]`. */
  #meanOf(agent: number): Float64Array {
    const { shape } = this.#state;
    const { dimension: d, kept, size } = shape;
    const x = new Float64Array(size);
    kept.forEach((_, b) => {
      const at = placeOf(this.#state, b, agent);
      x.set(this.mean.subarray(at, at + d), b * d);
    });
    x[size - 1] = 1;
    return x;
  }

  /** V_i of x_i `[n, size of x]`, with 0 for the constant. */
  #boundaryOf({ round, boundary }: Member, agent: number): Float64Array {
    const { dimension: d, kept, updates, size } = this.#state.shape;
    const n = round.chain.states;
    const out = new Float64Array(n * size);
    kept.forEach((_, b) => {
      const { meanResult, result } = updates[b]!;
      const factor = meanResult / this.#state.agents + result;
      const at = placeOf(this.#state, b, agent);
      for (let s = 0; s < n; s++) {
        for (let j = 0; j < d; j++)
          out[s * size + b * d + j] = this.#forgets
            ? factor * boundary[s * d + j]!
            : boundary[(at + j) * n + s]!;
      }
    });
    return out;
  }

  /** T(s) = p(s) E[x xᵀ] + V(s) x̄ᵀ + x̄ V(s)ᵀ, and after it Ω. */
  #inputOf(agent: number, x: Vector, boundary: Vector, law: Vector, omega: Vector | undefined): Float64Array {
    const { size: X } = this.#state.shape;
    const n = law.length;
    const S = this.#secondOf(agent, x);
    const out = new Float64Array(n * X * X + (omega?.length ?? 0));
    for (let s = 0; s < n; s++) {
      const p = law[s]!;
      for (let i = 0; i < X; i++) {
        const at = (s * X + i) * X;
        const v = boundary[s * X + i]!;
        for (let j = 0; j < X; j++)
          out[at + j] = p * S[i * X + j]! + v * x[j]! + x[i]! * boundary[s * X + j]!;
      }
    }
    if (omega !== undefined) out.set(omega, n * X * X);
    return out;
  }

  /** E[x_i x_iᵀ] `[size of x, size of x]`. */
  #secondOf(agent: number, x: Vector): Float64Array {
    const { dimension: d, kept, size: X } = this.#state.shape;
    const D = this.#state.size;
    const S = new Float64Array(X * X);
    for (let i = 0; i < X; i++) for (let j = 0; j < X; j++) S[i * X + j] = x[i]! * x[j]!;
    kept.forEach((_, a) => {
      const row = placeOf(this.#state, a, agent);
      kept.forEach((__, b) => {
        const column = placeOf(this.#state, b, agent);
        for (let i = 0; i < d; i++)
          for (let j = 0; j < d; j++)
            S[(a * d + i) * X + b * d + j]! += this.covariance[(row + i) * D + column + j]!;
      });
    });
    return S;
  }

  /** Ω_i of every agent; none without a second exchange. */
  #exchangeNoises(): Float64Array[] | undefined {
    const M = this.#members.length;
    const own = this.#members.flatMap(({ round }, i) =>
      'exchangeNoise' in round
        ? [(round as ExchangeRound).exchangeNoise(this.#secondOf(i, this.#meanOf(i)))]
        : [],
    );
    if (own.length < M) return undefined;
    const sum = new Float64Array(own[0]!.length);
    for (const one of own) for (let j = 0; j < sum.length; j++) sum[j]! += one[j]!;
    return own.map((one) => sum.map((value, j) => (value - one[j]!) / M ** 2));
  }

  /** Cov(X, ỹ_i): in full `[size, d]`, or, where chains forget, what E_i is to be applied to `[d, d]`. */
  #tieOf({ round, boundary, law }: Member, agent: number, rises: Vector): Float64Array {
    const { size: D, shape } = this.#state;
    const { dimension: d, size: X, kept } = shape;
    const n = round.chain.states;
    const rows = this.#forgets ? d : D;
    const out = new Float64Array(rows * d);
    for (let s = 0; s < n; s++) {
      for (let row = 0; row < rows; row++) {
        const v = this.#forgets ? boundary[s * d + row]! : boundary[row * n + s]!;
        if (v !== 0) for (let a = 0; a < d; a++) out[row * d + a]! += v * rises[s * d + a]!;
      }
    }
    if (this.#forgets) return out;
    if ('rises' in round) return out;
    // Where the chain is not stationary Φ̄ is not the mean: Σ_s p(s) (Φ(s) − Φ̄) is left of Cov(X, x_i).
    const excess = new Float64Array(d * X);
    for (let s = 0; s < n; s++) {
      const p = law[s]! - round.chain.stationary[s]!;
      if (p !== 0) for (let j = 0; j < d * X; j++) excess[j]! += p * round.mean[s * d * X + j]!;
    }
    kept.forEach((_, b) => {
      const column = placeOf(this.#state, b, agent);
      for (let a = 0; a < d; a++) {
        for (let j = 0; j < d; j++) {
          const factor = excess[a * X + b * d + j]!;
          if (factor === 0) continue;
          for (let row = 0; row < D; row++)
            out[row * d + a]! += factor * this.covariance[row * D + column + j]!;
        }
      }
    });
    return out;
  }

  /** covariance += Σ_i E_i Q_i E_iᵀ. */
  #addNoise(covariance: Float64Array, noises: readonly Vector[]): void {
    const { size: D, shape, agents: M } = this.#state;
    const { dimension: d, kept, updates } = shape;
    const sum = new Float64Array(d * d);
    for (const noise of noises) for (let j = 0; j < sum.length; j++) sum[j]! += noise[j]!;
    const isOwn = kept.map((block) => block === 'correction');
    const add = (a: number, i: number, b: number, k: number, factor: number, Q: Vector): void => {
      if (factor === 0) return;
      const row = placeOf(this.#state, a, i);
      const column = placeOf(this.#state, b, k);
      for (let r = 0; r < d; r++)
        for (let c = 0; c < d; c++) covariance[(row + r) * D + column + c]! += factor * Q[r * d + c]!;
    };
    updates.forEach((left, a) => {
      updates.forEach((right, b) => {
        const all = left.meanResult / M;
        const also = right.meanResult / M;
        for (let i = 0; i < (isOwn[a] ? M : 1); i++) {
          for (let k = 0; k < (isOwn[b] ? M : 1); k++) {
            add(a, i, b, k, all * also, sum);
            if (isOwn[a]) add(a, i, b, k, left.result * also, noises[i]!);
            if (isOwn[b]) add(a, i, b, k, all * right.result, noises[k]!);
            if (isOwn[a] && isOwn[b] && i === k) add(a, i, b, k, left.result * right.result, noises[i]!);
          }
        }
      });
    });
  }

  /** covariance += Σ_i (R C_i E_iᵀ and its transpose), C_i = Cov(X, ỹ_i). */
  #addTies(covariance: Float64Array, ties: readonly Float64Array[]): void {
    const { size: D, shape, agents: M } = this.#state;
    const { dimension: d, kept, updates } = shape;
    const sum = new Float64Array(D * d);
    const add = (b: number, k: number, factor: number, moved: Vector): void => {
      if (factor === 0) return;
      const column = placeOf(this.#state, b, k);
      for (let row = 0; row < D; row++) {
        for (let c = 0; c < d; c++) {
          const value = factor * moved[row * d + c]!;
          covariance[row * D + column + c]! += value;
          covariance[(column + c) * D + row]! += value;
        }
      }
    };
    // R is applied to each C_i where agents hear their own results, and else to their sum.
    const isHeard = kept.includes('correction');
    ties.forEach((tie, i) => {
      const C = this.#forgets ? this.#spread(tie, i, d) : tie;
      const moved = isHeard ? meanRound(this.#state, this.#maps, C, d, 0) : C;
      for (let j = 0; j < sum.length; j++) sum[j]! += moved[j]!;
      updates.forEach(({ result }, b) => {
        if (kept[b] === 'correction') add(b, i, result, moved);
      });
    });
    const all = isHeard ? sum : meanRound(this.#state, this.#maps, sum, d, 0);
    updates.forEach(({ meanResult }, b) => {
      for (let k = 0; k < (kept[b] === 'correction' ? M : 1); k++) add(b, k, meanResult / M, all);
    });
  }

  /** E_i y `[size, width]` of y `[d, width]`. */
  #spread(y: Float64Array, agent: number, width: number): Float64Array {
    const { size: D, shape, agents: M } = this.#state;
    const { dimension: d, kept, updates } = shape;
    const out = new Float64Array(D * width);
    updates.forEach(({ meanResult, result }, b) => {
      for (let k = 0; k < (kept[b] === 'correction' ? M : 1); k++) {
        const factor = meanResult / M + (kept[b] === 'correction' && k === agent ? result : 0);
        const at = placeOf(this.#state, b, k) * width;
        if (factor !== 0) for (let j = 0; j < d * width; j++) out[at + j]! += factor * y[j]!;
      }
    });
    return out;
  }

  /** V_i⁺ = R V_i P^H + E_i u_iᵀ `[size, n]`. */
  #advancedBoundary({ round, boundary }: Member, agent: number, u: Vector): Float64Array {
    const { size: D, shape } = this.#state;
    const n = round.chain.states;
    const d = shape.dimension;
    const passed = new Float64Array(D * n);
    for (let row = 0; row < D; row++) {
      for (let s = 0; s < n; s++) {
        const v = boundary[row * n + s]!;
        if (v !== 0) for (let to = 0; to < n; to++) passed[row * n + to]! += v * round.kernel[s * n + to]!;
      }
    }
    const out = meanRound(this.#state, this.#maps, passed, n, 0);
    const turned = new Float64Array(d * n);
    for (let s = 0; s < n; s++) for (let a = 0; a < d; a++) turned[a * n + s] = u[s * d + a]!;
    const added = this.#spread(turned, agent, n);
    for (let j = 0; j < out.length; j++) out[j]! += added[j]!;
    return out;
  }
}

/** `(Φ(s) − Φ̄) x̄` `[n, d]`, and δ = E[y] − Φ̄ x̄ `[d]`. */
function risesOf(
  { mean, meanOverall }: AgentRound,
  law: Vector,
  x: Vector,
  boundary: Vector,
  d: number,
): { readonly rises: Float64Array; readonly shift: Float64Array } {
  const n = law.length;
  const X = x.length;
  const rises = new Float64Array(n * d);
  const shift = new Float64Array(d);
  for (let s = 0; s < n; s++) {
    for (let a = 0; a < d; a++) {
      const row = (s * d + a) * X;
      let rise = 0;
      let tie = 0;
      for (let k = 0; k < X; k++) {
        const difference = mean[row + k]! - meanOverall[a * X + k]!;
        rise += difference * x[k]!;
        tie += difference * boundary[s * X + k]!;
      }
      rises[s * d + a] = rise;
      shift[a]! += law[s]! * rise + tie;
    }
  }
  return { rises, shift };
}

/** The same where only the constant of x has to do with the state. */
function fixedRises({ rises }: FixedRound, law: Vector, d: number): ReturnType<typeof risesOf> {
  const shift = new Float64Array(d);
  law.forEach((p, s) => {
    for (let a = 0; a < d; a++) shift[a]! += p * rises[s * d + a]!;
  });
  return { rises, shift };
}

const advanced = (law: Vector, kernel: Vector, n: number): Float64Array => {
  const out = new Float64Array(n);
  for (let s = 0; s < n; s++) for (let to = 0; to < n; to++) out[to]! += law[s]! * kernel[s * n + to]!;
  return out;
};

/** Weights of an input's coordinates: those of x twice over, by state as in L²(π); of Ω as of θ̄. */
function inputWeights(
  { chain: { stationary, states: n }, inputSize }: AgentRound,
  ofX: Vector,
): Float64Array {
  const X = ofX.length;
  const out = new Float64Array(inputSize).fill(ofX[0]! ** 2);
  for (let s = 0; s < n; s++) {
    const weight = 1 / Math.sqrt(stationary[s]! + 1e-3 / n);
    for (let i = 0; i < X; i++)
      for (let j = 0; j < X; j++) out[(s * X + i) * X + j] = weight * ofX[i]! * ofX[j]!;
  }
  return out;
}

/** The input of an agent that starts at the root: what additive noise depends on, and all it does. */
function atRoot({ chain: { stationary, states: n }, inputSize }: AgentRound, X: number): Float64Array {
  const out = new Float64Array(inputSize);
  for (let s = 0; s < n; s++) out[(s + 1) * X * X - 1] = stationary[s]!;
  return out;
}

function traceOf(A: Vector, stride: number, d: number): number {
  let sum = 0;
  for (let j = 0; j < d; j++) sum += A[j * stride + j]!;
  return sum;
}
