/** Delays measured in a real system, dispatch by dispatch: in their order, or drawn from with replacement. */
import type { Generator } from '../maths/generator.ts';
import { secondsFrom0 } from '../values/ticks.ts';
import { list, object, type Of, oneOf, optional, where } from '../values/value.ts';

const seconds = optional(list(secondsFrom0()));

/** Measured delays in columns: entry k of each is of the same dispatch. */
const delays = where(
  object({
    /** seconds of all the local steps of a dispatch */
    compute: seconds,
    /** seconds that a message to the server was under way, and one of the server */
    uplink: seconds,
    downlink: seconds,
  }),
  (columns, fault) => {
    const lengths = Object.values(columns).map(({ length }) => length);
    if (lengths.length === 0) fault([], 'must have compute, uplink or downlink');
    if (new Set(lengths).size > 1)
      fault([], `must have as many entries in each column (${lengths.join(', ')})`);
  },
);

export const measuredModel = where(
  object({
    /** one after another, and again from the first; or each drawn from all, with replacement */
    order: optional(oneOf('in-order', 'resampled')),
    /** of each agent, from agent 0 on */
    agents: optional(list(delays)),
    /** the same for all agents */
    everyone: optional(delays),
  }),
  ({ agents, everyone }, fault) => {
    if ((agents === undefined) === (everyone === undefined)) fault([], 'must have either agents or everyone');
  },
);

export type MeasuredModel = Of<typeof measuredModel>;
export type Delays = Of<typeof delays>;

/** Measured delays of an agent. */
export const delaysOf = ({ agents, everyone }: MeasuredModel, agent: number): Delays =>
  everyone ?? agents![agent]!;

/**
 * Delays of one column, one after another.
 *
 * @param generator - of rows; streams of the same numbers draw the same rows, so that the k-th of two columns are of one dispatch
 */
export function sequenceOf(
  column: readonly number[],
  order: MeasuredModel['order'],
  generator: () => Generator,
): () => number {
  if (order === 'resampled') {
    const rows = generator();
    return () => column[rows.below(column.length)]!;
  }
  let next = 0;
  return () => column[next++ % column.length]!;
}

/** In words. */
export function measuredText({ order, agents, everyone }: MeasuredModel): string {
  const columns = Object.keys(everyone ?? agents![0]!);
  const rows = everyone ? rowsOf(everyone) : agents!.reduce((sum, agent) => sum + rowsOf(agent), 0);
  const how = order === 'resampled' ? 'drawn with replacement' : 'in their order, and again';
  return `${columns.join(', ')} of ${rows} dispatches${everyone ? '' : ` of ${agents!.length} agents`}, ${how}`;
}

const rowsOf = (delays: Delays): number => Object.values(delays)[0]!.length;
