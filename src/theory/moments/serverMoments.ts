/**
 * The second moments of what the server holds, under additive noise, where agents keep nothing but
 * their noise between rounds.
 *
 * With w = (1, server, memory) and z_i agent i's Gauss–Markov noise a round is
 *
 *     w⁺ = F w + Σ_i (G_i z_i + a_i),      z_i⁺ = Q_i z_i + c_i,
 *
 * with fresh (a_i, c_i) of covariance N_i (Mathematics (5)). The z_i are independent of each other, so that of the whole
 * state's moments those of w with each z_i, and of each z_i with itself, are enough: their number grows
 * as M, not as M². They settle as fast as the noise forgets, in general within some tens of rounds;
 * then what the agents add to E[w wᵀ] is the same in every round.
 */
import { spectralRadius } from '../../maths/eigenvalues.ts';
import type { Vector } from '../../maths/vector.ts';
import {
  add,
  assign,
  block,
  combination,
  conjugate,
  identityMatrix,
  largestElement,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  numbersOf,
  plus,
  scaled,
  withTranspose,
} from '../../maths/matrix.ts';
import type { Place, Places } from '../round/registers.ts';
import { type RoundStage, takeBack } from './roundStages.ts';

/** What the rounds are of. */
export interface ServerRound {
  readonly places: Places;
  readonly stages: readonly RoundStage[];
  /** θ̄_0 − θ* `[d]` */
  readonly initial: Vector;
  /** Cov(z_0) and the stationary Cov(z) of each agent `[d, d]`; none where no noise is carried */
  readonly noise: readonly { readonly start: Vector; readonly stationary: Vector }[];
}

interface AgentNoise {
  /** G_i `[n, q]` and Q_i `[q, q]` */
  readonly G: Matrix;
  readonly Q: Matrix;
  /** N_i: E[a aᵀ] `[n, n]`, E[a cᵀ] `[n, q]`, E[c cᵀ] `[q, q]` */
  readonly aa: Matrix;
  readonly ac: Matrix;
  readonly cc: Matrix;
  /** E[w z_iᵀ] `[n, q]` and E[z_i z_iᵀ] `[q, q]` */
  wz: Matrix;
  zz: Matrix;
}

/** Change of a round, beside the largest element of its row, that is no more than rounding. */
const ROUNDING = 2 ** -50;

/** Multiplications to set a {@link ServerMoments} up, beside the moments of its stages. */
export function serverSetupCost(n: number, q: number, moving: number, all: number, acts: number): number {
  const rows = n + q;
  return acts * rows * moving * (all + moving + rows / 2) + 10 * (n ** 3 + acts * q ** 3);
}

/** E[w wᵀ] round by round. */
export class ServerMoments {
  /** n = length of w */
  readonly size: number;
  /** E[w wᵀ] `[n, n]` */
  second: Matrix;
  readonly #q: number;
  /** `[n, n]` */
  readonly #F: Matrix;
  #unsettled: AgentNoise[];
  /** what settled agents add in a round `[n, n]` */
  readonly #settled: Matrix;

  constructor(round: ServerRound) {
    const { places, initial } = round;
    const { keptSize, keptByAgent: q } = places;
    const n = keptSize - places.agents.length * q;
    this.size = n;
    this.#q = q;
    const w = matrix(n, 1);
    w.values[0] = 1;
    w.values.set(initial, 1);
    this.second = multiplyTransposed(w, w);
    const rows = n + q;
    const fresh = places.agents.map(() => matrix(rows, rows));
    const [ofServer, ofNoise, all] = [[0, n] as const, [n, q] as const, [0, rows] as const];
    // beneath w⁺, for each agent, z_i⁺, which depends on that agent alone
    const W = serverOutputs(places, rows);
    for (const { noise } of places.agents) if (noise) assign(block(W, ofNoise, noise), identityMatrix(q));
    takeBack(W, round.stages, places, (i, { noise, moving }, effect) => {
      if (noise.kind !== 'additive') throw new TypeError('the noise is not additive');
      add(fresh[i]!, conjugate(effect, matrix(moving, moving, noise.covariance)));
    });
    this.#F = scaled(block(W, ofServer, ofServer));
    const agents = places.agents.map(({ noise }, i): AgentNoise => {
      const toBoth = scaled(block(W, all, noise ?? [0, 0]));
      return {
        G: block(toBoth, ofServer),
        Q: block(toBoth, ofNoise),
        aa: block(fresh[i]!, ofServer, ofServer),
        ac: block(fresh[i]!, ofServer, ofNoise),
        cc: block(fresh[i]!, ofNoise, ofNoise),
        wz: matrix(n, q),
        zz: matrix(q, q, q === 0 ? undefined : round.noise[i]!.start),
      };
    });
    this.#unsettled = q === 0 ? [] : agents;
    this.#settled = q === 0 ? combination(agents.map(({ aa }) => [1, aa])) : matrix(n, n);
  }

  /** About how many multiplications so many rounds take. */
  costOf(rounds: number): number {
    const [n, q] = [this.size, this.#q];
    const each = 3 * n * n * q + 2 * n * q * q + 2 * q ** 3;
    const forgets = Math.max(0, ...this.#unsettled.map(({ Q }) => spectralRadius(numbersOf(Q), q)));
    const rate = forgets * Math.max(1, spectralRadius(numbersOf(this.#F), n));
    const settling = rate < 1 ? 2 + Math.ceil(Math.log(ROUNDING) / Math.log(rate)) : rounds;
    return rounds * 2 * n ** 3 + Math.min(rounds, settling) * this.#unsettled.length * each;
  }

  /** One round: `E[w wᵀ] ← F E[w wᵀ] Fᵀ + Σ_i (F W_i G_iᵀ + its transpose + G_i Z_i G_iᵀ + E[a_i a_iᵀ])`. */
  advance(): void {
    const next = conjugate(this.#F, this.second);
    this.#unsettled = this.#unsettled.filter((agent) => {
      const { added, isSettled } = this.#advanceAgent(agent);
      add(isSettled ? this.#settled : next, added);
      return !isSettled;
    });
    this.second = add(next, this.#settled);
  }

  /**
   * With `W = E[w zᵀ]` and `Z = E[z zᵀ]` of the agent: `W ← (F W + G Z) Qᵀ + E[a cᵀ]` and `Z ← Q Z Qᵀ + E[c cᵀ]`.
   *
   * @returns what it adds to E[w wᵀ], and whether its own moments have stopped changing
   */
  #advanceAgent(agent: AgentNoise): { readonly added: Matrix; readonly isSettled: boolean } {
    const { G, Q, aa, ac, cc, wz: W, zz: Z } = agent;
    const [FW, GZ] = [multiply(this.#F, W), multiply(G, Z)];
    const added = plus(withTranspose(multiplyTransposed(FW, G)), multiplyTransposed(GZ, G));
    agent.wz = plus(multiplyTransposed(plus(FW, GZ), Q), ac);
    agent.zz = plus(conjugate(Q, Z), cc);
    return { added: add(added, aa), isSettled: isUnchanged(W, agent.wz) && isUnchanged(Z, agent.zz) };
  }
}

/** Whether every row is the same up to rounding. */
function isUnchanged(before: Matrix, after: Matrix): boolean {
  const change = plus(after, before, -1);
  for (let i = 0; i < after.rows; i++)
    if (!(largestElement(block(change, [i, 1])) <= ROUNDING * largestElement(block(after, [i, 1]))))
      return false;
  return true;
}

/** The functions of z that are (1, server, memory) `[rows, size]`, above rows of 0. */
function serverOutputs({ size, keptSize, keptByAgent, agents }: Places, rows: number): Matrix {
  const ofServer: Place = [0, keptSize - agents.length * keptByAgent];
  const W = matrix(rows, size);
  assign(block(W, ofServer, ofServer), identityMatrix(ofServer[1]));
  return W;
}
