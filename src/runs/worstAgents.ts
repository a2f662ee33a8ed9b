/** The agents with the largest errors in the last round that each replication has recorded. */
import { type AgentValues, agentValuesOf } from '../measurement/agentValues.ts';
import type { Inspection } from '../events/inspection.ts';
import type { Replication } from '../configuration/replications.ts';

/** Agents that are kept of a replication. */
const MOST = 10;

/** See the head of this file. */
export class WorstAgents {
  readonly #agents: number;
  readonly #ends = new Map<string, { readonly round: number; readonly values: readonly number[] }>();

  /** @param agents - M */
  constructor(agents: number) {
    this.#agents = agents;
  }

  /** Takes a recorded round whose record has the agents' numbers; forgets replications that end otherwise than by divergence. */
  see(inspection: Inspection): void {
    // At the start all have the same.
    if (inspection.kind === 'roundRecorded' && inspection.record.round > 0)
      this.#ends.set(keyOf(inspection.replication), inspection.record);
    else if (inspection.kind === 'replicationEnded' && inspection.outcome.kind !== 'diverged')
      this.#ends.delete(keyOf(inspection.replication));
  }

  /** Those of a replication, the largest error first; none where nothing was recorded. */
  worst(replication: Replication): AgentValues[] {
    const end = this.#ends.get(keyOf(replication));
    if (end === undefined) return [];
    const sizeOf = ({ error, drift }: AgentValues): number => (Number.isNaN(error) ? drift : error);
    return agentValuesOf(end.values, this.#agents)
      .sort((a, b) => sizeOf(b) - sizeOf(a) || a.agent - b.agent)
      .slice(0, MOST);
  }
}

const keyOf = ({ algorithm, seed }: Replication): string => `${algorithm} ${seed}`;
