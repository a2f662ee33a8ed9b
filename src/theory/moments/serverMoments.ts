/**
 * The second moments of what the server holds, under additive noise, where agents keep nothing but
 * their noise between rounds.
 *
 * With w = (1, server, memory) and z_i agent i's Gauss–Markov noise a round is
 *
 *     w⁺ = F w + Σ_i (G_i z_i + a_i),      z_i⁺ = Q_i z_i + c_i,
 *
 * with fresh (a_i, c_i) of covariance N_i. The z_i are independent of each other, so that of the whole
 * state's moments those of w with each z_i, and of each z_i with itself, are enough: their number grows
 * as M, not as M². They settle as fast as the noise forgets, in general within some tens of rounds;
 * then what the agents add to E[w wᵀ] is the same in every round.
 */
import { spectralRadius } from '../../maths/eigenvalues.ts';
import type { Vector } from '../../maths/vector.ts';
import { congruence } from './localMoments.ts';
import { addInto, block, product, productWithTranspose } from '../../maths/rectangular.ts';
import { noResponses, type Responses, takeBack } from './responses.ts';
import { serverMapOf, serverOutputs } from './serverMap.ts';
import type { RoundStage } from './roundStages.ts';

/** What the rounds are of. */
export interface ServerRound {
  readonly dimension: number;
  readonly memory: boolean;
  readonly stages: readonly RoundStage[];
  /** θ̄_0 − θ* `[d]` */
  readonly initial: Vector;
  /** Cov(z_0) and the stationary Cov(z) of each agent `[d, d]`; none where no noise is carried */
  readonly noise: readonly { readonly start: Vector; readonly stationary: Vector }[];
  readonly agents: number;
}

interface AgentNoise {
  /** G_i `[n, q]` and Q_i `[q, q]` */
  readonly toServer: Float64Array;
  readonly toItself: Float64Array;
  /** N_i, split up: E[a aᵀ] `[n, n]`, E[a cᵀ] `[n, q]`, E[c cᵀ] `[q, q]` */
  readonly fresh: Float64Array;
  readonly freshCross: Float64Array;
  readonly freshOwn: Float64Array;
  /** E[w z_iᵀ] `[n, q]` and E[z_i z_iᵀ] `[q, q]` */
  cross: Float64Array;
  ofAgent: Float64Array;
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
  second: Float64Array;
  readonly #q: number;
  readonly #server: Float64Array;
  #unsettled: AgentNoise[];
  /** what settled agents add in a round `[n, n]` */
  readonly #settled: Float64Array;

  constructor(round: ServerRound) {
    const { dimension: d, initial } = round;
    const n = 1 + d * (round.memory ? 2 : 1);
    const q = round.noise.length > 0 ? d : 0;
    this.size = n;
    this.#q = q;
    const w = new Float64Array(n);
    w[0] = 1;
    w.set(initial, 1);
    this.second = Float64Array.from({ length: n * n }, (_, j) => w[Math.floor(j / n)]! * w[j % n]!);
    const rows = n + q;
    const responses = outputs(round, n, q);
    const fresh = Array.from({ length: round.agents }, () => new Float64Array(rows * rows));
    takeBack(responses, round.stages, (i, { noise, moving }, moved, carried) => {
      if (noise.kind !== 'additive') throw new TypeError('the noise is not additive');
      const effect = besides(moved, d, carried, moving - d);
      addInto(fresh[i]!, congruence(effect, moving, noise.covariance, moving));
    });
    this.#server = serverMapOf(responses, n, round.memory);
    this.#settled = new Float64Array(n * n);
    const agents = responses.agents.map(({ noise }, i) => ({
      toServer: noise.slice(0, n * q),
      toItself: noise.slice(n * q),
      fresh: block(fresh[i]!, rows, 0, n, 0, n),
      freshCross: block(fresh[i]!, rows, 0, n, n, q),
      freshOwn: block(fresh[i]!, rows, n, q, n, q),
      cross: new Float64Array(n * q),
      ofAgent: q === 0 ? new Float64Array(0) : Float64Array.from(round.noise[i]!.start),
    }));
    this.#unsettled = q === 0 ? [] : agents;
    if (q === 0) for (const agent of agents) addInto(this.#settled, agent.fresh);
  }

  /** About how many multiplications so many rounds take. */
  costOf(rounds: number): number {
    const [n, q] = [this.size, this.#q];
    const each = 3 * n * n * q + 2 * n * q * q + 2 * q ** 3;
    const forgets = Math.max(0, ...this.#unsettled.map(({ toItself }) => spectralRadius(toItself, q)));
    const rate = forgets * Math.max(1, spectralRadius(this.#server, n));
    const settling = rate < 1 ? 2 + Math.ceil(Math.log(ROUNDING) / Math.log(rate)) : rounds;
    return rounds * 2 * n ** 3 + Math.min(rounds, settling) * this.#unsettled.length * each;
  }

  /** One round. */
  advance(): void {
    const n = this.size;
    const next = congruence(this.#server, n, this.second, n);
    this.#unsettled = this.#unsettled.filter((agent) => {
      const added = new Float64Array(n * n);
      const settled = this.#advanceAgent(agent, added);
      addInto(settled ? this.#settled : next, added);
      return !settled;
    });
    addInto(next, this.#settled);
    this.second = next;
  }

  /** Writes what the agent adds to E[w wᵀ]; whether its own moments have stopped changing. */
  #advanceAgent(agent: AgentNoise, added: Float64Array): boolean {
    const [n, q] = [this.size, this.#q];
    const { toServer: G, toItself: Q, cross, ofAgent } = agent;
    const earlier = product(this.#server, cross, n, n, q);
    const present = product(G, ofAgent, n, q, q);
    const mixed = productWithTranspose(earlier, G, n, q, n);
    const direct = productWithTranspose(present, G, n, q, n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const at = i * n + j;
        added[at] = mixed[at]! + mixed[j * n + i]! + direct[at]! + agent.fresh[at]!;
      }
    }
    addInto(present, earlier);
    agent.cross = productWithTranspose(present, Q, n, q, q);
    addInto(agent.cross, agent.freshCross);
    agent.ofAgent = congruence(Q, q, ofAgent, q);
    addInto(agent.ofAgent, agent.freshOwn);
    return unchanged(cross, agent.cross, q) && unchanged(ofAgent, agent.ofAgent, q);
  }
}

/** Every row equal to rounding. */
function unchanged(before: Vector, after: Vector, columns: number): boolean {
  for (let from = 0; from < after.length; from += columns) {
    let size = 0;
    let change = 0;
    for (let j = from; j < from + columns; j++) {
      size = Math.max(size, Math.abs(after[j]!));
      change = Math.max(change, Math.abs(after[j]! - before[j]!));
    }
    if (!(change <= ROUNDING * size)) return false;
  }
  return true;
}

/** The outputs w⁺, and beneath them, for each agent, z_i⁺, which depends on that agent alone. */
function outputs({ dimension: d, memory, agents }: ServerRound, n: number, q: number): Responses {
  const out = noResponses(n + q, d, agents, q > 0);
  serverOutputs(out, memory);
  for (const { noise } of out.agents) for (let j = 0; j < q; j++) noise[(n + j) * d + j] = 1;
  return out;
}

/** [A B] of A `[rows, a]` and B `[rows, b]`. */
function besides(A: Vector, a: number, B: Vector, b: number): Float64Array {
  const rows = A.length / a;
  const out = new Float64Array(rows * (a + b));
  for (let r = 0; r < rows; r++) {
    out.set(A.subarray(r * a, (r + 1) * a), r * (a + b));
    out.set(B.subarray(r * b, (r + 1) * b), r * (a + b) + a);
  }
  return out;
}
