/**
 * One round of a program whose agents' operators are curved: the mean of all that is kept between rounds, how its
 * covariance is carried on, and what the round's noise adds. The noise of observations is independent, additive and
 * the same throughout a round, and so are slopes.
 *
 * With K = (server, memory, corrections), of mean m and covariance S, an agent's iterate is about its mean
 * `Φ (K − m) + Ψ ε_i + Θ ε̄ + later noise`: ε_i of its own first observation and ε̄ the average of these over agents,
 * where a round has a second exchange, and the later of covariance O. So its covariance is
 *
 *     P = Φ S Φᵀ + Ψ C Ψᵀ + (Ψ C Θᵀ + Θ C Ψᵀ)/M + Θ C̄ Θᵀ/M + O,
 *
 * over which the mean operator is averaged, and a step of size η with a correction ξ makes
 *
 *     m ← m + η (E Ḡ(m + x) + E ξ),    Φ ← Φ + η (J Φ + Φ_ξ),    O ← (I + ηJ) O (I + ηJ)ᵀ + η² C.
 *
 * Where rounds are of random length, K⁺ is a mixture: what its parts' means and slopes differ by is spread, too.
 */
import type { RoundPlan } from './plannedRounds.ts';
import type { RoundProgram } from '../../algorithms/roundProgram.ts';
import { identity, transpose } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';
import { congruence } from '../moments/localMoments.ts';
import { product, productWithTranspose } from '../../maths/rectangular.ts';
import {
  addRegister,
  addScaled,
  averageRegister,
  blockRegister,
  combined,
  type Register,
  zeroRegister,
} from './register.ts';
import { type AgentState, roundEnd } from './roundEnd.ts';

/** An agent's operator about θ*, averaged over an iterate of mean m `[d]` and covariance P `[d, d]`. */
export interface AveragedAgent {
  /** Ḡ_i(θ* + m) `[d]` */
  readonly force: (m: Vector) => Float64Array;
  /** E Ḡ_i(θ* + m + x) − Ḡ_i(θ* + m) `[d]` */
  readonly curved: (m: Vector, P: Vector) => Float64Array;
  /** E ∂Ḡ_i/∂θ `[d, d]` */
  readonly slope: (m: Vector, P: Vector) => Float64Array;
  /** the covariance of G_i's noise `[d, d]` */
  readonly noise: (m: Vector, P: Vector) => Float64Array;
}

/** The law of what is kept between rounds: server, memory, corrections, as far as there are any. */
export interface KeptLaw {
  /** `[n]` */
  readonly mean: Float64Array;
  /** `[n, n]` */
  readonly covariance: Float64Array;
}

/** One agent as a round sees it. */
export interface LinearisedAgent {
  readonly averages: AveragedAgent;
  /** J and C `[d, d]` */
  readonly slope: Float64Array;
  readonly noise: Float64Array;
  /** E Ḡ − Ḡ(m) `[d]` at each node, of the round before; overwritten */
  readonly curved: Map<number, Float64Array>;
}

export interface RoundMoments {
  /** E K⁺ `[n]` */
  readonly mean: Float64Array;
  /** R `[n, n]`: E K⁺ by what K is off its mean */
  readonly transfer: Float64Array;
  /** `[n, n]`: Cov K⁺ is R S Rᵀ and this */
  readonly added: Float64Array;
  /** of each agent the law of its iterate, averaged over its observations */
  readonly iterates: readonly { readonly mean: Float64Array; readonly covariance: Float64Array }[];
}

/** n */
export const keptSize = ({ program, dimension, agents }: Omit<RoundPlan, 'gaps' | 'steps'>): number =>
  dimension * (1 + Number(program.memory) + (program.correction === 'kept' ? agents : 0));

/** The moments of a round from the law of what is kept. */
export function roundMoments(
  plan: RoundPlan,
  agents: readonly LinearisedAgent[],
  law: KeptLaw,
): RoundMoments {
  const { program, gaps, steps } = plan;
  const n = law.mean.length;
  const M = agents.length;
  const noises = agents.map(({ noise }) => noise);
  const begun = agents.map((_, i) => startCovariance(plan, law, i));
  let states = agents.map((_, i) => opened(plan, law.mean, i));
  let done = 0;
  if (program.evaluation !== undefined) {
    states = evaluated(states, program, (state, i) => gatherAll(state, agents[i]!, begun[i]!));
    done = 1;
  }
  const iterates = states.map(({ model: { mean } }) => ({
    mean: new Float64Array(mean.length),
    covariance: new Float64Array(mean.length ** 2),
  }));
  const out = {
    mean: new Float64Array(n),
    transfer: new Float64Array(n * n),
    added: new Float64Array(n * n),
  };
  const first = done;
  const meanNoise = averageOf(noises);
  for (const { gap, weight } of gaps) {
    for (; done < gap; done++) {
      const node = steps.nodes.indexOf(done);
      states.forEach((state, i) => {
        const agent = agents[i]!;
        if (node >= 0) {
          const P = covarianceOf(state, program, begun[i]!, {
            ofAgent: agent.noise,
            mean: meanNoise,
            agents: M,
          });
          agent.curved.set(node, agent.averages.curved(state.model.mean, P));
          addScaled(iterates[i]!.mean, state.model.mean, steps.shares[node]!);
          addScaled(iterates[i]!.covariance, P, steps.shares[node]!);
        }
        act(state, agent, program, steps.rows[done - first]!);
      });
    }
    if (weight === 0) continue;
    const end = roundEnd(plan, states, noises, law.mean, gap);
    addScaled(out.mean, end.mean, weight);
    addScaled(out.transfer, end.transfer, weight);
    addScaled(out.added, end.noise, weight);
    if (gaps.length === 1) continue;
    addScaled(out.added, congruence(end.transfer, n, law.covariance, n), weight);
    addScaled(out.added, outer(end.mean), weight);
  }
  if (gaps.length > 1) {
    addScaled(out.added, congruence(out.transfer, n, law.covariance, n), -1);
    addScaled(out.added, outer(out.mean), -1);
  }
  return { ...out, iterates };
}

/** Blocks of `d` that an agent's registers depend on, as places in what is kept. */
function blocksOf({ program }: RoundPlan, agent: number): number[] {
  const servers = program.memory ? [0, 1] : [0];
  return program.correction === 'kept' ? [...servers, servers.length + agent] : servers;
}

/** The covariance of (server, memory, own correction) when a round begins `[q, q]`. */
function startCovariance(plan: RoundPlan, { covariance }: KeptLaw, agent: number): Float64Array {
  const { dimension: d } = plan;
  const n = Math.sqrt(covariance.length);
  const blocks = blocksOf(plan, agent);
  const q = blocks.length * d;
  return Float64Array.from({ length: q * q }, (_, e) => {
    const [row, column] = [Math.floor(e / q), e % q];
    const place = (at: number): number => blocks[Math.floor(at / d)]! * d + (at % d);
    return covariance[place(row) * n + place(column)]!;
  });
}

function opened(plan: RoundPlan, mean: Float64Array, agent: number): AgentState {
  const { program, dimension: d } = plan;
  const blocks = blocksOf(plan, agent);
  const width = blocks.length * d;
  const registerAt = (at: number): Register =>
    blockRegister(mean.slice(blocks[at]! * d, (blocks[at]! + 1) * d), width, at);
  const zero = zeroRegister(d, width);
  const server = registerAt(0);
  const memory = program.memory ? registerAt(1) : zero;
  const correction = program.correction === 'kept' ? registerAt(blocks.length - 1) : zero;
  // kept corrections sum to 0
  const sources = { server, memory, correction, meanCorrection: zero };
  const { opening } = program;
  return {
    server,
    memory,
    model: combined(opening.model ?? {}, sources, zero),
    correction: combined(opening.correction ?? { correction: 1 }, sources, zero),
    later: new Float64Array(d * d),
  };
}

/** The second exchange: all gather at their first observation, and then mix. */
function evaluated(
  states: readonly AgentState[],
  { evaluation }: RoundProgram,
  gather: (state: AgentState, agent: number) => void,
): AgentState[] {
  states.forEach(gather);
  const meanModel = averageRegister(states.map(({ model }) => model));
  const meanCorrection = averageRegister(states.map(({ correction }) => correction));
  return states.map((state) => {
    const sources = { ...state, meanModel, meanCorrection };
    const zero = zeroRegister(state.model.mean.length, state.model.response.length / state.model.mean.length);
    return {
      ...state,
      model: combined(evaluation!.model ?? { model: 1 }, sources, zero),
      correction: combined(evaluation!.correction ?? { correction: 1 }, sources, zero),
    };
  });
}

/** The first observation, at the broadcast. */
function gatherAll({ model, correction }: AgentState, agent: LinearisedAgent, begun: Float64Array): void {
  const d = model.mean.length;
  const P = congruence(model.response, model.response.length / d, begun, model.response.length / d);
  const curved = agent.averages.curved(model.mean, P);
  addRegister(correction, observed(model, agent, curved), 1);
  addScaled(correction.first, identity(d), 1);
}

/** An observation at a node or between. */
function act(
  state: AgentState,
  agent: LinearisedAgent,
  { act: { kind, ...step } }: RoundProgram,
  weights: Float64Array,
): void {
  const { model, correction, later } = state;
  const d = model.mean.length;
  const curved = new Float64Array(d);
  weights.forEach((weight, node) => {
    const known = agent.curved.get(node);
    if (known !== undefined) addScaled(curved, known, weight);
  });
  const seen = observed(model, agent, curved);
  if (kind === 'gather') {
    addRegister(correction, seen, 1);
    addScaled(later, agent.noise, 1);
    return;
  }
  const eta = (step as { stepSize: number }).stepSize;
  addRegister(seen, correction, 1);
  addRegister(model, seen, eta);
  const kept = identity(d).map((value, e) => value + eta * agent.slope[e]!);
  later.set(congruence(kept, d, later, d));
  addScaled(later, agent.noise, eta * eta);
}

/** What G_i is at the model, without its noise. */
function observed(model: Register, { averages, slope }: LinearisedAgent, curved: Float64Array): Register {
  const d = model.mean.length;
  const mean = averages.force(model.mean);
  addScaled(mean, curved, 1);
  const through = (matrix: Float64Array): Float64Array => product(slope, matrix, d, d, matrix.length / d);
  return {
    mean,
    response: through(model.response),
    first: through(model.first),
    shared: through(model.shared),
  };
}

/** The noise of one observation: of an agent, and on average over all. */
interface ObservedNoise {
  readonly ofAgent: Float64Array;
  readonly mean: Float64Array;
  readonly agents: number;
}

/** P; what is gathered is not in the model. */
function covarianceOf(
  { model: { response, first, shared, mean }, later }: AgentState,
  { act: { kind }, evaluation }: RoundProgram,
  begun: Float64Array,
  noise: ObservedNoise,
): Float64Array {
  const d = mean.length;
  const P = congruence(response, response.length / d, begun, response.length / d);
  if (kind === 'step') addScaled(P, later, 1);
  if (evaluation === undefined) return P;
  addScaled(P, congruence(first, d, noise.ofAgent, d), 1);
  addScaled(P, congruence(shared, d, noise.mean, d), 1 / noise.agents);
  const cross = productWithTranspose(product(first, noise.ofAgent, d, d, d), shared, d, d, d);
  addScaled(P, cross, 1 / noise.agents);
  addScaled(P, transpose(cross, d), 1 / noise.agents);
  return P;
}

/** The average of matrices. */
export function averageOf(matrices: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(matrices[0]!.length);
  for (const matrix of matrices) addScaled(out, matrix, 1 / matrices.length);
  return out;
}

const outer = (x: Vector): Float64Array =>
  Float64Array.from({ length: x.length ** 2 }, (_, e) => x[Math.floor(e / x.length)]! * x[e % x.length]!);
