/**
 * TD(0) on reward processes that are given number by number, or on decision processes with a policy each.
 *
 * With actions the reward may depend on the action, which an observation (s, s') does not show. The chain then moves over pairs
 * x = (s, a) of positive probability, `P(x, x') = P_a(s, s') π(a'|s')`, with φ(x) = φ(s): each reward is that of an observation,
 * so that moments of all orders are those of the agent's updates. Rewards that are the same for all actions need no pairs.
 */
import { stationaryDistribution } from '../../maths/markovChain.ts';
import { type SparseRows, sparseRows } from '../../maths/sparseRows.ts';
import type { Vector } from '../../maths/vector.ts';
import {
  array,
  type Check,
  count,
  list,
  object,
  oneOf,
  type SpecificationOf,
  type ValuesOf,
} from '../../values/value.ts';
import { family } from '../family.ts';
import type { AgentProblem, Problem } from '../operator.ts';
import { lawsIn, sumsToOne } from '../probabilities.ts';
import { dimension, discount, initial, MOST_STATES, startsIn } from '../sharedFields.ts';
import { startLaw } from '../streams/finiteChain.ts';
import { meanOf, temporalDifferenceAgent } from './agent.ts';
import { chainLaw } from './chainBlocks.ts';
import type { RewardProcess } from './operator.ts';

const agentFields = {
  states: count(MOST_STATES),
  actions: count(MOST_STATES),
  /** P_a(s, s'), row-major `[actions, S, S]` */
  transition: array,
  /** π(a|s), row-major `[S, actions]` */
  policy: array,
  /** r, row-major: of states `[S]`, of actions `[S, actions]`, of moves `[actions, S, S]` */
  rewards: array,
  rewardsOf: oneOf('states', 'actions', 'moves'),
  /** φ(s), row-major `[S, d]` */
  features: array,
  /** γ in [0, 1) */
  discount,
  initial,
};

/** One agent's decision process with its policy and features; a reward process has one action. */
export type FiniteTdAgent = ValuesOf<typeof agentFields>;

const fields = { dimension, agents: list(object(agentFields)) };

/** TD(0) on explicit reward or decision processes: what a problem file of kind `td` holds. */
export type FiniteTdSpecification = SpecificationOf<'finite-td', typeof fields>;

const check: Check<FiniteTdSpecification> = ({ agents, dimension: d }, fault) => {
  for (const [index, agent] of agents.entries()) {
    const { states: S, actions: A, transition, policy, initial: start } = agent;
    const within = (...[path, message]: Parameters<typeof fault>): void =>
      fault(['agents', index, ...path], message);
    const lengths = [
      ['transition', A * S * S],
      ['policy', S * A],
      ['rewards', { states: S, actions: S * A, moves: A * S * S }[agent.rewardsOf]],
      ['features', S * d],
    ] as const;
    for (const [name, length] of lengths)
      if (agent[name].length !== length || !agent[name].every(Number.isFinite))
        within([name], `must be ${length} finite numbers, row-major`);
    if (!areLaws(transition, S)) within(['transition'], 'must have rows of probabilities that sum to 1');
    if (!areLaws(policy, A)) within(['policy'], 'must have rows of probabilities that sum to 1');
    startsIn(S, start, within);
  }
};

const areLaws = (rows: Float64Array, states: number): boolean =>
  Array.from({ length: Math.floor(rows.length / states) }, (_, row) => row).every((row) =>
    sumsToOne(rows.subarray(row * states, (row + 1) * states)),
  );

/** An agent whose rows are laws. */
type LawfulAgent = Omit<FiniteTdAgent, 'transition' | 'policy'> & {
  readonly transition: Vector;
  readonly policy: Vector;
};

/** `P(s, s') = Σ_a π(a|s) P_a(s, s')` `[S, S]`. */
function policyKernel({ states: S, actions: A, transition, policy }: LawfulAgent): Float64Array {
  if (A === 1) return transition;
  const out = new Float64Array(S * S);
  for (let a = 0; a < A; a++)
    for (let s = 0; s < S; s++) {
      const p = policy[s * A + a]!;
      for (let next = 0; next < S && p > 0; next++)
        out[s * S + next]! += p * transition[(a * S + s) * S + next]!;
    }
  return out;
}

/** r(s, a, s'). */
function rewardOf(agent: LawfulAgent, s: number, a: number, next: number): number {
  const { states: S, actions: A, rewards, rewardsOf } = agent;
  if (rewardsOf === 'states') return rewards[s]!;
  return rewards[rewardsOf === 'actions' ? s * A + a : (a * S + s) * S + next]!;
}

/**
 * `E[r | s, s']` `[S, S]`, or r(s) `[S]` where rewards are of states; and whether that is the reward itself, whichever action
 * of positive probability has led from s to s'.
 */
function expectedRewards(agent: LawfulAgent, kernel: Vector) {
  const { states: S, actions: A, transition, policy, rewards, rewardsOf } = agent;
  if (rewardsOf === 'states' || A === 1) return { rewards, isCertain: true };
  const expected = new Float64Array(S * S);
  let isCertain = true;
  for (let s = 0; s < S; s++)
    for (let next = 0; next < S; next++) {
      const at = s * S + next;
      let [least, most] = [Infinity, -Infinity];
      for (let a = 0; a < A; a++) {
        const weight = policy[s * A + a]! * transition[(a * S + s) * S + next]!;
        if (!(weight > 0)) continue;
        const reward = rewardOf(agent, s, a, next);
        [least, most] = [Math.min(least, reward), Math.max(most, reward)];
        expected[at]! += (weight / kernel[at]!) * reward;
      }
      if (least === most) expected[at] = most;
      else if (least < most) isCertain = false;
    }
  return { rewards: expected, isCertain };
}

/** The process over states, with expected rewards. */
function processOfStates(agent: LawfulAgent, d: number) {
  const { states: S, features, discount, initial } = agent;
  const transition = policyKernel(agent);
  const rows = sparseRows(transition, S, S);
  const chain = { states: S, transition, rows, stationary: stationaryDistribution(rows, S) };
  const { rewards, isCertain } = expectedRewards(agent, transition);
  const process: RewardProcess = { chain, initial, rewards, features, dimension: d, discount };
  return { process, isCertain };
}

/** A state and an action. */
type Pair = readonly [s: number, a: number];

/** The process over pairs of positive probability, from that over states. */
function processOfPairs(agent: LawfulAgent, ofStates: RewardProcess): RewardProcess {
  const { states: S, actions: A, policy, features, discount, initial, rewardsOf } = agent;
  const { chain: states, dimension: d } = ofStates;
  const pairs = Array.from({ length: S * A }, (_, at): Pair => [Math.floor(at / A), at % A]).filter(
    ([s, a]) => policy[s * A + a]! > 0,
  );
  const n = pairs.length;
  refuseLarge(n, rewardsOf === 'moves' ? n * n : n);
  const rows = pairRows(agent, pairs);
  /** a value of each pair, in which its action has the probability of the policy */
  const timesPolicy = (values: Vector): Float64Array =>
    Float64Array.from(pairs, ([s, a]) => values[s]! * policy[s * A + a]!);
  const phi = new Float64Array(n * d);
  pairs.forEach(([s], x) => phi.set(features.subarray(s * d, (s + 1) * d), x * d));
  const start =
    initial === 'stationary' ? initial : { distribution: [...timesPolicy(startLaw(states, initial))] };
  return {
    chain: chainLaw({ rows, stationary: timesPolicy(states.stationary) }),
    initial: start,
    rewards: pairRewards(agent, pairs, rows),
    ...{ features: phi, dimension: d, discount },
  };
}

/** `P(x, x') = P_a(s, s') π(a'|s')`. */
function pairRows(agent: LawfulAgent, pairs: readonly Pair[]): SparseRows {
  const { states: S, actions: A, transition, policy } = agent;
  const first = new Int32Array(S + 1);
  for (const [s] of pairs) first[s + 1]!++;
  for (let s = 0; s < S; s++) first[s + 1]! += first[s]!;
  const rows = pairs.map(([s, a]) => {
    const row: { readonly to: number; readonly p: number }[] = [];
    for (let next = 0; next < S; next++) {
      const moves = transition[(a * S + s) * S + next]!;
      for (let to = first[next]!; to < first[next + 1]! && moves > 0; to++)
        row.push({ to, p: moves * policy[next * A + pairs[to]![1]]! });
    }
    return row;
  });
  const offset = new Int32Array(pairs.length + 1);
  rows.forEach((row, x) => (offset[x + 1] = offset[x]! + row.length));
  return {
    offset,
    column: Int32Array.from(rows.flat(), ({ to }) => to),
    value: Float64Array.from(rows.flat(), ({ p }) => p),
  };
}

/** r(x) `[n]`, or r(x, x') `[n, n]`. */
function pairRewards(agent: LawfulAgent, pairs: readonly Pair[], { offset, column }: SparseRows): Vector {
  const n = pairs.length;
  if (agent.rewardsOf === 'actions') return Float64Array.from(pairs, ([s, a]) => rewardOf(agent, s, a, s));
  const rewards = new Float64Array(n * n);
  pairs.forEach(([s, a], x) => {
    for (let k = offset[x]!; k < offset[x + 1]!; k++) {
      const [next] = pairs[column[k]!]!;
      rewards[x * n + column[k]!] = rewardOf(agent, s, a, next);
    }
  });
  return rewards;
}

/** Most rewards of moves between pairs: half a gigabyte. */
const MOST_REWARDS = 2 ** 26;

/** @throws RangeError where there is no room for so many pairs and rewards */
function refuseLarge(pairs: number, rewards: number): void {
  if (pairs <= MOST_STATES && rewards <= MOST_REWARDS) return;
  throw new RangeError(
    `rewards that differ between actions take a chain over ${pairs} pairs of a state and an action and ${rewards} rewards; ` +
      `there is room for ${MOST_STATES} and ${MOST_REWARDS}`,
  );
}

/** The problem of explicit processes; agents start as their specification says. */
function build({ dimension: d, agents }: FiniteTdSpecification): Problem {
  return {
    dimension: d,
    agents: agents.length,
    agent: (index): AgentProblem => {
      const given = agents[index]!;
      const { states: S, actions: A } = given;
      const agent = { ...given, transition: lawsIn(given.transition, S), policy: lawsIn(given.policy, A) };
      const { process, isCertain } = processOfStates(agent, d);
      if (isCertain) return temporalDifferenceAgent(process, index);
      return temporalDifferenceAgent(processOfPairs(agent, process), index, undefined, () => meanOf(process));
    },
  };
}

export const finiteTd = family({
  kind: 'finite-td',
  title: 'TD(0) on explicit reward or decision processes',
  fields,
  check,
  build,
});
