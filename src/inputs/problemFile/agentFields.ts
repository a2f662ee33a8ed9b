/** What agents of every kind of problem file have in common: a chain, and where it starts. */
import * as z from 'zod';
import { closedClasses } from '../../maths/markovChain.ts';
import type { InitialState } from '../../problems/observationLaw.ts';
import type { Path } from '../../values/path.ts';
import { faultsOf, fieldsOf, MOST_FAULTS, excerpt } from './faults.ts';
import type { NumberStore } from './numberStore.ts';

/** More agents than one machine holds; past some millions their objects would exhaust the heap. */
const MOST_AGENTS = 1_000_000;
/** How many classes, and states of a class, a message lists. */
const MOST_LISTED = 6;

/** A list of which nothing else is known yet. */
export const listField = (right: string): z.ZodArray<z.ZodUnknown> => z.array(z.unknown(), { error: right });

/** The agents, each of which is judged alone: {@link agentsIn}. */
export const agentsField = listField('a list of one agent or more')
  .min(1)
  .max(MOST_AGENTS, { error: `a list of at most ${MOST_AGENTS} agents` });

export const TRANSITION = 'S rows of S probabilities';
const INITIAL = '"stationary", {"state": s} or {"distribution": [...]}';

const initialFields = fieldsOf(
  { state: z.unknown().optional(), distribution: listField('a list of S probabilities').optional() },
  INITIAL,
);

/**
 * The agents of a file, until too much is wrong with them.
 *
 * @param agentOf - an agent that has the form, at a path; `undefined` where it will not do, which is reported
 */
export function agentsIn<T, A>(
  store: NumberStore,
  agents: readonly unknown[],
  form: z.ZodType<T>,
  agentOf: (agent: T, path: Path) => A | undefined,
): A[] {
  const out: A[] = [];
  for (const [index, value] of agents.entries()) {
    const path = ['agents', index];
    const { data, error } = form.safeParse(value);
    if (error !== undefined) store.faults.push(...faultsOf(error, value, path));
    const agent = data === undefined ? undefined : agentOf(data, path);
    if (agent !== undefined) out.push(agent);
    if (store.faults.length >= MOST_FAULTS) break;
  }
  return out;
}

/** The kernel of a chain with one stationary law `[S, S]`; `undefined` where it is none, which is reported. */
export function kernelIn(
  store: NumberStore,
  path: Path,
  value: readonly unknown[],
): Float64Array | undefined {
  const S = value.length;
  if (S === 0) {
    store.report(path, `an empty list; expected ${TRANSITION}, with S at least 1`);
    return undefined;
  }
  const kernel = store.laws(path, value, [S, 'row for each state'], [S, 'probability for each row']);
  return kernel !== undefined && hasOneClass(store, path, kernel, S) ? kernel : undefined;
}

/** Whether a chain has one closed class, and so one stationary law; reported where not. */
export function hasOneClass(store: NumberStore, path: Path, kernel: Float64Array, states: number): boolean {
  const classes = closedClasses(kernel, states);
  if (classes.length === 1) return true;
  const sets = classes.map((members) => `{${listed(members.map(String), ',')}}`);
  const found = `${classes.length} closed classes ${listed(sets, ' and ')}: no unique stationary law`;
  store.report(path, `${found}; expected a single closed class`);
  return false;
}

/** Where a chain starts; what will not do is reported. */
export function initialIn(store: NumberStore, path: Path, value: unknown, states: number): InitialState {
  if (value === undefined || value === 'stationary') return value ?? 'stationary';
  const { data, error } = initialFields.safeParse(value);
  if (error !== undefined) store.faults.push(...faultsOf(error, value, path));
  else if (data.state !== undefined && data.distribution !== undefined)
    store.report(path, 'both a state and a distribution; expected one of them');
  else if (data.distribution !== undefined) {
    const extent = [states, 'probability for each row of transition'] as const;
    const law = store.law([...path, 'distribution'], data.distribution, extent);
    if (law !== undefined) return { distribution: Array.from(law) };
  } else if (data.state === undefined) store.report(path, `an empty object; expected ${INITIAL}`);
  else if (
    z
      .int()
      .min(0)
      .max(states - 1)
      .safeParse(data.state).success
  )
    return { state: data.state as number };
  else
    store.report(
      [...path, 'state'],
      `${excerpt(data.state)}; expected an integer from 0 to ${states - 1}, the number of a state`,
    );
  return 'stationary';
}

const listed = (items: readonly string[], separator: string): string =>
  (items.length <= MOST_LISTED ? items : [...items.slice(0, MOST_LISTED), '…']).join(separator);
