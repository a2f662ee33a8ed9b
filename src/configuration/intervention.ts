/** What was done to a run by hand: a message that was dropped or delayed, so that the run can be repeated. */
import type { Replication } from './replications.ts';

/** One message of one replication: a dispatch of the server, or the agent's answer to it. */
interface InterventionPlace extends Replication {
  readonly from: 'server' | 'agent';
  readonly agent: number;
  /** number of the dispatch, 1, 2, … for each agent */
  readonly dispatch: number;
}

/** A message that is lost, or so many seconds longer under way than it would have been. */
export type Intervention = InterventionPlace &
  ({ readonly kind: 'drop' } | { readonly kind: 'delay'; readonly seconds: number });

/** Says what was done to a message of one replication; `undefined` where nothing was done to any. */
export function interventionsIn(
  all: readonly Intervention[] | undefined,
  replication: Replication,
): ((from: 'server' | 'agent', agent: number, dispatch: number) => Intervention | undefined) | undefined {
  const interventions = all?.filter(
    ({ algorithm, seed }) => algorithm === replication.algorithm && seed === replication.seed,
  );
  if (interventions === undefined || interventions.length === 0) return undefined;
  const keyOf = (from: string, agent: number, dispatch: number): string => `${from} ${agent} ${dispatch}`;
  const byKey = new Map(
    interventions.map((intervention) => [
      keyOf(intervention.from, intervention.agent, intervention.dispatch),
      intervention,
    ]),
  );
  return (from, agent, dispatch) => byKey.get(keyOf(from, agent, dispatch));
}
