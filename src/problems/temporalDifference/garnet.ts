/**
 * Federated TD(0) on Garnets (Archibald et al. 1995, in the form of Geist et al. 2014; Mangold et
 * al. 2024, §6): random Markov decision processes in which each state and action leads to
 * `branching` states, evaluated under the uniform policy.
 *
 * Choices the paper leaves open: rewards belong to states, r(s) ∼ U[0, 1]; features are Gaussian
 * directions, φ(s) = x/‖x‖ with x ∼ N(0, I), the same for all agents; the perturbation of the low
 * heterogeneity regime acts on the policy's transition matrix. A kernel that is not ergodic (more
 * than one closed class, or a periodic one) is drawn again from the agent's own generation stream,
 * so each agent's chain is irreducible and aperiodic on the states it visits.
 */
import { type Generator, generatorFor } from '../../maths/generator.ts';
import { ergodicClass, stationaryDistribution } from '../../maths/markovChain.ts';
import type { SparseRows } from '../../maths/sparseRows.ts';
import type { Problem } from '../operator.ts';
import { family } from '../family.ts';
import { count, type SpecificationOf } from '../../values/value.ts';
import {
  agents,
  checkGarnet,
  dimension,
  discount,
  garnetFields,
  MOST_STATES,
  seed,
} from '../sharedFields.ts';
import { averageOf, type RewardProcess, temporalDifferenceAgent } from './agent.ts';
import { type BlockedChain, type BlockMemory, ChainBlocks, chainLaw } from './chainBlocks.ts';

const fields = {
  agents,
  /** number of states n, actions a, and successors of a state and action b */
  states: count(MOST_STATES),
  actions: count(1000),
  branching: count(MOST_STATES),
  dimension,
  /** γ in [0, 1) */
  discount,
  ...garnetFields,
  seed,
};

/**
 * Federated TD(0) on Garnets (SCAFFLSA §6): the uniform policy's value function, linear features
 * with normalised rows, rewards U[0, 1] by state.
 */
export type GarnetSpecification = SpecificationOf<'garnet', typeof fields>;

/** Far more than ever needed: a Garnet with 30 states is ergodic more often than not. */
const MOST_ATTEMPTS = 1000;

/** How many entries of P are positive at most. */
const mostEntries = ({ states: n, actions, branching }: GarnetSpecification): number =>
  n * Math.min(n, actions * branching);

/** What kernels are drawn in, one after another. */
const roomFor = ({ states: n, actions, branching }: GarnetSpecification) => {
  const cuts = new Float64Array(branching + 1);
  cuts[branching] = 1;
  return {
    order: new Int32Array(n),
    cuts,
    inner: cuts.subarray(1, branching),
    /** 0 between rows */
    row: new Float64Array(n),
    chosen: new Int32Array(actions * branching),
  };
};

/** Draws P of the uniform policy, the average of the actions' kernels. */
function drawKernel(
  { offset, column, value }: SparseRows,
  { states: n, actions, branching }: GarnetSpecification,
  generator: Generator,
  { order, cuts, inner, row, chosen }: ReturnType<typeof roomFor>,
): void {
  for (let s = 0; s < n; s++) order[s] = s;
  let end = 0;
  for (let s = 0; s < n; s++) {
    let draws = 0;
    for (let a = 0; a < actions; a++) {
      // The first `branching` places of a partial shuffle are a uniform choice without repetition.
      for (let k = 0; k < branching; k++) {
        const other = k + generator.below(n - k);
        const next = order[other]!;
        order[other] = order[k]!;
        order[k] = next;
        chosen[draws++] = next;
      }
      for (let k = 0; k < inner.length; k++) inner[k] = generator.uniform();
      if (inner.length > 1) inner.sort();
      for (let k = 0; k < branching; k++) row[order[k]!]! += (cuts[k + 1]! - cuts[k]!) / actions;
    }
    for (const next of chosen.sort()) {
      if (row[next]! > 0) {
        column[end] = next;
        value[end++] = row[next]!;
      }
      row[next] = 0;
    }
    offset[s + 1] = end;
  }
}

/**
 * Draws an ergodic P.
 *
 * @returns the states of its closed class
 */
function drawErgodicKernel(
  rows: SparseRows,
  specification: GarnetSpecification,
  generator: Generator,
  room: ReturnType<typeof roomFor>,
): readonly number[] {
  const n = specification.states;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    drawKernel(rows, specification, generator, room);
    const members = ergodicClass(rows, n);
    if (members) return members;
  }
  throw new RangeError(
    `no ergodic Garnet in ${MOST_ATTEMPTS} draws: ${n} states with branching ${specification.branching} ` +
      `and ${specification.actions} actions are too sparse; raise the branching`,
  );
}

/** The entries of a kernel raised by U[0, amount], rows renormalised: no state gains or loses a successor. */
function perturb(
  out: SparseRows,
  { offset, column, value }: SparseRows,
  amount: number,
  generator: Generator,
): void {
  out.offset.set(offset);
  out.column.set(column);
  for (let k = 0; k < offset.at(-1)!; k++) out.value[k] = value[k]! + amount * generator.uniform();
  for (let s = 0; s + 1 < offset.length; s++) {
    let sum = 0;
    for (let k = offset[s]!; k < offset[s + 1]!; k++) sum += out.value[k]!;
    for (let k = offset[s]!; k < offset[s + 1]!; k++) out.value[k]! /= sum;
  }
}

function fillUniform(out: Float64Array, generator: Generator): Float64Array {
  for (let s = 0; s < out.length; s++) out[s] = generator.uniform();
  return out;
}

/** φ(s) `[n, d]`: directions uniform on the sphere. */
function directions(n: number, d: number, generator: Generator): Float64Array {
  const features = Float64Array.from({ length: n * d }, () => generator.normal());
  for (let s = 0; s < n; s++) {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += features[s * d + j]! ** 2;
    for (let j = 0; j < d; j++) features[s * d + j]! /= Math.sqrt(sum);
  }
  return features;
}

/** States of all agents from which on threads may generate them together: a second or two of work. */
const MANY_STATES = 600_000;

/**
 * The agents' Garnets, generated from the specification's seed alone.
 *
 * @param memory - where another thread generates them, too
 */
function build(specification: GarnetSpecification, memory?: BlockMemory): Problem {
  const { states: n, dimension: d, seed, discount } = specification;
  const features = directions(n, d, generatorFor(seed, 'problem', 'features'));
  const room = roomFor(specification);
  const shared = specification.heterogeneity === 'low' ? drawShared(specification, room) : undefined;
  // A page in a browser may have no shared memory.
  const shares = memory ?? ('SharedArrayBuffer' in globalThis && specification.agents * n >= MANY_STATES);
  const blocks = new ChainBlocks(specification.agents, n, mostEntries(specification), shares);
  const chainOf = (index: number): BlockedChain =>
    blocks.chainAt(index, (rows, rewards) => {
      const generator = generatorFor(seed, 'problem', 'kernel', index);
      if (shared) {
        perturb(rows, shared.rows, specification.perturbation ?? 0, generator);
        return stationaryDistribution(rows, n, shared.members);
      }
      const members = drawErgodicKernel(rows, specification, generator, room);
      fillUniform(rewards, generatorFor(seed, 'problem', 'rewards', index));
      return stationaryDistribution(rows, n, members);
    });
  const processOf = (drawn: BlockedChain): RewardProcess => ({
    chain: chainLaw(drawn),
    rewards: shared?.rewards ?? drawn.rewards,
    features,
    dimension: d,
    discount,
  });
  const generate = (index: number): boolean => {
    if (blocks.has(index)) return false;
    chainOf(index);
    return true;
  };
  return {
    ...(blocks.memory === undefined
      ? {}
      : { generation: { memory: blocks.memory, agents: blocks.kept, generate } }),
    dimension: d,
    agents: specification.agents,
    agent: (index) => {
      const drawn = chainOf(index);
      return temporalDifferenceAgent(processOf(drawn), index, drawn.tables);
    },
    average: () => averageOf(specification.agents, (index) => processOf(chainOf(index))),
  };
}

/** What all agents have in common where they differ little: P before it is perturbed, its closed class, and r. */
function drawShared(specification: GarnetSpecification, room: ReturnType<typeof roomFor>) {
  const { states: n, seed } = specification;
  const rows: SparseRows = {
    offset: new Int32Array(n + 1),
    column: new Int32Array(mostEntries(specification)),
    value: new Float64Array(mostEntries(specification)),
  };
  const members = drawErgodicKernel(rows, specification, generatorFor(seed, 'problem', 'kernel'), room);
  const rewards = fillUniform(new Float64Array(n), generatorFor(seed, 'problem', 'rewards'));
  return { rows, members, rewards };
}

export const garnet = family({
  kind: 'garnet',
  title: 'TD(0) on Garnets, uniform policy',
  source: 'SCAFFLSA §6',
  fields,
  check: checkGarnet,
  build,
});
