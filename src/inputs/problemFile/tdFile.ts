/** Problem files of kind `td`: reward processes, or decision processes with a policy, with features and discounts. */
import * as z from 'zod';
import type { FiniteTdAgent, FiniteTdSpecification } from '../../problems/temporalDifference/finite.ts';
import type { Path } from '../../values/path.ts';
import {
  agentsField,
  agentsIn,
  initialIn,
  hasOneClass,
  kernelIn,
  listField,
  TRANSITION,
} from './agentFields.ts';
import { excerpt, fieldsOf } from './faults.ts';
import type { Extent, NumberStore } from './numberStore.ts';

const RIGHT_DISCOUNT = 'a number from 0 on, below 1';
const discount = z
  .number({ error: RIGHT_DISCOUNT })
  .min(0, { error: RIGHT_DISCOUNT })
  .lt(1, { error: RIGHT_DISCOUNT })
  .optional();

export const tdFields = { discount, agents: agentsField };

const ACTIONS = 'a list of matrices, one for each action, each of S rows of S probabilities';

const agentFields = fieldsOf({
  transition: listField(TRANSITION).optional(),
  actions: listField(ACTIONS).optional(),
  policy: listField('S rows of probabilities, one for each action').optional(),
  rewards: listField('a list of S rewards, or of lists of rewards'),
  features: listField('S rows of d numbers').optional(),
  discount,
  initial: z.unknown().optional(),
});

type AgentFields = z.infer<typeof agentFields>;

/** The problem, its faults reported. */
export function readTd(
  { discount: common, agents }: z.infer<z.ZodObject<typeof tdFields>>,
  store: NumberStore,
): FiniteTdSpecification {
  let dimension: number | undefined;
  const read = agentsIn(store, agents, agentFields, (agent, path): FiniteTdAgent | undefined => {
    const process = processIn(store, path, agent);
    const gamma = agent.discount ?? common;
    if (gamma === undefined)
      store.report([...path, 'discount'], `missing, and the file has none; expected ${RIGHT_DISCOUNT}`);
    if (process === undefined) return undefined;
    const { states: S } = process;
    dimension ??= featureLength(agent, S);
    const features = featuresIn(store, [...path, 'features'], agent.features, [S, dimension]);
    const rewards = rewardsIn(store, [...path, 'rewards'], agent, process);
    const initial = initialIn(store, [...path, 'initial'], agent.initial, S);
    return features && rewards && gamma !== undefined
      ? { ...process, ...rewards, features, discount: gamma, initial }
      : undefined;
  });
  return { kind: 'finite-td', dimension: dimension ?? 1, agents: read };
}

type Process = Pick<FiniteTdAgent, 'states' | 'actions' | 'transition' | 'policy'>;

/** How the states move. */
function processIn(store: NumberStore, path: Path, agent: AgentFields): Process | undefined {
  const { transition, actions, policy } = agent;
  if (transition !== undefined && actions !== undefined) {
    store.report(path, 'both transition and actions; expected one of them');
    return undefined;
  }
  if (actions !== undefined) return decisionsIn(store, path, actions, policy);
  if (policy !== undefined)
    store.report([...path, 'policy'], 'a policy without actions; expected actions instead of transition');
  if (transition === undefined) {
    store.report([...path, 'transition'], `missing; expected ${TRANSITION}, or actions with a policy`);
    return undefined;
  }
  const kernel = kernelIn(store, [...path, 'transition'], transition);
  const S = transition.length;
  return kernel && { states: S, actions: 1, transition: kernel, policy: new Float64Array(S).fill(1) };
}

/** How they move by actions, and which actions are chosen. */
function decisionsIn(
  store: NumberStore,
  path: Path,
  actions: readonly unknown[],
  given: readonly unknown[] | undefined,
): Process | undefined {
  const within = [...path, 'actions'];
  const A = actions.length;
  const S = Array.isArray(actions[0]) ? actions[0].length : 0;
  if (S === 0) {
    store.report(
      A === 0 ? within : [...within, 0],
      `${excerpt(actions[0] ?? [])}; expected ${ACTIONS}, with S at least 1`,
    );
    return undefined;
  }
  const row = [S, 'row for each state'] as const;
  const kernels = actions.map((kernel, a) =>
    store.laws([...within, a], kernel, row, [S, 'probability for each row']),
  );
  const policy =
    given === undefined
      ? new Float64Array(S * A).fill(1 / A)
      : store.laws([...path, 'policy'], given, row, [A, 'probability for each action']);
  if (policy === undefined || kernels.some((kernel) => kernel === undefined)) return undefined;
  // one after another in the store
  const [first] = kernels as Float64Array[];
  const transition = new Float64Array(first!.buffer, first!.byteOffset, A * S * S);
  const average = new Float64Array(S * S);
  for (let at = 0; at < transition.length; at++) {
    const a = Math.floor(at / (S * S));
    const s = Math.floor(at / S) % S;
    average[at % (S * S)]! += policy[s * A + a]! * transition[at]!;
  }
  if (!hasOneClass(store, within, average, S)) return undefined;
  return { states: S, actions: A, transition, policy };
}

/** d, by the first agent. */
function featureLength({ features }: AgentFields, states: number): number {
  const [row] = features ?? [];
  return features === undefined ? states : Array.isArray(row) ? Math.max(1, row.length) : 1;
}

function featuresIn(
  store: NumberStore,
  path: Path,
  given: readonly unknown[] | undefined,
  [S, d]: readonly [states: number, dimension: number],
): Float64Array | undefined {
  if (given !== undefined)
    return store.block(path, given, [S, 'row for each state'], [d, 'number for each dimension of agent 0']);
  if (S === d) return identity(S);
  store.report(path, `missing, with ${S} states; expected ${S} rows of ${d} numbers, as agent 0 has`);
  return undefined;
}

/** φ(s) = e_s. */
function identity(S: number): Float64Array {
  const out = new Float64Array(new SharedArrayBuffer(S * S * Float64Array.BYTES_PER_ELEMENT));
  for (let s = 0; s < S; s++) out[s * S + s] = 1;
  return out;
}

/** Rewards of states, of states and actions, or of moves, by how deep their lists are. */
function rewardsIn(
  store: NumberStore,
  path: Path,
  { rewards: given, actions }: AgentFields,
  { states: S, actions: A }: Process,
): Pick<FiniteTdAgent, 'rewards' | 'rewardsOf'> | undefined {
  const row: Extent = [S, 'row for each state'];
  const next: Extent = [S, 'number for each next state'];
  const [first] = given;
  const isDeeper = Array.isArray(first) && Array.isArray(first[0]);
  const [rewardsOf, ...extents]: readonly [FiniteTdAgent['rewardsOf'], ...Extent[]] = !Array.isArray(first)
    ? ['states', [S, 'number for each state']]
    : actions === undefined
      ? ['moves', row, next]
      : isDeeper
        ? ['moves', [A, 'matrix for each action'], row, next]
        : ['actions', row, [A, 'number for each action']];
  const rewards = store.block(path, given, ...extents);
  return rewards && { rewards, rewardsOf };
}
